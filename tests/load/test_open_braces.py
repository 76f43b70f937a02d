"""Texts full of braces that nothing closes take no time in any language."""

from time import process_time

import pytest

from pnp.load.translation import is_worded, pseudo_text


@pytest.mark.parametrize("read", [pseudo_text, is_worded])
@pytest.mark.parametrize("sign", ["{{", "[[", "{{ a"])
def test_many_open_braces_are_no_work(read, sign):
    start = process_time()
    read(sign * 20_000)
    assert process_time() - start < 0.5
