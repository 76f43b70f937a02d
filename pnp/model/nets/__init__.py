"""The nets pnp can fold: the geometry of dice, boxes and markers."""
