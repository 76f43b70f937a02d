"""What somebody may write into a game so that what pnp writes does more than be read."""

FAR = "http://127.0.0.2:9"
"""What `far` stands for: no drawing and no page may ask anything of it."""

_XHTML = "http://www.w3.org/1999/xhtml"
_RUN = "document.documentElement.dataset.ran=1"

MARKUP = (
    f"<!--><img src=x onerror={_RUN}>-->",
    f"<!----!><img src=x onerror={_RUN}>-->",
    f"<?x ><img src=x onerror={_RUN}>?>",
    f"<?xml-stylesheet href='{FAR}/a.css'?>",
    f"<desc><![CDATA[<img src=x onerror={_RUN}>]]></desc>",
    f"<title><![CDATA[</title><img src=x onerror={_RUN}>]]></title>",
    f"<title><svg onload='{_RUN}'/></title>",
    f"<desc><g><image href='{FAR}/b.png'/></g></desc>",
    f"<script>{_RUN}</script>",
    f"<script href='{FAR}/c.js'/>",
    f"<s:script xmlns:s='http://www.w3.org/2000/svg'>{_RUN}</s:script>",
    f"<h:script xmlns:h='{_XHTML}'>{_RUN}</h:script>",
    f"<img xmlns='{_XHTML}' src='x' onerror='{_RUN}'/>",
    f"<h:img xmlns:h='{_XHTML}' src='{FAR}/d.png'/>",
    f"<meta xmlns='{_XHTML}' http-equiv='refresh' content='0;url={FAR}'/>",
    f"<form xmlns='{_XHTML}' action='javascript:{_RUN}'><button/></form>",
    f"<a xmlns='{_XHTML}' href='javascript:{_RUN}'>a</a>",
    f"<math xmlns='http://www.w3.org/1998/Math/MathML'><mglyph src='{FAR}/e'/></math>",
    f"<foreignObject width='9' height='9'><body xmlns='{_XHTML}' onload='{_RUN}'/></foreignObject>",
    f"<a href='javascript:{_RUN}'><rect width='9' height='9'/></a>",
    f"<l:a xmlns:l='urn:l' href='{FAR}'/>",
    f"<a xmlns:l='http://www.w3.org/1999/xlink' l:href='{FAR}/f'>f</a>",
    f"<a ping='{FAR}/g' target='_top' href='#a' id='a'>g</a>",
    f"<use href='{FAR}/h.svg#a'/>",
    f'<use href=\'data:image/svg+xml,&lt;svg xmlns="http://www.w3.org/2000/svg" onload="{_RUN}"/>\'/>',
    f"<image href='{FAR}/i.png' width='9' height='9'/>",
    "<image href='data:image/svg+xml;base64,AAAA' width='9' height='9'/>",
    "<image href='file:///etc/passwd' width='9' height='9'/>",
    f"<feImage href='{FAR}/j.png'/>",
    f"<filter id='k'><feImage href='{FAR}/k.png'/></filter>",
    f"<rect onclick='{_RUN}' width='9' height='9'/>",
    f"<rect ONLOAD='{_RUN}' width='9' height='9'/>",
    f"<rect fill='image-set(\"{FAR}/l.png\" 1x)' width='9' height='9'/>",
    f"<rect fill='-webkit-image-set(url(#a) 1x, \"{FAR}/l.png\" 2x)' width='9' height='9'/>",
    f"<rect mask='src(\"{FAR}/m.svg#a\")' width='9' height='9'/>",
    f"<rect fill='url({FAR}/n.svg#a)' width='9' height='9'/>",
    f"<rect fill='\\75rl({FAR}/o.svg#a)' width='9' height='9'/>",
    f"<rect cursor='url({FAR}/p.cur),auto' width='9' height='9'/>",
    f"<rect style='background:url({FAR}/q.png)' width='9' height='9'/>",
    f"<rect style='fill:red;/*;*/behavior:url({FAR}/r)' width='9' height='9'/>",
    f"<rect style='--a:url({FAR}/s);fill:var(--a)' width='9' height='9'/>",
    f"<rect style='mask:cross-fade(url(#a), \"{FAR}/t.png\")' width='9' height='9'/>",
    "<g style='position:fixed;inset:0;z-index:9'/>",
    f"<style>@import url({FAR}/u.css); *{{background:url({FAR}/v.png)}}</style>",
    f"<animate attributeName='href' to='javascript:{_RUN}' onbegin='{_RUN}'/>",
    f"<set attributeName='onmouseover' to='{_RUN}'/>",
    "<audio/><iframe/><embed/><object/>",
    "<text id='\" onload=\"a'>&lt;script&gt;</text>",
    "<g data-a='\"&gt;&lt;img src=x onerror=a>'/>",
    f"<handler xmlns='http://www.w3.org/2001/xml-events' event='load'>{_RUN}</handler>",
)
"""Parts of a drawing, in templates and in pictures."""

STYLE_SHEETS = (
    '.a{font-family:"x onload=a() y"}',
    ".a{font-family:'\"><script>a()</script>'}",
    f".a{{fill:red}}@import '{FAR}/w.css';",
    f".a{{background:url({FAR}/x.png);fill:image-set('{FAR}/y.png' 1x)}}",
    '.a{fill:red" onload="a()}',
)
"""Style sheets of pictures, whose properties become attributes."""

WORDS = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(2)>",
    "</title></style><svg onload=alert(3)>",
    "]]><!--<?x?>--> &lt;b&gt; &#60;",
    "[a](javascript:alert(4)) ![b](http://x/y) <http://x>",
    "`code` *b* _i_ ~s~ | cell | \\",
    "# head",
    "- item",
    "+ item",
    "1. item",
    '=HYPERLINK("http://x")',
    "@SUM(1+1)",
    "-2+3+cmd|' /C calc'!A0",
    "\uff1d1+1",
    "/* fonts */",
    "{{ 7*7 }} {% x %}",
    "::stop-commands::x",
    "a\n::error file=x::b",
    "##[group]a",
    "red\x1b[31m\x1b]0;title\x07",
    "csi\x9b31m",
    "back\x08\x7f\rover",
    "gnp\u202e.exe",
    "is\u2066ol\u2069ated \u202aa\u202c",
    "a\u200fb\u200ec",
    "zero\u200bwidth\u2060\ufeff",
    "line\u2028and\u2029paragraph\x85",
    "tag\U000e0041\U000e007f \u3164",
)
"""Names, titles and texts."""

READABLE = (
    "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
    "\u05d2\u05e8\u05e1\u05d4 2.0\u200f!",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645\u061f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\U0001f469\u200d\U0001f680 \u2764\ufe0f",
    "\u0915\u094d\u200d\u0937 \u0e01\u200b\u0e02 caf\u00e9 \u6771\u4eac",
)
"""What people write: it stays as it is."""

_CODES = (*range(9), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
ALLOWED_ON_CARDS = frozenset("\u200e\u200f\ufeff\u3164")
"""What nobody sees, and a card may have all the same."""

HIDDEN = frozenset((*map(chr, _CODES), *"\u2028\u2029")) | ALLOWED_ON_CARDS
"""What nobody may see, or rather not see, in anything that is printed."""
