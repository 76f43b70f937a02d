"""Exports for print shops: exact pixels, bleed, names, quantities, zips; what fits no product is told, the rest is made."""

import csv
import io
import re
import zipfile

import pikepdf
import pytest
from icc import cmyk_profile
from PIL import Image
from small_game import FOOD, contents

from pnp.export.image_files import page_picture
from pnp.export.press_colours import inks_of_srgb, rgb_condition
from pnp.export.press_pages import in_inks
from pnp.preflight.pdf_faults import PreflightOptions, preflight_file
from pnp.shops.print_shops import held_against, profile_names, shop_profile

LEAF = (0x3F, 0x9B, 0x3A)


def exported(root, target):
    return contents(root / f"output/soup/export/{target}")


def picture(content):
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_is_sound_and_says_where_it_is_from(name):
    profile = shop_profile(name)
    assert all(source.startswith("https://") for source in profile.sources)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", profile.checked)
    assert (profile.takes, profile.copies) in {(t, c) for t in ("png", "pdf") for c in ("repeated", "named")}
    assert {*profile.names} == ({"pdf"} if profile.takes == "pdf" else {"front", "back", "common_back"})
    fields = {"product": "poker", "component": "food", "piece": "pea", "number": "001", "copies": 2}
    for path in (each.format(**fields) for each in profile.names.values()):
        assert path.startswith("poker/")
        assert ".." not in path
    for product in profile.products:
        size, shape = (product.size.width, product.size.height), product.shape
        assert shape in {"rectangle", "circle", "hexagon"}
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", product.id)
        assert all(n >= mm / 25.4 * profile.dpi - 1 for n, mm in zip(product.pixels, size, strict=True))
    assert len({product.id for product in profile.products}) == len(profile.products) > 0


@pytest.mark.parametrize(
    ("shop", "product", "pixels"),
    [
        ("makeplayingcards", "poker", (822, 1122)),
        ("makeplayingcards", "game", (816, 1110)),
        ("thegamecrafter", "poker-deck", (825, 1125)),
        ("thegamecrafter", "medium-circle-chit", (300, 300)),
        ("drivethrucards", "poker", (825, 1125)),
    ],
)
def test_a_picture_has_the_pixels_that_the_shop_publishes(shop, product, pixels):
    assert {each.id: each.pixels for each in shop_profile(shop).products}[product] == pixels


def test_a_shop_that_takes_a_file_for_every_card_gets_them_numbered(soup, pnp):
    outcome = pnp("export mpc --workers 1")  # as everybody calls that shop
    files = exported(soup, "makeplayingcards")
    assert [name.removeprefix("game/food/") for name in files if name != "files.csv"] == [
        "back.png",
        "front/001-leek.png",
        "front/002-leek.png",
        "front/003-pea.png",
    ]
    back = picture(files["game/food/back.png"])
    assert (back.size, round(back.info["dpi"][0]), back.mode) == ((816, 1110), 300, "RGB")
    corners = {back.getpixel((x, y)) for x in (0, 815) for y in (0, 1109)}
    assert corners == {LEAF}  # 0.05 mm of it lie beyond the drawing
    assert "Food cards (63 × 88 mm): Game size cards" in outcome.out


def test_a_shop_that_reads_copies_from_names_gets_each_card_once_and_a_zip(soup, pnp):
    pnp("export thegamecrafter --dpi 60 --workers 1")
    files = exported(soup, "thegamecrafter")
    pictures = {name.rpartition("/")[2]: files[name] for name in files if name.endswith(".png")}
    assert sorted(pictures) == ["back.png", "leek[face,2].png", "pea[face,1].png"]
    with zipfile.ZipFile(io.BytesIO(files["euro-poker-deck/food.zip"])) as packed:
        assert {info.filename: packed.read(info) for info in packed.infolist()} == pictures
        # unpacked, they are there for everybody to read
        assert {(info.create_system, info.external_attr >> 16) for info in packed.infolist()} == {(3, 0o644)}
    assert {picture(each).size for each in pictures.values()} == {(165, 225)}


def test_a_shop_that_takes_a_pdf_gets_a_page_for_each_side_of_each_card(soup, pnp):
    outcome = pnp("export drivethrucards")
    path = soup / "output/soup/export/drivethrucards/poker/food.pdf"
    with pikepdf.open(path) as pdf:
        boxes = {tuple(round(float(edge), 2) for edge in page.MediaBox) for page in pdf.pages}
        trims = {tuple(round(float(edge), 2) for edge in page.TrimBox) for page in pdf.pages}
        assert (len(pdf.pages), boxes) == (6, {(0, 0, 198, 270)})  # 2.75 x 3.75 in
        assert trims == {(9, 9, 189, 261)}
    back, front = (page_picture(path, index, dpi=100) for index in (0, 1))
    assert (back.getpixel((0, 0)), back.getpixel((274, 374)), front.getpixel((0, 0))) == (
        LEAF,
        LEAF,
        (255,) * 3,
    )
    assert "export again with --icc FILE" in outcome.err
    rows = list(csv.DictReader(io.StringIO(exported(soup, "drivethrucards")["files.csv"].decode())))
    assert [(row["file"], row["copies"]) for row in rows] == [("poker/food.pdf", "3")]


def test_a_shop_that_takes_inks_alone_gets_pdf_x_1a_within_its_limit(soup, pnp):
    """Opaque pages in CMYK, no place with more ink than the shop takes: what its published list asks for."""
    (soup / "coated.icc").write_bytes(cmyk_profile())
    outcome = pnp("export drivethrucards --icc coated.icc")
    assert "PDF/X-1a:2003 for Test paper FOGRA39, at most 240 % of ink" in outcome.out
    path = soup / "output/soup/export/drivethrucards/poker/food.pdf"
    result = preflight_file(path, PreflightOptions(bleed=3.175, ink=240))
    assert [each.message for each in result.diagnostics] == []
    assert result.summary[0].endswith("6 pages, PDF/X-1a:2003")
    assert "  colours: CMYK, for Test paper FOGRA39" in result.summary
    with pikepdf.open(path) as pdf:
        assert pdf.pdf_version == "1.4"
        assert len({page.Resources.XObject.P.objgen for page in pdf.pages}) == 3  # a back is there once
    first = path.read_bytes()
    pnp("export drivethrucards --icc coated.icc")
    assert path.read_bytes() == first


FOOD_PDF = "poker/food.pdf: DriveThruCards asks for"


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("makeplayingcards", 0, "files read again: as MakePlayingCards asked for on 20"),
        ("thegamecrafter", 0, "files read again: as The Game Crafter asked for on 20"),
        ("drivethrucards --icc coated.icc", 0, "1 file read again: as DriveThruCards asked for on 20"),
        ("thegamecrafter --dpi 60", 1, "food/back.png and 2 more files: The Game Crafter asks for 825 × 1125 pixels, not 165 × 225"),
        ("drivethrucards", 1, f"{FOOD_PDF} PDF/X-1a:2003 in CMYK, not PDF 1.7 in Gray and RGB\n  hint: export again with --icc"),
    ],
)  # fmt: skip
def test_finished_files_are_held_against_what_the_shop_asks_for(soup, pnp, asked, status, said):
    (soup / "coated.icc").write_bytes(cmyk_profile())
    outcome = pnp(f"export {asked} --workers 1")
    assert (outcome.status, said in outcome.out + outcome.err) == (status, True)
    assert len(exported(soup, asked.partition(" ")[0])) > 1  # what is wrong is there to be looked at


def picture_in(name, product, size, mode):
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, "PNG")
    return f"{product}/food/{name}", stream.getvalue()


def pdf_of(operators, page=(198, 270), trim=(9, 9, 189, 261)):
    """Return a PDF/X-1a, in name, of two pages with something drawn on the second; lengths in pt."""
    stream = io.BytesIO()
    with pikepdf.new() as pdf:
        pixels = {"Width": 2, "Height": 2, "BitsPerComponent": 8, "ColorSpace": pikepdf.Name.DeviceCMYK}
        shown = pdf.make_stream(b"\xcc\x99\x00\x00" * 4, Subtype=pikepdf.Name.Image, **pixels)
        for content in ("", operators):
            pdf.add_blank_page(page_size=page)
            pdf.pages[-1].TrimBox = pikepdf.Array(trim)
            pdf.pages[-1].Contents = pdf.make_stream(content.encode())
            pdf.pages[-1].Resources = pikepdf.Dictionary(XObject={"/P": shown})
        pdf.docinfo[pikepdf.Name.GTS_PDFXVersion] = pikepdf.String("PDF/X-1a:2003")
        pdf.save(stream)
    return "poker/food.pdf", stream.getvalue()


@pytest.mark.parametrize(
    ("shop", "made", "fact"),
    [
        ("makeplayingcards", picture_in("back.png", "poker", (822, 1122), "RGB"), ""),
        ("makeplayingcards", picture_in("back.png", "game", (822, 1122), "RGB"), "816 × 1110 pixels, not 822 × 1122"),
        ("thegamecrafter", picture_in("back.png", "poker-deck", (825, 1125), "L"), "RGB colours, not L"),
        ("drivethrucards", pdf_of("/P Do"), ""),
        ("drivethrucards", pdf_of("1 .9 .5 0 k 0 0 9 9 re f"), ""),
        ("drivethrucards", pdf_of("1 .9 .5 .1 k 0 0 9 9 re f"), "at most 240 % of ink in one place, not 250 %"),
        ("drivethrucards", pdf_of("/P Do", page=(180, 252), trim=(0, 0, 180, 252)), "pages of 69.85 × 95.25 mm, not 63.5 × 88.9 mm"),
        ("drivethrucards", pdf_of("/P Do", trim=(0, 0, 198, 270)), "a trim of 63.5 × 88.9 mm, not 69.85 × 95.25 mm"),
        ("drivethrucards", pdf_of("1 0 0 rg 0 0 9 9 re f"), "PDF/X-1a:2003 in CMYK, not PDF/X-1a:2003 in RGB"),
    ],
)  # fmt: skip
def test_what_a_shop_would_not_take_is_named(tmp_path, shop, made, fact):
    name, content = made
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_bytes(content)
    profile = shop_profile(shop)
    notes, findings = held_against(profile, tmp_path)
    assert [finding.message for finding in findings] == [f"{name}: {profile.title} asks for {fact}"] * bool(
        fact
    )
    assert bool(notes) is not bool(fact)


def test_a_profile_that_is_not_of_a_cmyk_press_is_refused(soup, pnp):
    (soup / "rgb.icc").write_bytes(rgb_condition().profile)
    outcome = pnp("export drivethrucards --icc rgb.icc")
    assert (outcome.status, "is for RGB, not for CMYK" in outcome.err) == (2, True)


def test_ink_gives_way_in_equal_parts_and_gray_is_black_alone():
    picture = Image.new("RGB", (3, 1))
    picture.putdata([(10, 10, 10), (80, 10, 10), (255, 255, 255)])
    transform = inks_of_srgb(cmyk_profile())
    full, within = (in_inks(picture, transform, most) for most in (400, 240))
    dark, limited = full.getpixel((1, 0)), within.getpixel((1, 0))
    assert sum(dark) / 2.55 > 240 >= sum(limited) / 2.55 > 235
    assert limited[3] == dark[3]
    assert within.getpixel((0, 0)) == (0, 0, 0, 245)
    assert within.getpixel((2, 0)) == (0, 0, 0, 0)


def test_a_card_on_its_side_is_stood_up_with_its_back_behind_it(soup, pnp):
    wide = FOOD.replace("size: standard", "size: 88mm x 63mm")
    (soup / "card_data/soup/food.yaml").write_text(wide, encoding="utf-8")
    half = '<rect x="-3" y="-3" width="94" height="34" fill="#d00000"/>'  # the upper half
    for name in ("food", "back"):
        (soup / f"templates/soup/{name}.svg.j2").write_text(
            '{# Half of it is red. #}\n{% extends "base/card.svg.j2" %}\n{% block background %}'
            + half
            + "{% endblock %}",
            encoding="utf-8",
        )
    pnp("export makeplayingcards --dpi 100 --workers 1")
    files = exported(soup, "makeplayingcards")
    front, back = (picture(files[f"game/food/{name}.png"]) for name in ("front/003-pea", "back"))
    assert front.size == back.size == (272, 370)
    assert [front.getpixel((x, 185))[1] for x in (5, 266)] == [255, 0]
    assert [back.getpixel((x, 185))[1] for x in (5, 266)] == [0, 255]
    pnp("export drivethrucards")
    path = soup / "output/soup/export/drivethrucards/poker/food.pdf"
    back, front = (page_picture(path, index, dpi=100) for index in (0, 1))
    assert [front.getpixel((x, 185))[1] for x in (1, 273)] == [255, 0]
    assert [back.getpixel((x, 185))[1] for x in (1, 273)] == [0, 255]


def test_what_fits_no_product_is_told_with_the_nearest_and_the_rest_is_made(soup, pnp):
    (soup / "card_data/soup/coins.yaml").write_text(
        "kind: discs\ntitle: Coins\ndiameter: 22mm\nfront: back.svg.j2\npieces: [{id: coin, name: Coin}]\n",
        encoding="utf-8",
    )
    outcome = pnp("export thegamecrafter --dpi 30 --workers 1")
    assert (
        "left out: Coins (22 mm across): the nearest is Medium circle chits, 19.05 mm across" in outcome.out
    )
    assert (outcome.status, len(exported(soup, "thegamecrafter"))) == (1, 5)  # for their pixels
    alone = pnp("export thegamecrafter --component coins")
    assert (alone.status, alone.out.splitlines()[0]) == (1, "soup: nothing to export")


def test_the_list_says_what_a_shop_makes_and_who_says_so(pnp):
    listed = pnp("export thegamecrafter --list")
    assert "Poker deck: 63.5 × 88.9 mm, 825 × 1125 pixels" in listed.out
    assert "says https://help.thegamecrafter.com/" in listed.out
    names = [line.split()[0] for line in pnp("export --list").out.splitlines()]
    assert names[:5] == ["png", "press", *profile_names()]
