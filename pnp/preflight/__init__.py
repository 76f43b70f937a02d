"""Any PDF held against what a printing condition asks for."""
