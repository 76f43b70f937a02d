"""One studio for each project: where it was last, and whether it still answers there."""

import subprocess
import sys

import pytest

from pnp.model.errors import CannotUse
from pnp.studio.running import Address, bound_socket, is_open, keep_address, last_address


def test_the_address_of_a_project_is_kept_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    soup, stew = tmp_path / "soup", tmp_path / "stew"
    keep_address(soup, Address(8001, "secret"))
    assert last_address(soup) == Address(8001, "secret")
    assert last_address(stew) is None
    [file] = (tmp_path / "cache").rglob("*.json")
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("{", encoding="utf-8")
    assert last_address(soup) is None


def test_a_second_studio_of_a_project_finds_the_first(soup, start_studio):
    running = start_studio(soup)
    known = Address(running.port, running.address.split("/")[3])
    assert is_open(known, soup)
    assert not is_open(known, soup / "card_data")
    assert not is_open(Address(known.port, "wrong"), soup)
    second = [sys.executable, "-m", "pnp", "studio", "--no-open"]
    told = subprocess.run(
        second, check=False, cwd=soup, env=running._environment, capture_output=True, text=True, timeout=60
    )
    assert (told.returncode, told.stdout) == (
        0,
        f"the studio of {soup.name} is already open at {running.address}\n",
    )
    running.kill()
    assert not is_open(known, soup)


def test_a_port_that_is_asked_for_and_taken_is_an_error():
    with bound_socket(0, wanted=False) as first:
        port = first.getsockname()[1]
        with pytest.raises(CannotUse, match=f"port {port} is not free"):
            bound_socket(port, wanted=True)
        with bound_socket(port, wanted=False) as other:
            assert other.getsockname()[1] != port
