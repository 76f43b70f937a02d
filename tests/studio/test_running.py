"""One studio for each project: where it was last, and whether it still answers there."""

import subprocess
import sys
from contextlib import suppress
from threading import Thread

import pytest

from pnp.studio.instance import Address, bound_socket, keep_address, last_address, new_token, who_answers


def test_the_address_of_a_project_is_kept_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    address = Address(8001, new_token())
    soup, stew = tmp_path / "soup", tmp_path / "stew"
    keep_address(soup, address)
    assert last_address(soup) == address
    assert last_address(stew) is None
    [file] = (tmp_path / "cache").rglob("*.json")
    assert file.stat().st_mode & 0o077 == 0
    for wrong in ("{", '{"port": 8001, "token": "x@evil/"}', '{"port": 99999, "token": "' + "a" * 32 + '"}'):
        file.write_text(wrong, encoding="utf-8")
        assert last_address(soup) is None


@pytest.mark.long
def test_a_second_studio_of_a_project_finds_the_first(soup, start_studio):
    running = start_studio(soup)
    known = Address(running.port, running.address.split("/")[3])
    assert who_answers(known, soup) == "studio"
    assert who_answers(known, soup / "card_data") == "other"
    assert who_answers(Address(known.port, "wrong"), soup) == "other"
    second = [sys.executable, "-m", "pnp", "studio", "--no-open"]
    told = subprocess.run(
        second, check=False, cwd=soup, env=running.environment, capture_output=True, text=True, timeout=60
    )
    said = f"the studio of {soup.name} is already open at {running.address}\n"
    assert (told.returncode, told.stdout) == (0, said)
    running.kill()
    assert who_answers(known, soup) == "nobody"


def answering(listening, answer_sent):
    def answer():
        with listening, listening.accept()[0] as connection, suppress(OSError):
            listening.close()
            connection.sendall(answer_sent)

    Thread(target=answer, daemon=True).start()
    return Address(listening.getsockname()[1], new_token())


def test_a_token_that_somebody_else_was_told_is_used_no_more(soup, start_studio, shared_cache, monkeypatch):
    monkeypatch.setenv("PNP_CACHE_DIR", str(shared_cache))
    first = start_studio(soup)
    first.end()
    told = 'usual(f"{text}, ended by {signal.getsignal(signal.SIGINT).__name__}")'
    first.code = f"from pnp.cli import make; usual = make.echo; make.echo = lambda text: {told}"
    first.start("--no-open")  # at its last address
    assert first.printed[-1].endswith("handle_exit"), "that of the server, before anybody knows its address"
    assert first.address == last_address(soup).url
    first.end()
    token = last_address(soup).token
    stranger = answering(bound_socket(first.port, wanted=True), b"HTTP/1.1 404 Not Found\r\n\r\n")
    first.start("--no-open")
    assert first.port == stranger.port
    assert token not in first.address
