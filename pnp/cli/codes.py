"""The findings that only joining the stages brings to light."""

CODES = {
    "PNP501": "the renderer refuses a face",
}
"""What they mean, by code."""
