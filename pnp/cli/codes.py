"""The findings that only joining the stages brings to light."""

CODES = {
    "PNP501": "the renderer refuses a face",
    "PNP571": "a face does not look as it was approved",
    "PNP572": "a face was not approved yet",
    "PNP573": "an approved face is no longer in the game",
    "PNP574": "an approved picture, or the record of them, cannot be used",
}
"""What they mean, by code."""
