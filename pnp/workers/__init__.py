"""Worker processes: started, limited in time and memory, and ended."""
