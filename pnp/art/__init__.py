"""Pictures: briefs for artists, imports, placement on cards, and credits."""
