"""The command line: a file for each command, which parses options, calls the library and prints."""
