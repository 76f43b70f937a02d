"""The model: frozen values that flow between the stages; no files, no clocks."""
