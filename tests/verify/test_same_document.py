"""Two PDFs are the same document when another program has only packed or spaced one of them otherwise."""

import io

import pytest
from pikepdf import Dictionary, Name, Pdf, Stream

from pnp.verify.document_comparison import first_difference

PACKET = (
    '<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<r:Description r:about="" xmlns:p="http://ns.adobe.com/pdf/1.3/"><p:Keywords>soup</p:Keywords></r:Description>'
    '</r:RDF></x:xmpmeta><?xpacket end="r"?>'
)


def document(packet: str) -> bytes:
    with Pdf.new() as pdf, io.BytesIO() as out:
        pdf.add_blank_page(page_size=(100, 200))
        about = Dictionary(Type=Name.Metadata, Subtype=Name.XML)
        pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, packet.encode(), about))
        pdf.save(out, fix_metadata_version=False)
        return out.getvalue()


@pytest.mark.parametrize(
    ("packet", "difference"),
    [
        (PACKET.replace("><", ">\n  <"), None),
        (PACKET.replace('end="r"', 'end="w"'), None),
        (PACKET.replace("soup", "stew"), 0),
        (PACKET.replace("<p:Keywords>", "<p:Keywords>a&b"), 0),
    ],
)
def test_blanks_in_the_metadata_make_no_difference(packet, difference):
    assert first_difference(document(packet), document(PACKET)) == difference
