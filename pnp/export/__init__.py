"""Files for printers and cutting machines: PDF, SVG, PNG, DXF, their metadata and the manifest."""
