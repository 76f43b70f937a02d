"""Templates, drawings and expressions that ask for more than they may have."""

from collections.abc import Iterator
from functools import partial

from tests.security.escape_case import LOOK, Escape
from tests.security.escape_sandbox import Sandbox

DRAWN = ("check", "build --paper a4", "rules --format html", "export png soup --component food")

TEMPLATE = {
    "include, absolute": '{% include "@NEIGHBOUR/secret.svg.j2" %}',
    "include, parent": '{% include "../../../neighbour/secret.svg.j2" %}',
    "include, parent in a list": '{% include ["x.j2", "soup/../../../neighbour/secret.svg.j2"] ignore missing %}',
    "include, made of parts": '{% include "." ~ "./../../neighbour/secret.svg.j2" %}',
    "include, escaped letters": r'{% include "\x2e\x2e/\x2e\x2e/neighbour/secret.svg.j2" %}',
    "include of data": '{% include "../card_data/soup/game.yaml" %}',
    "include of a device": '{% include "/dev/stdin" ignore missing %}',
    "include of a template object": "{% include self %}",
    "import, parent": '{% import "../../../neighbour/secret.svg.j2" as x %}{{ x }}',
    "import with names": '{% from "../../../neighbour/secret.svg.j2" import x %}{{ x }}',
    "import of a module": '{% import "os" as os %}{{ os.environ }}',
    "subclasses": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "subclasses, bracket": "{{ ''['__class__']['__base__']['__subclasses__']() }}",
    "subclasses, filter": '{{ ""|attr("__class__")|attr("__base__")|attr("__subclasses__")() }}',
    "subclasses, letters put together": '{{ ""|attr("__cla" ~ "ss__") }}',
    "attr of map": '{{ [""]|map(attribute="__class__")|list }}',
    "attr of select": '{{ [self]|selectattr("__init__")|list }}{{ [face]|map(attribute="__init__.__globals__")|list }}',
    "attr of groupby": '{{ [face]|groupby("__class__")|list }}{{ [face]|sum(attribute="__class__") }}',
    "globals of a macro": "{% macro m() %}{% endmacro %}{{ m.__globals__ }}{{ m._func.__globals__ }}",
    "globals of a function": "{{ line.__globals__ }}{{ fit.__func__.__globals__ }}{{ picture.__self__ }}",
    "wrapped function": "{{ line.__wrapped__ }}{{ range.__self__ }}",
    "globals of a method": "{{ face.width.real.__class__ }}{{ piece.items.__globals__ }}",
    "self and its environment": "{{ self._TemplateReference__context.environment.loader.searchpath }}",
    "context": "{{ self.__dict__ }}{{ caller }}{{ varargs }}",
    "loop": "{% for x in [1] %}{{ loop.__class__.__init__.__globals__ }}{{ loop._undefined }}{% endfor %}",
    "cycler": "{{ cycler.__init__.__globals__.os.popen('touch @RAN').read() }}",
    "joiner": "{{ joiner.__init__.__globals__.os.system('touch @RAN') }}",
    "namespace": "{{ namespace.__init__.__globals__.os.system('touch @RAN') }}",
    "namespace with an odd name": "{% set ns = namespace() %}{% set ns.__class__ = 1 %}{{ ns }}",
    "dict": "{{ dict.mro() }}{{ dict.__base__ }}",
    "format of str": "{{ '{0.__class__.__mro__}'.format(face) }}",
    "format of str, map": "{{ '{a.__init__.__globals__}'.format_map({'a': face}) }}",
    "format of markup": "{{ ('{0.__class__}'|safe).format(face) }}",
    "format filter": "{{ '%s'|format(face.__class__) }}",
    "format kept for later": "{% set f = '{0.__class__}'.format %}{{ f(face) }}",
    "format through map": "{{ ['{0.__class__}']|map('format', face)|list }}",
    "undefined": "{{ nothing.__class__.__init__.__globals__ }}{{ nothing._undefined_message }}",
    "generator": "{{ (1 for x in [1]).gi_frame }}{{ [1]|map('string').gi_frame.f_builtins }}",
    "generator of batch": "{% set g = [1]|batch(1) %}{{ g.gi_frame.f_globals }}{{ g.gi_code }}",
    "import function": "{{ __import__('os').system('touch @RAN') }}{{ __builtins__ }}",
    "open": "{{ open('@NEIGHBOUR/secret.txt').read() }}",
    "exec": "{{ exec('import os') }}{{ eval('1') }}",
    "do": "{% do [].append(1) %}",
    "mutation of values": "{{ palette.update({'leaf': 'url(@URL)'}) }}{{ piece.clear() }}{{ facts.pop('a') }}",
    "debug": "{% debug %}",
    "autoescape off": "{% autoescape false %}{{ \"<image href='@URL/a.png'/>\" }}{% endautoescape %}",
    "safe": '{{ \'<image width="9" height="9" href="@URL/a.png"/>\'|safe }}',
    "safe file": '{{ \'<image width="9" height="9" href="file://@NEIGHBOUR/secret.png"/>\'|safe }}',
    "url of an image": '<image width="9" height="9" href="@URL/a.png"/>',
    "picture, absolute": '{{ picture("@NEIGHBOUR/secret", (0, 0, 9, 9)) }}',
    "picture, parent": '{{ picture("../../../../neighbour/secret", (0, 0, 9, 9)) }}',
    "picture, address": '{{ picture("@URL/a.png", (0, 0, 9, 9)) }}',
    "picture, list": '{{ picture(["../secret"], (0, 0, 9, 9)) }}{{ picture({"a": 1}, (0, 0, 9, 9)) }}',
    "icon, parent": '{{ icon("../../../neighbour/secret", 9, 9, 9) }}{{ icon("@NEIGHBOUR/secret", 9, 9, 9) }}',
    "font of a line": '{{ line("A", 9, 9, font="@NEIGHBOUR/secret.ttf") }}',
    "font family of a file": '<text x="9" y="9" font-family="url(@NEIGHBOUR/secret.ttf)">A</text>',
    "text with a file": '{{ fit("{../../../neighbour/secret} {@NEIGHBOUR/secret}", (0, 0, 30, 30)) }}',
    "extends twice": '{% extends "../../../neighbour/secret.svg.j2" %}',
}
"""What a template of a card has in it."""

SVG = {
    "image, file": '<image width="9" height="9" href="file://@NEIGHBOUR/secret.png"/>',
    "image, relative": '<image width="9" height="9" href="../../../../neighbour/secret.png"/>',
    "image, absolute": '<image width="9" height="9" href="@NEIGHBOUR/secret.svg"/>',
    "image, xlink": '<image width="9" height="9" xlink:href="@NEIGHBOUR/secret.png"/>',
    "image, web": '<image width="9" height="9" href="@URL/a.png"/>',
    "image, no scheme": '<image width="9" height="9" href="//127.0.0.1/a.png"/>',
    "image, scheme in capitals": '<image width="9" height="9" href="FiLe://@NEIGHBOUR/secret.png"/>',
    "image, spaces before": '<image width="9" height="9" href="&#10; file://@NEIGHBOUR/secret.png"/>',
    "image, unc": '<image width="9" height="9" href="\\\\127.0.0.1\\a.png"/>',
    "image, base": '<g xml:base="file://@NEIGHBOUR/"><image width="9" height="9" href="secret.png"/></g>',
    "image, drawing in data": '<image width="9" height="9" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22@URL/a.png%22/%3E%3C/svg%3E"/>',
    "image, drawing in data, base64": '<image width="9" height="9" href="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxzY3JpcHQ+MTwvc2NyaXB0Pjwvc3ZnPg=="/>',
    "image, html in data": '<image width="9" height="9" href="data:text/html,&lt;script&gt;1&lt;/script&gt;"/>',
    "use, file": '<use href="@NEIGHBOUR/secret.svg#a"/>',
    "use, web": '<use xlink:href="@URL/a.svg#a"/>',
    "feImage": '<filter id="f"><feImage href="@NEIGHBOUR/secret.png"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    "filter, elsewhere": '<rect width="9" height="9" filter="url(@NEIGHBOUR/secret.svg#f)"/>',
    "mask, elsewhere": '<rect width="9" height="9" mask="url(@URL/a.svg#f)"/>',
    "fill, elsewhere": '<rect width="9" height="9" fill="url(file://@NEIGHBOUR/secret.svg#f)"/>',
    "fill, escaped": '<rect width="9" height="9" fill="u\\72l(@URL/a.svg#f)"/>',
    "style, elsewhere": '<rect width="9" height="9" style="fill:url(@URL/a.svg#f)"/>',
    "style, image-set": '<rect width="9" height="9" style="mask:image-set(\'@URL/a.png\' 1x)"/>',
    "style, src": '<rect width="9" height="9" style="mask:src(\'@URL/a.png\')"/>',
    "style, cursor": '<rect width="9" height="9" style="cursor:url(@URL/a.cur),auto"/>',
    "style sheet, import": '<style>@import "@NEIGHBOUR/secret.css"; @import url(@URL/a.css);</style><rect width="9" height="9"/>',
    "style sheet, import escaped": '<style>@\\69mport "@URL/a.css";</style><rect width="9" height="9"/>',
    "style sheet, font-face": '<style>@font-face{font-family:S;src:url(@NEIGHBOUR/secret.ttf)}</style><text font-family="S">A</text>',
    "style sheet, font-face local": '<style>@font-face{font-family:S;src:local("@URL")}</style><text font-family="S">A</text>',
    "style sheet, namespace": '<style>@namespace url(@URL); rect{fill:red}</style><rect width="9" height="9"/>',
    "style sheet, charset": '<style>@charset "x"; @document url(@URL){rect{fill:red}}</style><rect width="9" height="9"/>',
    "link element": '<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="@URL/a.css"/>',
    "meta element": '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=@URL"/>',
    "iframe": '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="file://@NEIGHBOUR/secret.txt"/></foreignObject>',
    "object": '<object xmlns="http://www.w3.org/1999/xhtml" data="@URL/a.svg"/>',
    "form": '<form xmlns="http://www.w3.org/1999/xhtml" action="@URL"><input/></form>',
    "video": '<video xmlns="http://www.w3.org/1999/xhtml" src="@URL/a.mp4" autoplay=""/>',
    "script": '<script>open("@RAN")</script><rect width="9" height="9" onclick="1"/>',
    "script, elsewhere": '<script href="@URL/a.js"/>',
    "handler": '<rect width="9" height="9" onload="1" onmouseover="1"/>',
    "handler, animated": '<rect width="9" height="9"><set attributeName="onclick" to="1"/><animate attributeName="href" to="javascript:1"/></rect>',
    "a link that runs": '<a href="javascript:1"><rect width="9" height="9"/></a>',
    "a link, data": '<a href="data:text/html,x"><rect width="9" height="9"/></a>',
    "a link, ping": '<a href="#a" ping="@URL"><rect width="9" height="9"/></a>',
    "text path": '<text><textPath href="@NEIGHBOUR/secret.svg#a">A</textPath></text>',
    "tref": '<text><tref xlink:href="@NEIGHBOUR/secret.svg#a"/></text>',
    "cursor element": '<cursor href="@URL/a.png"/><rect width="9" height="9"/>',
    "colour profile": '<color-profile name="x" xlink:href="@NEIGHBOUR/secret"/><rect width="9" height="9" fill="#fff icc-color(x,1)"/>',
    "font face uri": '<font-face><font-face-src><font-face-uri href="@NEIGHBOUR/secret.ttf"/></font-face-src></font-face>',
    "gradient, elsewhere": '<linearGradient id="g" href="@NEIGHBOUR/secret.svg#g"/><rect width="9" height="9" fill="url(#g)"/>',
    "pattern, elsewhere": '<pattern id="g" href="@URL/a.svg#g"/><rect width="9" height="9" fill="url(#g)"/>',
    "marker, elsewhere": '<path d="M0 0L9 9" marker-end="url(@URL/a.svg#m)"/>',
    "handler element": '<handler xmlns="http://www.w3.org/2000/svg" type="application/ecmascript">1</handler>',
    "inclusion": '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://@NEIGHBOUR/secret.txt" parse="text"/>',
    "comment that ends in HTML": '<!--><img src=@URL onerror=1>--><rect width="9" height="9"/>',
    "instruction that ends in HTML": '<?x ><img src=@URL onerror=1>?><rect width="9" height="9"/>',
    "character data": "<text><![CDATA[</text></svg><img src=@URL onerror=1>]]></text>",
    "inkscape image": '<image width="9" height="9" sodipodi:absref="@NEIGHBOUR/secret.png" xlink:href="secret.png"/>',
    "switch": '<switch><foreignObject requiredExtensions="x"><i xmlns="http://www.w3.org/1999/xhtml"/></foreignObject><image href="@URL/a.png" width="9" height="9"/></switch>',
}
"""What is inside a drawing."""

WHOLE_SVG = {
    "entity, file": '<!DOCTYPE svg [<!ENTITY a SYSTEM "file://@NEIGHBOUR/secret.txt">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&a;</text></svg>',
    "entity, parameter": '<!DOCTYPE svg [<!ENTITY % a SYSTEM "file://@NEIGHBOUR/secret.txt"> %a;]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "document type, web": '<!DOCTYPE svg SYSTEM "@URL/a.dtd"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "document type, file": '<!DOCTYPE svg PUBLIC "x" "file://@NEIGHBOUR/secret.txt"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "style sheet instruction": '<?xml-stylesheet href="@NEIGHBOUR/secret.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "transform instruction": '<?xml-stylesheet href="@URL/a.xsl" type="text/xsl"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "another encoding": '<?xml version="1.0" encoding="utf-7"?>+ADw-svg/+AD4-',
    "schema location": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="@URL/a.xsd @NEIGHBOUR/secret"><rect width="9" height="9"/></svg>',
    "html instead": '<html><body><img src="@URL/a.png"/></body></html>',
    "packed, with a name": "\x1f\x8b\x08\x08@NEIGHBOUR",
}
"""Whole drawings."""

TEXTS = {
    "template in a text": "{{ ''.__class__.__mro__ }} {{ open('@NEIGHBOUR/secret.txt') }}",
    "statement in a text": "{% include '../secret.svg.j2' %}",
    "attribute in a text": "{{ facts.__class__.__init__.__globals__ }} {{ card(food.leek).__class__ }}",
    "letters of markup": "<script>1</script><img src=@URL onerror=1> ![x](@URL/a.png) [x](javascript:1)",
    "link of markdown": "[x]: @URL\\n[x] <@URL> ![](file://@NEIGHBOUR/secret.png)",
    "typst": '#read(\\"@NEIGHBOUR/secret.txt\\") #image(\\"@NEIGHBOUR/secret.png\\") $x$',
    "bold with a file": "**{@NEIGHBOUR/secret}** {art/../../../neighbour/secret}",
}
CLAIMS = {
    "attribute": "''.__class__ == 1",
    "subclasses": "().__class__.__base__.__subclasses__() == 1",
    "globals of a function": "count.__globals__ == 1",
    "import function": "__import__('os').system('touch @RAN') == 0",
    "open": "open('@NEIGHBOUR/secret.txt').read() == ''",
    "lambda": "(lambda: 1)() == 1",
    "comprehension": "[x for x in ().__class__.__mro__] == []",
    "walrus": "(x := 1) == 1",
    "format": "'{0.__class__}'.format(food) == ''",
    "formatted": "f'{food.__class__}' == ''",
    "subscript": "food['__class__'] == 1",
    "builtins": "__builtins__ == 1",
    "getattr": "getattr(food, '__class__') == 1",
    "await": "await x == 1",
    "slices": "food[0:1].__class__ == 1",
    "star arguments": "count(*food.__class__) == 1",
    "name of a file": "count(food where name == '@NEIGHBOUR/secret.txt') == read('@NEIGHBOUR/secret.txt')",
}
YAML = {
    "python object": "!!python/object/apply:os.system ['touch @RAN']",
    "python name": "!!python/name:os.environ",
    "python module": "!!python/module:os",
    "python new": "!!python/object/new:type {args: [x, [], {}]}",
    "file tag": "!include ../../../neighbour/secret.yaml",
    "environment tag": "!ENV ${HOME}",
    "binary": "!!binary QUJD",
    "merge": "{<<: *a, x: 1}",
    "custom tag": "!<tag:yaml.org,2002:python/object/apply:os.system> ['touch @RAN']",
    "anchors": "&a [*a, *a]",
    "time": "2001-12-14t21:59:43.10-05:00",
}
HEADER = {
    "engine": "engine: ../../../neighbour/secret",
    "engine, module": "engine: os.path",
    "engine, own module": "engine: soup.engine",
    "font file": 'fonts: {title: "@NEIGHBOUR/secret.ttf", body: "../neighbour/secret.ttf"}',
    "font address": 'fonts: {title: "@URL/a.ttf"}',
    "language": "language: ../../neighbour",
    "language, absolute": 'language: "@NEIGHBOUR/secret"',
    "sources": 'sources: ["@NEIGHBOUR/secret.txt", "@URL/x"]',
    "colour": 'palette: {leaf: "url(@URL/a.svg#x)"}',
    "colour of a theme": 'themes: {x: {palette: {leaf: "red;background:url(@URL)"}, include: ../neighbour/secret.yaml}}',
    "theme with a path": 'themes: {"../../../neighbour/written": {palette: {leaf: "#000000"}}}',
    "credits": 'credits: "<script src=@URL></script> {{ self }} @NEIGHBOUR"',
    "wording": 'wording: {"@NEIGHBOUR/secret": x}',
    "styles": 'styles: {x: {font: "@NEIGHBOUR/secret.ttf"}}',
    "unknown keys": "extends: ../../../neighbour/secret.yaml\ninclude: [../../../neighbour/secret.yaml]\nplugins: [os]",
}


def escapes() -> Iterator[Escape]:
    """Yield the attempts."""
    for name, text in TEMPLATE.items():
        quick = name in {"include, parent", "subclasses, filter", "format kept for later"}
        yield Escape("templates", name, partial(_template, text=text), DRAWN[:3], quick=quick)
    for name, text in SVG.items():
        quick = name in {"image, file", "comment that ends in HTML", "style, image-set"}
        yield Escape("drawings in templates", name, partial(_template, text=text), DRAWN[:3])
        yield Escape("drawings of strangers", name, partial(_drawing, text=text), DRAWN[:2], quick=quick)
    for name, text in WHOLE_SVG.items():
        yield Escape(
            "drawings of strangers", name, partial(_whole, text=text), DRAWN[:2], quick="entity, file" in name
        )
    for name, text in TEXTS.items():
        yield Escape("texts", name, partial(_text, text=text), LOOK)
        yield Escape(
            "texts of the rules",
            name,
            partial(_rules, text=text),
            ("check", "rules --format html", "rules --format pdf", "rules --format md --out -"),
        )
    for name, test in CLAIMS.items():
        yield Escape(
            "claims",
            name,
            partial(_claim, test=test),
            ("check", "rules --format md --out -"),
            quick=name == "attribute",
        )
    for name, value in YAML.items():
        yield Escape(
            "yaml",
            name,
            partial(_yaml, value=value),
            ("check", "list --pieces"),
            quick=name == "python object",
        )
    for name, line in HEADER.items():
        yield Escape("game.yaml", name, partial(_header, line=line), (*LOOK, "build --paper a4 --theme x"))


def _template(box: Sandbox, text: str) -> None:
    box.change("templates/soup/food.svg.j2", "{% endblock %}", text + "{% endblock %}")


def _drawing(box: Sandbox, text: str) -> None:
    words = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
    words += ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    _whole(box, f"<svg {words}>{text}</svg>")


def _whole(box: Sandbox, text: str) -> None:
    content = text.encode("latin-1", "replace") if text.startswith("\x1f") else text
    for name in ("card_data/soup/art/leek.svg", "templates/soup/icons/pea.svg", "templates/soup/plain.svg"):
        box.write(name, content)
    box.write(
        "card_data/soup/own.yaml",
        "kind: cards\ntitle: Own\nsize: 40 x 40 mm\nfront: plain.svg\npieces: [{id: own, name: Own}]\n",
    )


def _text(box: Sandbox, text: str) -> None:
    box.change("card_data/soup/food.yaml", "Boil **twice** {pea}.", text)


def _rules(box: Sandbox, text: str) -> None:
    box.change("card_data/soup/rules.yaml", '["Stir."]', f'["{text}"]')


def _claim(box: Sandbox, test: str) -> None:
    box.write(
        "card_data/soup/claims.yaml",
        f'claims:\n  - id: S1\n    where: Object\n    says: There is a card.\n    test: "{test}"\n',
    )
    box.change("card_data/soup/rules.yaml", "{{ count(food) }}", "{{ " + test.replace(" == ", " or ") + " }}")


def _yaml(box: Sandbox, value: str) -> None:
    box.change("card_data/soup/food.yaml", "name: Leek", f"name: {value}")
    box.write("card_data/soup/i18n/fr/food.yaml", f"Leek: {value}\n")
    box.write("card_data/soup/art/placement.yaml", f"leek: {value}\n")
    box.write("card_data/soup/approved.yaml", f"faces: {value}\n")


def _header(box: Sandbox, line: str) -> None:
    key = line.partition(":")[0]
    text = (box.project / "card_data/soup/game.yaml").read_text(encoding="utf-8")
    kept = [each for each in text.splitlines() if not each.startswith(f"{key}:")]
    box.write("card_data/soup/game.yaml", "\n".join([*kept, line, ""]))
