"""All faults together: each module registers its own when it is read."""

from tests.security.print_faults import (
    content,
    documents,
    faint,
    folders,
    geometry,
    lost_texts,
    marks,
    print_settings,
    words_and_fonts,
)
from tests.security.print_faults.faults import FAULTS

MODULES = (marks, print_settings, content, faint, geometry, documents, words_and_fonts, lost_texts, folders)
EVERY = tuple(FAULTS.values())
