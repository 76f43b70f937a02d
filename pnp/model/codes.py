"""Every code a diagnostic can have, by topic, with its meaning in one line. Codes never change their meaning."""

from collections.abc import Mapping
from types import MappingProxyType

DATA = {
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
    "PNP128": "a file in art/ that no card asks for: a name misspelt, or not a picture",
    "PNP129": "a credit in art/credits.yaml for a picture that no card asks for",
    "PNP130": "an edge of a tile is of a kind that the component does not know",
    "PNP131": "the corners of a polygon make no piece: too few, repeated, in a line, or sides that cross",
    "PNP132": "a tile names more or fewer edges than it has",
    "PNP133": "there is no label sheet of that name",
    "PNP134": "a label sheet is not symmetric on its paper",
    "PNP135": "a label sheet does not lie on its paper, or its labels lie on one another",
    "PNP136": "stickers are larger than the labels that they are printed on",
    "PNP137": "two label sheets are of the same paper",
    "PNP138": "a sticker has a back, on which nothing can be printed",
    "PNP140": "a space of a board has no shape, two shapes, or corners that make none",
    "PNP141": "a space reaches beyond its board",
    "PNP142": "two spaces of a board overlap",
    "PNP143": "a neighbour that is no space of the board, or is the space itself",
    "PNP144": "two spaces of which only one calls the other its neighbour",
    "PNP145": "two spaces of a board have the same id",
    "PNP146": "a picture of triangles without letters, or with too many",
    "PNP147": "a step along a variable that the space has not",
    "PNP150": "a die has more or fewer sides than its kind",
    "PNP151": "a box for no cards",
    "PNP160": "a claim speaks of a component or a piece that is not there",
    "PNP161": "a claim speaks of a field that none of the pieces has",
    "PNP162": "a test cannot be read, is no comparison, or calls a function that does not exist",
    "PNP163": "a claim speaks of a fact that is neither in game.yaml nor in rules.yaml",
    "PNP164": "a claim has neither a test nor a reason why not, or several of them",
    "PNP165": "two claims or rulings have the same id",
    "PNP166": "a ruling is about a claim that is not there",
    "PNP170": "a reference of rules.yaml cannot be read: a bracket, a word that begins none, a part left out",
    "PNP171": "a reference of rules.yaml names a component or a piece that is not there",
    "PNP172": "a reference of rules.yaml names a field that the pieces have not",
    "PNP173": "a reference of rules.yaml names a fact or a parameter that is not there",
    "PNP174": "a reference of rules.yaml comes to nothing: no piece, or words where it reckons with numbers",
    "PNP175": "rules.yaml names an icon that is not there",
    "PNP176": "a reference of rules.yaml stands where it has no meaning: players, or this",
    "PNP177": "a question of rules.yaml adds cards to a ruling that is not there",
}

CLAIMS = {
    "PNP520": "a promise of the rulebook is broken: the data are not as a claim of claims.yaml says",
    "PNP521": "the box lacks what play needs, with some number of players or in some variant",
}

DRAWING = {
    "PNP301": "a template has a syntax error",
    "PNP302": "a template uses a name or a field that is not there",
    "PNP303": "a template, or one it includes, is missing",
    "PNP304": "a drawing is not well-formed XML",
    "PNP305": "a drawing uses a feature that does not print",
    "PNP306": "a font, or a style of it, is missing",
    "PNP307": "a font has no glyph for a character",
    "PNP308": "an icon is missing",
    "PNP309": "a picture is missing; a placeholder is drawn",
    "PNP310": "a picture is unsafe or cannot be read",
    "PNP311": "a picture is too large",
    "PNP312": "a template failed while drawing",
    "PNP313": "a picture of pixels is so coarse in its box that its dots will be seen",
    "PNP314": "a file in fonts/ cannot be used as a font",
    "PNP401": "a text does not fit its box",
    "PNP410": "a text is printed below 7 pt",
    "PNP411": "a text stands out too little from what lies behind it",
}

SHEETS = {
    "PNP402": "a piece is larger than the printable part of the paper",
    "PNP403": "a piece does not fit twice on one side of the paper, as gutterfold needs",
    "PNP404": "there is no room on the sheet for the footer or the ruler",
    "PNP405": "there is no room on the sheet for crop marks at some cuts",
    "PNP408": "a space of a board lies on two pages",
}

FILES = {
    "PNP550": "the file is not there, or is no whole PDF",
    "PNP551": "a page is not the size of its paper, or its boxes disagree with what lies on it",
    "PNP552": "a page is not labelled with its sheet and side, or the pages are out of order",
    "PNP553": "the file does not ask the printer for true size",
    "PNP554": "a card is not at true size, is turned by an odd angle, or is cut short",
    "PNP555": "a card overlaps another, or hangs over the edge of the paper",
    "PNP556": "what is seen in a card's place is not the card as the data has it",
    "PNP557": "a piece is on the sheets too often, too rarely or not at all",
    "PNP558": "a front and a back that belong together do not lie behind each other",
    "PNP559": "a font is not embedded, not cut down to what is used, or is there twice",
    "PNP560": "a drawing asks for a font or a picture that is not in the file",
    "PNP561": "the manifest says something else than the file",
    "PNP562": "a part of a board is on no page",
    "PNP563": "pages of a board to be glued together share less than they should",
}

HISTORY = {
    "PNP501": "the renderer refuses a face",
    "PNP571": "a face does not look as it was approved",
    "PNP572": "a face was not approved yet",
    "PNP573": "an approved face is no longer in the game",
    "PNP574": "an approved picture, or the record of them, cannot be used",
}

CODES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"data": DATA, "claims": CLAIMS, "drawing": DRAWING, "sheets": SHEETS, "files": FILES, "history": HISTORY}
)
