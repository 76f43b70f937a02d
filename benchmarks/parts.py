"""The parts of the benchmark, each of which can be run alone: what is run, and which figures come of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.building import build, build_games, deck, forget, games, memory, rebuild, table
from benchmarks.deck import GAME
from benchmarks.flame_graph import flame_graph
from benchmarks.numbers import Found, Measured, over
from benchmarks.race import (
    PNP,
    PROTOGRAF,
    RIVALS,
    SQUIB,
    TYPST,
    contenders,
    font_settings,
    plain_svgs,
    race,
    race_table,
    without,
)
from benchmarks.scale import MOST_ALONE, SIZES, Scaling
from benchmarks.stages import by_function, by_stage, over_the_rest, sampled
from benchmarks.stopwatch import ROOT, Run, run
from benchmarks.studio import cell_saves_s, first_card_s, many_cards, missing, page_kb, saves_s

DECK, LARGE_DECK, HUGE_DECK, VERIFIED_DECK = 108, 2_394, 10_000, 6_598
PICTURES, PICTURES_DPI = 200, 300
HELP_RUNS = 10
SCROLLED = 300
"""Frames in which the studio is scrolled, 60 pixels each."""
GAMES = "five games"
FACES_ONLY = ("--paper", "a4", "--no-rules")
"""A build of what CairoSVG is compared with: it has no rules to set."""


@dataclass(slots=True)
class Results:
    """What was measured so far: figures by name, lines of the race, microseconds by build and stage or function, decks by size."""

    numbers: dict[str, Found] = field(default_factory=dict)
    race: dict[str, list[str]] = field(default_factory=dict)
    stages: dict[str, Mapping[str, int]] = field(default_factory=dict)
    functions: dict[str, Mapping[str, int]] = field(default_factory=dict)
    scale: list[Scaling] = field(default_factory=list)
    flame_graph: str = ""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the runs take place, how often, and who is told of them."""

    folder: Path
    rounds: int
    say: Callable[[str], None]
    results: Results

    def rounds_of(self, what: str) -> range:
        """Return the rounds, saying of what before the first."""
        self.say(f"{what}: {self.rounds} rounds")
        return range(self.rounds)


def print_help(bench: Bench) -> None:
    """Start and end, nothing else."""
    runs = [run(["-m", "pnp", "--help"], folder=bench.folder) for _ in range(HELP_RUNS)]
    bench.results.numbers["help"] = Measured(median(each.seconds for each in runs))


def race_of_decks(bench: Bench) -> None:
    """Draw the same 108 cards with everybody."""
    everybody = contenders(deck(bench.folder, cards=DECK))
    runs = race(everybody, rounds=bench.rounds, say=bench.say)
    bench.results.race = race_table(everybody, runs)
    missing = {each.name: each.missing for each in everybody}
    for name, one, other in (
        ("protograf", PROTOGRAF, PNP),
        ("squib", SQUIB, PNP),
        ("typst", PNP, TYPST),
    ):
        bench.results.numbers[name] = missing[one] or _in_shared_rounds(runs[one], runs[other])


def _in_shared_rounds(one: Mapping[int, Run], other: Mapping[int, Run]) -> Measured:
    shared = sorted(one.keys() & other.keys())
    return over([one[number] for number in shared], [other[number] for number in shared])


def games_with_cairosvg(bench: Bench) -> None:
    """Build the shipped games on A4, and give CairoSVG each distinct drawing that came of it."""
    folder = bench.folder / "games-a4"
    build_games(folder, *FACES_ONLY)
    distinct = {path.read_bytes(): path for path in sorted(folder.glob("output/*/svg/*/*.svg"))}
    numbered = {f"{number}.svg": path for number, path in enumerate(distinct.values())}
    plain = plain_svgs(numbered, bench.folder / "games-plain")
    settings = font_settings(folder, folder.glob("output/*/svg/fonts"))
    command = [str(RIVALS / "cairosvg_faces.py"), str(plain), str(folder / "pdfs")]
    if missing := without("cairosvg"):
        bench.results.numbers["cairosvg"] = missing
        return
    cairosvg, cold = [], []
    for _ in bench.rounds_of(f"five games and CairoSVG, {len(distinct)} faces"):
        cold.append(build_games(folder, *FACES_ONLY))
        cairosvg.append(run(command, folder=folder, environment={"FONTCONFIG_FILE": str(settings)}))
    bench.results.numbers["cairosvg"] = over(cairosvg, cold)


def pictures_with_cairosvg(bench: Bench) -> None:
    """Export 200 cards as PNG at 300 dpi from nothing, and give CairoSVG each distinct drawing of them."""
    project = deck(bench.folder, cards=PICTURES)
    build(project)
    distinct = {path.read_bytes(): path for path in sorted(project.glob("output/*/svg/*/*.svg"))}
    numbered = {f"{number}.svg": path for number, path in enumerate(distinct.values())}
    plain = plain_svgs(numbered, bench.folder / "pictures-plain")
    settings = font_settings(project, project.glob("output/*/svg/fonts"))
    command = [str(RIVALS / "cairosvg_faces.py"), str(plain), str(project / "pngs"), str(PICTURES_DPI)]
    if missing := without("cairosvg"):
        bench.results.numbers["pictures"] = missing
        return
    cairosvg, cold = [], []
    for _ in bench.rounds_of(f"{PICTURES} cards as PNG and CairoSVG, {len(distinct)} faces"):
        forget(project)
        export = ["-m", "pnp", "export", "png", "--dpi", str(PICTURES_DPI)]
        cold.append(run(export, folder=project, environment=memory(project)))
        cairosvg.append(run(command, folder=project, environment={"FONTCONFIG_FILE": str(settings)}))
    bench.results.numbers["pictures"] = over(cold, cairosvg)


def games_again(bench: Bench) -> None:
    """Build the shipped games on both papers, build them again, and verify them."""
    folder = bench.folder / "games"
    cold, again, verified = [], [], []
    for _ in bench.rounds_of("five games, built, built again, verified"):
        cold.append(build_games(folder))
        again.append(games(folder, "build"))
        verified.append(games(folder, "verify"))
    bench.results.numbers["verify"] = over(verified, cold)
    bench.results.numbers["unchanged"] = Measured(median(each.cpu for each in again))


def games_checked(bench: Bench) -> None:
    """Check the shipped games and check them again; list them."""
    folder = bench.folder / "games-checked"
    folder.mkdir()
    run(["-m", "pnp", "check"], folder=ROOT, log=folder / "run.log", environment=memory(folder))
    for command in ("check", "list"):
        runs = [
            run(["-m", "pnp", command], folder=ROOT, log=folder / "run.log", environment=memory(folder))
            for _ in bench.rounds_of(f"pnp {command}, nothing changed")
        ]
        bench.results.numbers[command] = Measured(median(each.cpu for each in runs))


def large_deck_verified(bench: Bench) -> None:
    """Build thousands of distinct cards and verify them."""
    project = deck(bench.folder, cards=VERIFIED_DECK)
    bench.say(f"{VERIFIED_DECK:,} cards, built and verified")
    cold = build(project)
    bench.results.numbers["verify-large"] = over([run(["-m", "pnp", "verify"], folder=project)], [cold])


def one_text_changed(bench: Bench) -> None:
    """Change the text of one card of a large deck, and build once more."""
    project = deck(bench.folder, cards=LARGE_DECK)
    bench.say(f"{LARGE_DECK:,} cards, one text changed")
    cold = build(project)
    cards = project / "card_data" / GAME / "cards.yaml"
    start, word, rest = cards.read_text(encoding="utf-8").partition(f"card-{LARGE_DECK // 2:04}")
    cards.write_text(start + word + rest.replace('."', ' once more."', 1), encoding="utf-8")
    bench.results.numbers["changed"] = over([rebuild(project)], [cold])


def two_workers(bench: Bench) -> None:
    """Build a large deck with one process and with two."""
    project = deck(bench.folder, cards=LARGE_DECK)
    bench.say(f"{LARGE_DECK:,} cards, one worker, two workers")
    one, two = (build(project, "--workers", str(count)) for count in (1, 2))
    bench.results.numbers["workers"] = over([two], [one])


def memory_of_copies(bench: Bench) -> None:
    """Build a hundred cards with as many copies of each as there can be."""
    bench.say("100 cards, 999 copies of each")
    taken = build(deck(bench.folder, cards=100, copies=999), "--workers", "1")
    bench.results.numbers["copies"] = Measured(taken.peak_mb, seconds=f"{taken.seconds:.1f}")


def memory_of_many(bench: Bench) -> None:
    """Build ten thousand distinct cards."""
    bench.say(f"{HUGE_DECK:,} cards")
    taken = build(deck(bench.folder, cards=HUGE_DECK), "--workers", "1")
    bench.results.numbers["memory"] = Measured(taken.peak_mb, seconds=f"{taken.seconds:.1f}")


def stages_of_games(bench: Bench) -> None:
    """Sample a build of the shipped games, both papers."""
    bench.say("five games, sampled")
    folder = bench.folder / "games-sampled"
    folder.mkdir()
    samples = sampled(folder, "--out", str(folder / "output"), root=ROOT)
    bench.results.stages[GAMES], bench.results.functions[GAMES] = by_stage(samples), by_function(samples)
    bench.results.numbers["print-file"] = Measured(over_the_rest(samples, "pnp.build.print_pdf"))
    bench.results.flame_graph = flame_graph(samples, "pnp build, five games, both papers, nothing remembered")


def stages_of_deck(bench: Bench, cards: int) -> None:
    """Sample a build of a generated deck on A4."""
    bench.say(f"{cards:,} cards, sampled")
    samples = sampled(deck(bench.folder, cards=cards), "--paper", "a4")
    name = cards_of(cards)
    bench.results.stages[name], bench.results.functions[name] = by_stage(samples), by_function(samples)


def stages_of_table(bench: Bench) -> None:
    """Sample a build of an imported table on A4."""
    bench.say(f"a table of {TABLE_ROWS} rows, sampled")
    samples = sampled(table(bench.folder, rows=TABLE_ROWS), "--paper", "a4")
    bench.results.stages[TABLE], bench.results.functions[TABLE] = by_stage(samples), by_function(samples)


def cards_of(cards: int) -> str:
    """Return what the column of a deck is called."""
    return f"{cards:,} cards"


def decks_of_growing_size(bench: Bench) -> None:
    """Build decks of up to tens of thousands of distinct cards."""
    for cards in SIZES:
        bench.say(f"{cards:,} cards, one worker, two workers")
        project = deck(bench.folder, cards=cards)
        one = build(project, "--workers", "1") if cards <= MOST_ALONE else None
        bench.results.scale.append(Scaling(cards, one, build(project, "--workers", "2")))


def studio_of_games(bench: Bench) -> None:
    """Open the studio of the shipped games, and save a card of a new project; each beside what it is compared with."""
    numbers = bench.results.numbers
    numbers["studio-weight"] = Measured(page_kb())
    if reason := missing():
        numbers["studio-start"] = numbers["studio-save"] = reason
        return
    folder = bench.folder / "studio-games"
    folder.mkdir()
    listed, first = [], []
    for _ in bench.rounds_of("studio of five games and pnp list"):
        listed.append(run(["-m", "pnp", "list"], folder=ROOT, log=folder / "run.log").seconds)
        first.append(first_card_s(ROOT, folder))
    ratios = [(start - 1) / one for start, one in zip(first, listed, strict=True)]
    numbers["studio-start"] = Measured(median(ratios), seconds=f"{median(first):.2f} / {median(listed):.2f}")
    bench.say("studio, saves")
    run(["-m", "pnp", "new", "Tea Time"], folder=folder)
    project = folder / "Tea Time"
    file = project / "card_data/tea_time/cards.yaml"
    saves = saves_s(project, folder, file=file, piece="tea_time/table/cards/calm", rounds=2 * bench.rounds)
    log = folder / "one-face.log"
    run(["-m", "benchmarks.one_face", str(project), "cards", "calm"], folder=project, log=log)
    alone = float(log.read_text(encoding="utf-8"))
    numbers["studio-save"] = Measured(
        median(saves) / alone,
        f" ({min(saves) / alone:.2f}..{max(saves) / alone:.2f})",
        seconds=f"{median(saves):.3f} / {alone:.3f}",
    )


def studio_of_large_deck(bench: Bench) -> None:
    """Open the studio of a large deck, scroll, and wait until every face was drawn."""
    names = ("studio-open", "studio-blank", "studio-memory")
    if reason := missing():
        bench.results.numbers.update(dict.fromkeys(names, reason))
        return
    bench.say(f"studio of {LARGE_DECK:,} cards")
    found = many_cards(deck(bench.folder, cards=LARGE_DECK), bench.folder / "studio-large", frames=SCROLLED)
    seconds = f"{found['started']:.2f} from the start"
    for name, key, told in zip(
        names,
        ("opened", "blank", "mb"),
        (seconds, f"{found['again']:.0%} once drawn; {found['unnamed']:.0%} show no name either", ""),
        strict=True,
    ):
        bench.results.numbers[name] = Measured(found[key] * (100 if key == "blank" else 1), seconds=told)


def studio_of_large_table(bench: Bench) -> None:
    """Type into cells of a large imported table in the studio."""
    if reason := missing():
        bench.results.numbers["studio-cell"] = reason
        return
    bench.say(f"studio of a table of {LARGE_DECK:,} rows")
    project = table(bench.folder, rows=LARGE_DECK)
    taken = cell_saves_s(project, bench.folder / "studio-table", rounds=bench.rounds)
    bench.results.numbers["studio-cell"] = Measured(median(taken), f" ({min(taken):.2f}..{max(taken):.2f})")


TABLE_ROWS = 300
TABLE = f"table, {TABLE_ROWS} rows"
SAMPLED = (GAMES, *map(cards_of, (DECK, LARGE_DECK, HUGE_DECK)), TABLE)
"""The builds whose stages are measured."""

PARTS: Mapping[str, Callable[[Bench], None]] = {
    "help": print_help,
    "cairosvg": games_with_cairosvg,
    "pictures": pictures_with_cairosvg,
    "verify": games_again,
    "check": games_checked,
    "stages-games": stages_of_games,
    "stages-108": partial(stages_of_deck, cards=DECK),
    "stages-2394": partial(stages_of_deck, cards=LARGE_DECK),
    "stages-table": stages_of_table,
    "studio": studio_of_games,
    "studio-2394": studio_of_large_deck,
    "studio-table": studio_of_large_table,
    "changed": one_text_changed,
    "workers": two_workers,
    "copies": memory_of_copies,
    "race": race_of_decks,
    "verify-large": large_deck_verified,
    "memory": memory_of_many,
    "stages-10000": partial(stages_of_deck, cards=HUGE_DECK),
    "scale": decks_of_growing_size,
}
LARGE = frozenset({"verify-large", "memory", "stages-10000", "scale"})
"""Parts that take many minutes."""
