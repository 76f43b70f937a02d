"""The reference engine: the rules of games as pure functions over the model."""
