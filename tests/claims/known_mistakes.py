"""Mistakes in the shipped games by name, each of a sort that nobody noticed once: words, templates, pictures, places.

A mistake says what it is, the file it is in (from the game's folder of data or templates), and one or more places there,
each as a pattern and what stands there instead; `*` before a file's name means that two files are exchanged.
"""

import re
from collections.abc import Iterator, Mapping

from file_mutations import GameFiles
from mutations import Mutation

Change = tuple[str, str]

REVERSED = ("claims.yaml", ((r"(id: X1,(?s:.*?)ruling: [\"']?)", r"\1It is not so that "),))

MISTAKES: Mapping[str, Mapping[str, tuple[str, tuple[Change, ...]]]] = {
    "yogire": {
        "the effects of EE13 and EE14 exchanged": (
            "cards.yaml", (("EE13:( .*?)do: ", r"EE00:\1do: "), ("EE14:( .*?)do: ", r"EE13:\1do: "), ("EE00:", "EE14:")),
        ),
        "the effects of OSE05 and OSE06 exchanged": (
            "cards.yaml", (("OSE05: ", "OSE00: "), ("OSE06: ", "OSE05: "), ("OSE00: ", "OSE06: ")),
        ),
        "lower becomes raise": ("game.yaml", (('lower_visibility: "lower', 'lower_visibility: "raise'),)),
        "weakest becomes strongest": ("cards.yaml", (("destroy_enemy: weakest", "destroy_enemy: strongest"),)),
        "the destroyed enemy is the other one": ("game.yaml", (("destroy the {n} active", "destroy the {n} inactive"),)),
        "the mat says the opposite": ("mat.yaml", (("When it falls", "When it rises"),)),
        "the mat lays cards on the other side": ("mat.yaml", (("to the left of the mat", "to the right of the mat"),)),
        "the reference card says the opposite": ("cards.yaml", (("Pay, do it, discard it", "Pay, do it, keep it"),)),
        "an empty hand loses": ("rules.yaml", (("Then you must draw up to your hand limit", "Then you lose"),)),
        "a ruling reversed": REVERSED,
        "a word of the glossary explained wrongly": ("rules.yaml", (("How far you draw when your hand is empty", "How far you discard"),)),
        "the box tells another story": ("box.yaml", (("The cards you pay with become", "The cards you keep become"),)),
        "a note on the sheets": ("mat.yaml", (("Permanents lie to its left", "Permanents lie to its right"),)),
        "the art of two cards exchanged": ("*art/PE02.svg", (("PE02", "PE03"),)),
        "two icons exchanged": ("*icons/attack.svg", (("attack", "draw"),)),
        "two colors exchanged": ("game.yaml", (('permanent: "#0b5fa5"', 'permanent: "#b5310e"'), ('enemy: "#b5310e"', 'enemy: "#0b5fa5"'))),
        "somebody else's game": ("game.yaml", (("Game by [A-Z]", "Game by X"),)),
        "what is ours called the rulebook's": ("mat.yaml", (("attack: reconstructed", "attack: stated"),)),
    },
    "yoggity": {
        "fewer coins win a tie": ("rules.yaml", (("with the most {{ facts.end.tie", "with the fewest {{ facts.end.tie"),)),
        "stealing is free": ("rules.yaml", (("when you take or steal a token", "when you take a token"),)),
        "a wild card is double on the aid": ("aids.yaml", ((r"\*\*Wild:\*\* any single part", "**Wild:** any double part"),)),
        "the aid steals whenever one likes": ("aids.yaml", (("only if none is left", "even if some are left"),)),
        "the box calls to something else": ("box.yaml", (("Build it. Paint it.", "Paint it. Build it."),)),
        "a price is printed one too high": ("board.svg.j2", ((r"line\(space\.price,", "line(space.price + 1,"),)),
        "the aid's template shows a price too much": ("aid-back.svg.j2", ((r"range\(each\.price\)", "range(each.price + 1)"),)),
        "a ruling reversed": REVERSED,
        "the art of two cards exchanged": ("*art/banjo.svg", (("banjo", "tv_set"),)),
        "the board's places are stated": ("board.yaml", (("source: {kind: reconstructed", "source: {kind: stated"),)),
    },
    "yes_broccoli": {
        "a tie goes to the oldest": ("game.yaml", (("tie: youngest", "tie: oldest"),)),
        "the score sheet lets the others win a tie": ("score_sheet.yaml", (("a tie goes to the", "a tie never goes to the"),)),
        "the lowest bid takes first": ("box.yaml", ((r"\*\*highest bid\*\*", "**lowest bid**"),)),
        "the box is for other food": ("box.yaml", (("left with the soda", "left with the apple"),)),
        "a power halves what it doubles": ("powers.yaml", (("Double any one bid", "Halve any one bid"),)),
        "a ruling reversed": REVERSED,
        "the art of two foods exchanged": ("*art/apple.svg", (("apple", "soda"),)),
        "a note on the sheets": ("powers.yaml", (("For the advanced game", "For the basic game"),)),
        "minutes from the wrong source": ("box.yaml", (("minutes: {kind: found", "minutes: {kind: stated"),)),
    },
    "ryb": {
        "the largest sum counts": ("rules.yaml", (("counts only its smallest sum", "counts only its largest sum"),)),
        "the largest sum counts on the aid": ("aids.yaml", (("The smallest sum counts", "The largest sum counts"),)),
        "the smaller sum is the larger on a goal": ("cards.yaml", (("The smaller sum counts", "The larger sum counts"),)),
        "the dice of two colors exchanged": ("*icons/die-red.svg", (("die-red", "die-yellow"),)),
        "the signs of two colors exchanged": ("*icons/shape-red.svg", (("shape-red", "shape-blue"),)),
        "two colors exchanged": ("game.yaml", ((' red: "#d4213a"', ' red: "#1152ae"'), (' blue: "#1152ae"', ' blue: "#d4213a"'))),
        "the score pad lets few colors win": ("score_pad.yaml", (("or more colors", "or fewer colors"),)),
        "a ruling reversed": REVERSED,
        "a goal shows another value": ("goal.svg.j2", ((r"medal\(piece\.value,", "medal(piece.value + 1,"),)),
        "Swiss Bank helps everybody": ("variable.yaml", (("help you alone", "help everybody"),)),
        "somebody else's game": ("game.yaml", (("Game by [A-Z]", "Game by X"),)),
    },
    "ingeniators": {
        "any rotation will do in the Workshop": ("board.yaml", (("same rotation", "any rotation"),)),
        "any rotation will do on the aid": ("aids.yaml", (("same rotation", "any rotation"),)),
        "any rotation will do in the rules": ("rules.yaml", (("in the same rotation", "in any rotation"),)),
        "the fewest dice win": ("game.yaml", (("winner: most dice", "winner: fewest dice"),)),
        "the fewest dice win on the aid": ("aids.yaml", ((r"\*\*{{ facts.end.winner }} win", "**fewest dice win"),)),
        "the valves of star and moon exchanged": (
            "board.yaml", (
                ("(id: .?valve-star(?s:.*?)owner: )star", r"\1none"), ("(id: .?valve-moon(?s:.*?)owner: )moon", r"\1star"),
                ("owner: none", "owner: moon"),
            ),
        ),
        "the places of star and moon exchanged": (
            "board.yaml", (
                ("(valve-star-(?s:.*?)circle: {x: )36.5mm", r"\g<1>353.5mm"), ("(valve-star-(?s:.*?)kind: {x: )-10.5mm", r"\g<1>10.5mm"),
                ("(valve-moon-(?s:.*?)circle: {x: )353.5mm", r"\g<1>36.5mm"), ("(valve-moon-(?s:.*?)kind: {x: )10.5mm", r"\g<1>-10.5mm"),
            ),
        ),
        "two signs exchanged": ("*icons/belt.svg", (("belt", "gear"),)),
        "two colors exchanged": ("game.yaml", ((' belt: "#e2663f"', ' belt: "#5590cc"'), (' gear: "#5590cc"', ' gear: "#e2663f"'))),
        "a ruling reversed": REVERSED,
        "a note on the sheets": ("board.yaml", (("with a corner for each player", "with no corner for a player"),)),
        "the board is the author's": ("board.yaml", (("source: {kind: reconstructed", "source: {kind: stated"),)),
    },
}  # fmt: skip


def known_mistakes(files: GameFiles) -> Iterator[Mutation]:
    """Yield the mistakes of a game; each pattern must be in its file."""
    for says, (name, changes) in MISTAKES[files.game].items():
        folder = "templates" if name.startswith("*") or name.endswith(".j2") else "card_data"
        path = f"{folder}/{files.game}/{name.removeprefix('*')}"
        text = files.text(path)
        if name.startswith("*"):
            other = path.replace(*changes[0])
            assert files.text(other), other
            exchanged = {path: files.text(other), other: text}
            yield Mutation("by name", says, lambda exchanged=exchanged: exchanged)
            continue
        for pattern, new in changes:
            text, found = re.subn(pattern, new, text, count=1)
            assert found, f"{says}: {path} has no {pattern}"
        yield Mutation("by name", says, lambda changed={path: text}: changed)
