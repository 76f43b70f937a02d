"""Pictures briefed, imported, placed on cards and credited."""
