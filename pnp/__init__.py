"""pnp turns the YAML of a game into paper.

The stages, in the order in which a game flows through them; each takes the value before it and returns a new one:

1. load     files -> Game            (pnp.load)
2. check    every stage's findings   (`pnp check` runs 1, 3 and 5 and the promises of the rulebook)
3. render   Game -> Deck of Faces    (pnp.render)
4. convert  Faces -> PDF pages       (pnp.convert)
5. impose   Deck -> Sheets           (pnp.impose)
6. export   Sheets + pages -> files  (pnp.export)
7. verify   files -> diagnostics     (pnp.verify)

Apart from the flow stand two packages:

*  engine   Game -> promises kept    (pnp.engine)
*  cache    work done before         (pnp.cache)

Every stage imports `pnp.model` and itself; only `pnp.cli` joins them.
"""

__version__ = "0.1.0"
