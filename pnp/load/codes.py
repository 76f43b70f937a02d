"""Every code that loading can report, with its meaning in one line."""

from collections.abc import Mapping
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        "PNP100": "a file cannot be read as text: not UTF-8, over 5 MB, an invisible character, unreadable",
        "PNP101": "a file is not YAML: a bracket, quote, colon or indentation is wrong",
        "PNP102": "a tab is used for indentation",
        "PNP103": "an unknown key, or a key that is almost one of pnp's own",
        "PNP104": "a value of the wrong type, such as a word where a whole number belongs",
        "PNP105": "a key that must be there is missing",
        "PNP106": "a key is written twice in the same place",
        "PNP107": "a file is empty",
        "PNP108": "anchors and aliases that never end, or nesting too deep or too big to be meant",
        "PNP109": "a corner of YAML that pnp leaves out: tags, merge keys, several documents, keys that are no text",
        "PNP110": "a length without a unit, a size without a name, or one that cannot be cut",
        "PNP111": "a colour that is not written #rrggbb",
        "PNP112": "a name that cannot be used: a file, folder, id, field or language",
        "PNP113": "two pieces of one component have the same id",
        "PNP114": "a word that is none of the allowed ones: a kind, a provenance",
        "PNP115": "a file that is named but not there: a template, a table of rows, a picture",
        "PNP116": "a path that leaves the folder it belongs to",
        "PNP117": "a range or a number outside its limits, or more pieces than a component can hold",
        "PNP118": "a reference to a name that does not exist: a placeholder, a field, a source, a colour",
        "PNP119": "a look-up finds no such table or no such row",
        "PNP120": "a table is less deep than its look-up",
        "PNP121": "an effect uses a word that the game's wording has no phrase for",
        "PNP122": "a phrase of the wording has a slip: a bracket, an alternative, a field that is not there",
        "PNP123": "an effect or one of its steps is not built as pnp can read it",
        "PNP124": "a table of rows is not well formed: a heading, a quote, a cell too many",
        "PNP125": "two keys say the same thing, and only one can be right",
        "PNP126": "a file in a format that pnp does not read",
        "PNP127": "there is nothing to print: a game without components, a component without pieces",
        "PNP140": "a space of a board has no shape, two shapes, or corners that make none",
        "PNP141": "a space reaches beyond its board",
        "PNP142": "two spaces of a board overlap",
        "PNP143": "a neighbour that is no space of the board, or is the space itself",
        "PNP144": "two spaces of which only one calls the other its neighbour",
        "PNP145": "two spaces of a board have the same id",
        "PNP146": "a picture of triangles without letters, or with too many",
        "PNP147": "a step along a variable that the space has not",
    }
)
