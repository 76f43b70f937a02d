"""The pieces of a component: each entry of `pieces` or row of a table, as many as its `for` makes."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import cast

from pnp.files import is_file
from pnp.load.effect_text import EffectWriter
from pnp.load.field_types import read_field_types, stray_fields, typed_fields, unlisted_fields
from pnp.load.game_yaml import Context, override_values
from pnp.load.nodes import FIELD, Findings, MapNode, Node, Problem, ScalarNode, not_wanted, text_node
from pnp.load.piece_fields import (
    FieldContext,
    PieceFields,
    StatementReader,
    Variables,
    combinations,
    read_citations,
    read_tables,
)
from pnp.load.project import find_inside, find_template
from pnp.load.rows.headings import (
    COPIES,
    RESERVED,
    SOURCE,
    SOURCE_KIND,
    SURELY_COPIES,
    misspelt_key,
    warn_of_counts,
)
from pnp.model.diagnostics import Place
from pnp.model.game import Piece, Provenance, Source
from pnp.model.limits import raised
from pnp.text import suggest

# Where each fact of a piece comes from: `source`, for the whole piece or field by field.


def read_source(
    node: Node | None,
    *,
    fields: Collection[str],
    pointers: Collection[str] | None,
    strict: bool,
    findings: Findings,
) -> dict[str, Source]:
    """Return the sources by field name, "" for the whole piece.

    `pointers` are the ids that game.yaml lists, None when it lists none. A field that the piece has not is an error
    when `strict`, and passed over when not (the source of a default that this piece does without).
    """
    if node is None:
        return {}
    if isinstance(node, ScalarNode) or (isinstance(node, MapNode) and "kind" in node):
        source = findings.attempt(_source, node, pointers, findings)
        return {"": source} if source else {}
    if not isinstance(node, MapNode):
        findings.wrong_value(node, "source must be a word", hint="write source: stated")
        return {}
    sources: dict[str, Source] = {}
    for key, value in node.entries:
        if key.text in fields:
            source = findings.attempt(_source, value, pointers, findings)
            sources |= {key.text: source} if source else {}
        elif strict:
            findings.unknown("PNP118", f'this piece has no field "{key.text}"', key, fields, "fields")
    return sources


def _source(node: Node, pointers: Collection[str] | None, findings: Findings) -> Source:
    word = node.get("kind") if isinstance(node, MapNode) else node
    if not isinstance(word, ScalarNode) or (word is node and not isinstance(node.value, str)):
        hint = "write stated, found, derived or reconstructed"
        raise not_wanted(node, "a source must be a word", hint)
    if not isinstance(node, MapNode):
        return Source(provenance_of(word))
    findings.check_keys(node, SOURCE, "a source")
    kind, pointer = provenance_of(word), node.get("pointer")
    if pointer is None:
        return Source(kind)
    if not isinstance(pointer, ScalarNode) or pointer.value is None:
        raise not_wanted(pointer, "pointer must be one id", "write pointer: W1")
    if pointers is not None and pointer.text not in pointers:
        hint = suggest(pointer.text, pointers, what="sources")
        raise Problem("PNP118", f'game.yaml lists no source "{pointer.text}"', pointer.place, hint)
    return Source(kind, pointer.text)


def provenance_of(node: Node) -> Provenance:
    """Return the word that says where a fact comes from; raises Problem (PNP114)."""
    word = node.text if isinstance(node, ScalarNode) else ""
    if word not in SOURCE_KIND.words:
        hint = suggest(word, SOURCE_KIND.words, what="words")
        raise Problem("PNP114", f'"{word}" is not a provenance', node.place, hint)
    return cast("Provenance", word)


_NOT_FIELDS = {*RESERVED} - {"art"}
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")

Inspect = Callable[[Mapping[str, Node | None], Findings], None]
"""How a kind looks at the worked-out fields of one piece, pnp's own keys among them."""


class PieceReader:
    """Reads the entries of one component; remembers the ids and templates it has met."""

    def __init__(
        self, component: str, section: MapNode, game: Context, inspect: Inspect | None, *, plain: str | None
    ) -> None:
        """`section` is the file of the component: its defaults, tables and templates are for all of its pieces.

        `plain` is the template of a piece without a front, if there is one.
        """
        self._component = component
        self._game = game
        self._limits = game.header.game.limits
        self._findings = game.findings
        self._inspect = inspect
        self._overrides = tuple(override for override in game.overrides if override.component == component)
        self._templates: dict[str, str] = {}
        self._shared_defaults = game.findings.want_map(section.get("defaults"), "defaults")
        if self._shared_defaults:
            check_field_names(self._shared_defaults, self._findings)
            for key in ("id", "for"):
                if key in self._shared_defaults:
                    place = self._shared_defaults.key_place(key)
                    hint = f"write {key}: in each piece"
                    self._findings.error("PNP103", f'defaults has no key "{key}"', place, hint=hint)
        effects = EffectWriter(game.header.wording, game.findings)
        tables, marked = read_tables(section.get("tables"), game.findings), "markup" in section
        self._fields = FieldContext(tables, effects, game.findings, marked=marked)
        self._faces_of_all = {key: self._template(section.get(key), key) for key in ("front", "back")}
        self._has_front, self._has_back = "front" in section, "back" in section
        self._plain = plain
        self._types = read_field_types(section.get("fields"), game.findings)
        self._strict = section.get("strict") is None or section.value["strict"] is not False
        self.benched: list[str] = []
        self._ids: dict[str, Place] = {}
        self._spellings: set[str] = set()
        self._made = Counter[str]()

    def read(self, entries: tuple[Node, ...], *, in_table: bool) -> Iterator[Piece]:
        """Yield the pieces of all entries, in order; of those with 0 copies, only the ids are `benched`."""
        if self._types is None and self._strict:
            stray_fields(entries, self._shared_defaults, RESERVED, self._findings)
            if not in_table:
                warn_of_counts(entries, self._shared_defaults, self._findings)
        for entry in entries:
            if not isinstance(entry, MapNode):
                hint = "write {id: name-of-the-piece}"
                self._findings.wrong_value(entry, "a piece must be a mapping", hint=hint)
                continue
            self._check_names(entry, in_table=in_table)
            for variables in combinations(entry.get("for"), self._findings, self._limits.pieces):
                if not self._room_for(entry):
                    return
                if self._clash(entry, variables):
                    break
                before = len(self._findings)
                piece = self._piece(entry, variables)
                written = entry.get("id")
                name = piece.id if piece else written.text if isinstance(written, ScalarNode) else None
                self._findings.name_piece(name, since=before)
                if piece is not None:
                    yield piece

    def _check_names(self, entry: MapNode, *, in_table: bool) -> None:
        check_field_names(entry, self._findings)
        if not in_table:  # there the rows have been told
            self._findings.require(entry, "id", "this piece", example="name-of-the-piece")
        listed = self._types or {}
        unsaid = "copies" not in entry and "copies" not in (self._shared_defaults or ())
        for key, _ in entry.entries if unsaid else ():  # another name for them would be printed in silence
            if key.text.casefold() in SURELY_COPIES and key.text not in listed:
                hint = "write copies; or list it in fields, if it is a field of yours"
                self._findings.error("PNP103", f'a piece has no key "{key.text}"', key.place, hint=hint)
        if self._types is not None:
            looped = entry.get("for")
            known = {*RESERVED, "name", *(looped if isinstance(looped, MapNode) else ())}
            unlisted_fields(listed, entry, known, self._findings, in_table=in_table)

    def _room_for(self, entry: MapNode) -> bool:
        """Count one more piece; say whether there are no more of them, of their values and letters than the limits."""
        whole = [each for each in (entry, self._shared_defaults) if each is not None]
        self._made["pieces"] += 1
        self._made["piece_values"] += sum(node.weight for node in whole)
        self._made["piece_letters"] += sum(node.letters for node in whole)
        beyond = (name for name, count in self._made.items() if count > getattr(self._limits, name))
        if (name := next(beyond, None)) is None:
            return True
        most = getattr(self._limits, name)
        what = name.replace("piece_", "") + " in the pieces of one component"
        message = f"more than {most:,} {what if '_' in name else 'pieces in one component'}"
        hint = f"split it into several components{raised(name, 2 * most)}"
        self._findings.error("PNP117", message, entry.place, hint=hint)
        return False

    def _piece(self, entry: MapNode, variables: Variables) -> Piece | None:
        defaults = self._defaults(entry)
        identified = fields = PieceFields(entry, variables, self._fields, defaults=defaults)
        if self._overrides:  # the id stays what its file makes it
            name = identified.identity(entry.get("id"))
            replaced = override_values(self._overrides, name, tuple(identified))
            fields = PieceFields(entry, variables, self._fields, defaults=defaults, overrides=replaced)
        nodes = {name: fields.get(name) for name in fields if name not in ("id", "source", "defaults")}
        if self._types:
            nodes = typed_fields(self._types, nodes, entry.place, self._findings)
        if self._inspect:
            self._inspect(nodes, self._findings)
        piece_id = self._new_id(entry.get("id"), identified, variables)
        number = COPIES.parsed(nodes.get("copies"), self._findings)
        front, back = self._faces(entry, nodes)
        extra = self._findings.want_flag(nodes.get("extra"), "extra", default=False)
        nodes["art"] = self._art(nodes.get("art"))
        sources = read_source(
            entry.get("source") or (defaults.get("source") if defaults else None),
            fields=[*nodes, "id", "copies"],
            pointers=self._game.header.sources,
            strict="source" in entry,
            findings=self._findings,
        )
        if piece_id is None or (number is None and nodes.get("copies")) or front is None:
            return None
        if number == 0:
            self.benched.append(piece_id)
            return None
        texts = StatementReader(f"{self._component}/{piece_id}", self._findings, fields.worded)
        claims = read_citations(nodes.pop("claim", None), self._findings)
        said = ((name, node) for name, node in nodes.items() if node and name not in _NOT_FIELDS)
        own = {name: texts.field(node, name, claims).value for name, node in said}
        places = {name: node.place for name, node in {"id": entry.get("id"), **nodes}.items() if node}
        return Piece(
            id=piece_id,
            copies=number or 1,
            fields=MappingProxyType(own),
            front=front,
            back=back,
            place=entry.place,
            places=MappingProxyType(places),
            sources=MappingProxyType(sources),
            extra=extra,
            statements=tuple(texts.found),
        )

    def _faces(self, entry: MapNode, nodes: Mapping[str, Node | None]) -> tuple[str | None, str | None]:
        sides, usual = ("front", "back"), self._faces_of_all
        front, back = (self._template(nodes[key], key) if key in nodes else usual[key] for key in sides)
        if "front" not in nodes and not self._has_front:
            if self._plain:
                return self._plain, back if "back" in nodes or self._has_back else self._plain
            hint = "add front: to the component or to this piece"
            self._findings.error("PNP105", "this piece has no front", entry.place, hint=hint)
        return front, back

    def _defaults(self, entry: MapNode) -> MapNode | None:
        node = entry.get("defaults")
        if node is None:
            return self._shared_defaults
        if not isinstance(node, ScalarNode) or node.text != "none":
            hint = "write defaults: none, or leave it out"
            self._findings.wrong_value(node, "defaults of a piece must be none", hint=hint)
        return None

    def _clash(self, entry: MapNode, variables: Variables) -> bool:
        clashes = [name for name in variables if name in entry or name in RESERVED]
        for name in clashes:
            place = entry.key_place(name if name in entry else "for")
            what = "is both a variable of for and a field" if name in entry else "cannot be a variable"
            self._findings.error("PNP125", f"{name} {what}", place, hint="give one of them another name")
        return bool(clashes)

    def _new_id(self, node: Node | None, fields: PieceFields, variables: Variables) -> str | None:
        piece_id = fields.identity(node)
        if node is None or piece_id is None:
            return None
        first = self._ids.get(piece_id.casefold())
        if first is None:
            self._ids[piece_id.casefold()] = node.place
            self._spellings.add(piece_id)
            return piece_id
        hint = f"the first is {first.spot}; on many computers, ids that differ only in case are the same file"
        if (first.file, first.line) == (node.place.file, node.place.line):
            hint = f"put a variable into the id: {{{'}-{'.join(variables)}}}"
        elif piece_id in self._spellings:
            hint = f"the first is {first.spot}; give this one another id"
        self._findings.error("PNP113", f'two pieces have the id "{piece_id}"', node.place, hint=hint)
        return None

    def _template(self, node: Node | None, key: str) -> str | None:
        written = node.text if isinstance(node, ScalarNode) else ""
        if node is None or (key == "back" and written == "none"):
            return None
        if written not in self._templates:
            name = self._findings.attempt(find_template, node, self._game.folder, key)
            if name is None:
                return None
            self._templates[written] = name
        return self._templates[written]

    def _art(self, node: Node | None) -> Node | None:
        """Return the picture that a piece names; a table that is not strict may name its folder, too, and lack some."""
        if node is None or node.value == "":
            return node
        folder = self._game.folder.path / "art"
        if self._strict:
            self._findings.attempt(find_inside, node, folder, "art", what="picture", suffixes=PICTURES)
            return node
        name = picture_name(node.text) if isinstance(node, ScalarNode) else ""
        if not name or is_file(folder / name):
            return text_node(name, node.place) if name else None
        message = f'there is no picture "{name}" in art/'
        self._findings.warn("PNP115", message, node.place, hint="put it there")
        return None


def picture_name(written: str) -> str:
    r"""Return the name of the file that a cell names, "" when it names no picture: its folder and what follows are left out.

    >>> picture_name("Images\\fox.png"), picture_name("fox.jpg,50,40,90"), picture_name("https://a.b/fox.jpg"), picture_name("fox")
    ('fox.png', 'fox.jpg', 'fox.jpg', '')
    """
    name = re.split(r"[\\/]", written.strip().partition(",")[0])[-1].strip()
    return name if Path(name).suffix.lower() in PICTURES else ""


def check_field_names(
    section: MapNode, findings: Findings, *, reserved: tuple[str, ...] = RESERVED, what: str = "a piece"
) -> None:
    """Report keys that are almost pnp's own (PNP103), and keys that no template could name (PNP112)."""
    for key, _ in section.entries:
        if key.text in (*reserved, "name"):
            continue
        meant = misspelt_key(key.text, (*reserved, "name"))
        if meant and key.text != "font":
            message = f'{what} has no key "{key.text}"'
            findings.error("PNP103", message, key.place, hint=f'did you mean "{meant}"?')
        elif not FIELD.fullmatch(key.text):
            fixed = re.sub(r"\W+", "_", key.text.strip().lower(), flags=re.ASCII).strip("_") or "name"
            fixed = fixed if FIELD.fullmatch(fixed) else f"n{fixed}"
            message = f'"{key.text}" cannot be the name of a field'
            findings.error("PNP112", message, key.place, hint=f"write {fixed}")
