"""Output folders in which a file is missing, damaged, older, another game's or one too many."""

import json
import shutil

from pikepdf import Pdf

from tests.security.print_faults.faults import in_folder, need, one_of, overwrite, replace_file

PARTS = {"build.pdf", "print.pdf", "rules-booklet.pdf"}
STRAY = ("food-old.pdf", "cards (1).pdf", "print-2.pdf", "Copy of build.pdf", "cards_back.pdf", "box.PDF")


def papers(at):
    return [path for path in sorted(at.folder.iterdir()) if path.name in {"a4", "letter"}]


def paper(at):
    return one_of(at.chance, papers(at))


def sheets(at):
    return [path for folder in papers(at) for path in sorted(folder.glob("*.pdf"))]


def sheet(at):
    return one_of(at.chance, sheets(at))


def drawing(at, pattern="*.svg"):
    return one_of(at.chance, sorted((at.folder / "svg").rglob(pattern)))


def manifest(at):
    return at.folder / "manifest.json"


FILES = {
    "guide": lambda at: paper(at) / "build.pdf",
    "print file": lambda at: paper(at) / "print.pdf",
    "booklet": lambda at: paper(at) / "rules-booklet.pdf",
    "rules": lambda at: at.folder / "rules.pdf",
    "sheet": lambda at: one_of(at.chance, [path for path in sheets(at) if path.name not in PARTS]),
    "face": drawing,
    "font of faces": lambda at: drawing(at, "*.?tf"),
    "manifest": manifest,
    "contact sheet": lambda at: at.folder / "contact-sheet.png",
}
HARM = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: overwrite(path, b""),
    "damaged": lambda path: overwrite(path, path.read_bytes()[: path.stat().st_size // 2]),
}


def harmed(which, harm):
    def change(at):
        path = which(at)
        need(path.is_file())
        harm(path)

    return change


def copied(which, to):
    """Put the content of a file in the place of another, or beside it."""

    def change(at):
        one, other = which(at), to(at)
        need(one.is_file() and one.read_bytes() != (other.read_bytes() if other.is_file() else b""))
        overwrite(other, one.read_bytes())

    return change


def on_both_papers(name=""):
    """Put a file of one paper in the place of that of the other."""

    def change(at):
        one, other = papers(at)
        names = {path.name for path in one.glob("*.pdf")} & {path.name for path in other.glob("*.pdf")}
        chosen = name or one_of(at.chance, sorted(names))
        copied(lambda _: other / chosen, lambda _: one / chosen)(at)

    return change


def face_changed(change):
    def spoil(at):
        path = drawing(at)
        old = path.read_bytes()
        need((new := change(old)) != old)
        overwrite(path, new)

    return spoil


def another_colour(svg):
    head, mark, tail = svg.partition(b'fill="#')
    return head + mark + (bytes((tail[0] ^ 1,)) + tail[1:] if tail else b"")


def face_of_another_card(at):
    one = drawing(at, "*.front.svg")
    copied(lambda _: one_of(at.chance, sorted(one.parent.glob("*.front.svg"))), lambda _: one)(at)


def two_sheets_swapped(at):
    one, other = at.chance.sample(sorted(paper(at).glob("*.pdf")), 2)
    contents = one.read_bytes(), other.read_bytes()
    overwrite(one, contents[1])
    overwrite(other, contents[0])


def papers_swapped(at):
    one, other = papers(at)
    one.rename(at.folder / "moved")
    other.rename(one)
    (at.folder / "moved").rename(other)


def page_less(at):
    path = FILES["print file"](at)
    with Pdf.open(path) as pdf:
        del pdf.pages[at.chance.randrange(len(pdf.pages))]
        replace_file(path, pdf.save)


def link_in_place_of_a_file(at):
    path, away = sheet(at), at.folder.parent / "elsewhere.pdf"
    shutil.copyfile(path, away)
    path.unlink()
    path.symlink_to(away)


def folder_in_place_of_a_file(at):
    path = sheet(at)
    path.unlink()
    path.mkdir()


def edited(change):
    """Change what the manifest says; `change` is given it and chance."""

    def spoil(at):
        said = json.loads(manifest(at).read_bytes())
        change(said, at.chance)
        overwrite(manifest(at), json.dumps(said, indent=2).encode())

    return spoil


def another_place(said, chance):
    placed = [sheet for sheet in said["sheets"] if sheet["placements"]]
    chance.choice(chance.choice(placed)["placements"])["x_mm"] += 1


def without(key):
    return edited(lambda said, _: need(said.pop(key, None)))


def left_out(at):
    path = one_of(at.chance, [path for path in sheets(at) if path.name.islower()])
    edited(lambda said, _: said.setdefault("left_out", []).append(f"a4/{path.name}"))(at)
    overwrite(path, b"")


FOLDER = {
    **{f"{file} {how}": harmed(which, harm) for how, harm in HARM.items() for file, which in FILES.items()},
    "face of another card": face_of_another_card,
    "face with a colour changed": face_changed(another_colour),
    "face with a script": face_changed(
        lambda svg: svg.replace(b"</svg>", b"<script>alert(1)</script></svg>")
    ),
    "face too many": copied(drawing, lambda at: drawing(at, "*.front.svg").parent / "old.front.svg"),
    "faces of a component gone": lambda at: shutil.rmtree(drawing(at).parent),
    "stray pdf beside the sheets": copied(sheet, lambda at: paper(at) / at.chance.choice(STRAY)),
    "stray pdf beside the rules": copied(sheet, lambda at: at.folder / "rules-old.pdf"),
    "stray print file": copied(sheet, lambda at: at.folder / "print.pdf"),
    "stray pack": copied(sheet, lambda at: paper(at) / "packed-card+food.pdf"),
    "stray folder of another paper": lambda at: shutil.copytree(paper(at), at.folder / "legal"),
    "sheets of another paper": on_both_papers(),
    "guide of another paper": on_both_papers("build.pdf"),
    "two sheets swapped": two_sheets_swapped,
    "rules in place of the guide": copied(FILES["rules"], FILES["guide"]),
    "booklet in place of the rules": copied(FILES["booklet"], FILES["rules"]),
    "print file with a page less": page_less,
    "link in place of a file": link_in_place_of_a_file,
    "folder in place of a file": folder_in_place_of_a_file,
    "papers swapped": papers_swapped,
    "manifest with another count": edited(
        lambda said, chance: chance.choice(said["pieces"]).update(copies=77)
    ),
    "manifest without a piece": edited(lambda said, _: said["pieces"].pop()),
    "manifest without a page": edited(lambda said, _: said["sheets"].pop()),
    "manifest with another place": edited(another_place),
    "manifest with another game": edited(lambda said, _: said.update(game="another")),
    "manifest with another version": edited(lambda said, _: said.update(version="99")),
    "manifest without rules": without("rules"),
    "manifest without the print files": without("print"),
    "manifest that is a list": lambda at: overwrite(manifest(at), b"[1, 2]"),
    "manifest that leaves a file out": left_out,
}
IN_FOLDERS = [*in_folder("folder", FOLDER)]
