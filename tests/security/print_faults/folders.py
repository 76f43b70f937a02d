"""Output folders in which a file is missing, damaged, older, another game's or one too many."""

import json
import shutil

from pikepdf import Pdf

from tests.security.print_faults.faults import NotHereError, in_folder, one_of, replace_file

FOLDER = "folder"


def papers(folder):
    return [path for path in sorted(folder.iterdir()) if path.name in {"a4", "letter"}]


def sheets(folder):
    return [path for paper in papers(folder) for path in sorted(paper.glob("*.pdf"))]


def emptied(path):
    replace_file(path, lambda new: new.write_bytes(b""))


def damaged(path):
    content = path.read_bytes()
    replace_file(path, lambda new: new.write_bytes(content[: len(content) // 2]))


def gone(path):
    path.unlink()


def there(path):
    if not path.is_file():
        raise NotHereError
    return path


for _what, _how in {"missing": gone, "empty": emptied, "damaged": damaged}.items():
    for _file, _name in {
        "guide": "build.pdf",
        "print_file": "print.pdf",
        "booklet": "rules-booklet.pdf",
    }.items():

        def _change(folder, chance, _how=_how, _name=_name):
            _how(there(one_of(chance, papers(folder)) / _name))

        _change.__name__ = f"{_file}_{_what}"
        in_folder(FOLDER)(_change)

    def _rules(folder, chance, _how=_how):
        _how(there(folder / "rules.pdf"))

    _rules.__name__ = f"rules_{_what}"
    in_folder(FOLDER)(_rules)

    def _sheet(folder, chance, _how=_how):
        names = {"build.pdf", "print.pdf", "rules-booklet.pdf"}
        _how(one_of(chance, [path for path in sheets(folder) if path.name not in names]))

    _sheet.__name__ = f"sheet_{_what}"
    in_folder(FOLDER)(_sheet)

    def _face(folder, chance, _how=_how):
        _how(one_of(chance, sorted((folder / "svg").rglob("*.svg"))))

    _face.__name__ = f"face_{_what}"
    in_folder(FOLDER)(_face)

    def _font(folder, chance, _how=_how):
        _how(one_of(chance, sorted((folder / "svg").rglob("*.?tf"))))

    _font.__name__ = f"font_of_faces_{_what}"
    in_folder(FOLDER)(_font)

    def _manifest(folder, chance, _how=_how):
        _how(there(folder / "manifest.json"))

    _manifest.__name__ = f"manifest_{_what}"
    in_folder(FOLDER)(_manifest)

    def _contact(folder, chance, _how=_how):
        _how(there(folder / "contact-sheet.png"))

    _contact.__name__ = f"contact_sheet_{_what}"
    in_folder(FOLDER)(_contact)


@in_folder(FOLDER)
def face_of_another_card(folder, chance):
    one = one_of(chance, sorted((folder / "svg").rglob("*.front.svg")))
    alike = [each for each in sorted(one.parent.glob("*.front.svg")) if each.read_bytes() != one.read_bytes()]
    other = one_of(chance, alike).read_bytes()
    replace_file(one, lambda new: new.write_bytes(other))


@in_folder(FOLDER)
def face_with_a_colour_changed(folder, chance):
    path = one_of(chance, sorted((folder / "svg").rglob("*.svg")))
    content = path.read_bytes()
    at = content.find(b'fill="#')
    if at < 0:
        raise NotHereError
    spoiled = content[: at + 7] + bytes((content[at + 7] ^ 1,)) + content[at + 8 :]
    replace_file(path, lambda new: new.write_bytes(spoiled))


@in_folder(FOLDER)
def face_with_a_script(folder, chance):
    path = one_of(chance, sorted((folder / "svg").rglob("*.svg")))
    spoiled = path.read_bytes().replace(b"</svg>", b"<script>alert(1)</script></svg>")
    replace_file(path, lambda new: new.write_bytes(spoiled))


@in_folder(FOLDER)
def face_too_many(folder, chance):
    path = one_of(chance, sorted((folder / "svg").rglob("*.front.svg")))
    shutil.copyfile(path, path.with_name(f"old-{path.name}"))


@in_folder(FOLDER)
def faces_of_a_component_gone(folder, chance):
    shutil.rmtree(one_of(chance, {path.parent for path in (folder / "svg").rglob("*.svg")}))


# Files of other builds and other games.

STRAY = ("food-old.pdf", "cards (1).pdf", "print-2.pdf", "Copy of build.pdf", "cards_back.pdf", "box.PDF")


@in_folder(FOLDER)
def stray_pdf_beside_the_sheets(folder, chance):
    shutil.copyfile(one_of(chance, sheets(folder)), one_of(chance, papers(folder)) / chance.choice(STRAY))


@in_folder(FOLDER)
def stray_pdf_beside_the_rules(folder, chance):
    shutil.copyfile(one_of(chance, sheets(folder)), folder / chance.choice(("rules-old.pdf", "print.pdf")))


@in_folder(FOLDER)
def stray_pack(folder, chance):
    shutil.copyfile(one_of(chance, sheets(folder)), one_of(chance, papers(folder)) / "packed-card+food.pdf")


@in_folder(FOLDER)
def stray_folder_of_another_paper(folder, chance):
    shutil.copytree(one_of(chance, papers(folder)), folder / "legal")


@in_folder(FOLDER)
def sheets_of_another_paper(folder, chance):
    one, other = papers(folder)
    names = {path.name for path in one.glob("*.pdf")} & {path.name for path in other.glob("*.pdf")}
    name = one_of(chance, sorted(names))
    content = (other / name).read_bytes()
    replace_file(one / name, lambda new: new.write_bytes(content))


@in_folder(FOLDER)
def two_sheets_swapped(folder, chance):
    paper = one_of(chance, papers(folder))
    one, other = chance.sample(sorted(paper.glob("*.pdf")), 2)
    contents = one.read_bytes(), other.read_bytes()
    replace_file(one, lambda new: new.write_bytes(contents[1]))
    replace_file(other, lambda new: new.write_bytes(contents[0]))


@in_folder(FOLDER)
def rules_in_place_of_the_guide(folder, chance):
    content = there(folder / "rules.pdf").read_bytes()
    replace_file(one_of(chance, papers(folder)) / "build.pdf", lambda new: new.write_bytes(content))


@in_folder(FOLDER)
def booklet_in_place_of_the_rules(folder, chance):
    content = there(one_of(chance, papers(folder)) / "rules-booklet.pdf").read_bytes()
    replace_file(folder / "rules.pdf", lambda new: new.write_bytes(content))


@in_folder(FOLDER)
def print_file_with_a_page_less(folder, chance):
    path = there(one_of(chance, papers(folder)) / "print.pdf")
    with Pdf.open(path) as pdf:
        del pdf.pages[chance.randrange(len(pdf.pages))]
        replace_file(path, pdf.save)


@in_folder(FOLDER)
def guide_of_another_paper(folder, chance):
    one, other = papers(folder)
    content = there(other / "build.pdf").read_bytes()
    replace_file(one / "build.pdf", lambda new: new.write_bytes(content))


@in_folder(FOLDER)
def link_in_place_of_a_file(folder, chance):
    path = one_of(chance, sheets(folder))
    away = folder.parent / "elsewhere.pdf"
    shutil.copyfile(path, away)
    path.unlink()
    path.symlink_to(away)


@in_folder(FOLDER)
def folder_in_place_of_a_file(folder, chance):
    path = one_of(chance, sheets(folder))
    path.unlink()
    path.mkdir()


@in_folder(FOLDER)
def papers_swapped(folder, chance):
    one, other = papers(folder)
    one.rename(folder / "moved")
    other.rename(one)
    (folder / "moved").rename(other)


# The manifest.


def edited(folder, change):
    path = there(folder / "manifest.json")
    manifest = json.loads(path.read_bytes())
    change(manifest)
    content = json.dumps(manifest, indent=2).encode()
    replace_file(path, lambda new: new.write_bytes(content))


@in_folder(FOLDER)
def manifest_with_another_count(folder, chance):
    edited(folder, lambda manifest: chance.choice(manifest["pieces"]).update(copies=77))


@in_folder(FOLDER)
def manifest_without_a_piece(folder, chance):
    edited(folder, lambda manifest: manifest["pieces"].pop(chance.randrange(len(manifest["pieces"]))))


@in_folder(FOLDER)
def manifest_without_a_page(folder, chance):
    edited(folder, lambda manifest: manifest["sheets"].pop(chance.randrange(len(manifest["sheets"]))))


@in_folder(FOLDER)
def manifest_with_another_place(folder, chance):
    def change(manifest):
        sheet = chance.choice([each for each in manifest["sheets"] if each["placements"]])
        chance.choice(sheet["placements"])["x_mm"] += 1

    edited(folder, change)


@in_folder(FOLDER)
def manifest_with_another_game(folder, chance):
    edited(folder, lambda manifest: manifest.update(game="another"))


@in_folder(FOLDER)
def manifest_with_another_version(folder, chance):
    edited(folder, lambda manifest: manifest.update(version="99"))


def without(manifest, key):
    if not manifest.pop(key, None):
        raise NotHereError


@in_folder(FOLDER)
def manifest_without_rules(folder, chance):
    edited(folder, lambda manifest: without(manifest, "rules"))


@in_folder(FOLDER)
def manifest_without_the_print_files(folder, chance):
    edited(folder, lambda manifest: without(manifest, "print"))


@in_folder(FOLDER)
def manifest_that_is_a_list(folder, chance):
    replace_file(there(folder / "manifest.json"), lambda new: new.write_bytes(b"[1, 2]"))


@in_folder(FOLDER)
def manifest_that_leaves_a_file_out(folder, chance):
    sheet = one_of(chance, [path for path in sheets(folder) if path.name.islower()])
    edited(folder, lambda manifest: manifest.setdefault("left_out", []).append(f"a4/{sheet.name}"))
    replace_file(sheet, lambda new: new.write_bytes(b""))
