"""`pnp template export`: a card as a drawing that is its template from then on."""


def test_an_exported_card_is_used_as_a_template(soup, pnp):
    made = pnp("template export soup leek")
    assert (made.status, made.out.splitlines()) == (
        0,
        ["templates/soup/food-leek.svg", "next: write front: food-leek.svg in the file of the component"],
    )
    data = soup / "card_data/soup/food.yaml"
    data.write_text(data.read_text().replace("food.svg.j2", "food-leek.svg"))
    assert pnp("check soup").status == 0
    built = pnp("build soup --paper a4 --no-rules")
    assert built.status == 0, built.err
    assert "Pea" in (soup / "output/soup/svg/food/pea.front.svg").read_text()


def test_what_cannot_be_exported_is_said(soup, pnp):
    pnp("template export soup leek --out templates/soup/drawn.svg")
    missing, back = pnp("template export soup leak"), pnp("template export soup leek --back --out -")
    assert (missing.status, "did you mean leek?" in missing.err) == (2, True)
    assert (back.status, back.out.startswith("<?xml")) == (0, True)
    data = soup / "card_data/soup/food.yaml"
    data.write_text(data.read_text().replace("food.svg.j2", "drawn.svg"))
    again = pnp("template export soup leek")
    assert again.status == 2
    assert "is already a drawing" in again.err
