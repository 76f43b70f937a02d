"""Checks of finished faces: art on the cut, texts that touch, texts and pictures that nobody sees, legibility."""
