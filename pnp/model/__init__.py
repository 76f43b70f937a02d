"""The model: frozen values that flow between the stages; it uses no files and no clocks."""
