"""Checks of finished faces: art on the trim line, texts that touch, invisible texts and pictures, legibility."""
