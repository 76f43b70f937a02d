"""Print jobs: one after the other, with progress, cancelled, failing in a sentence; and what can be downloaded."""

import io
import zipfile
from queue import Queue
from threading import Event

import pytest
from small_game import change

import pnp
from pnp.shops.shop_files import zip_in_parts
from pnp.studio.print_choice import read_choice
from pnp.studio.print_jobs import PrintJobs, file_to_send, files_to_send
from pnp.studio.print_plan import SheetPlanner

pytestmark = pytest.mark.long
SLOWEST_S = 60


@pytest.fixture
def printing(tea):
    project, told = pnp.find_project(tea), Queue()
    jobs = PrintJobs(project, SheetPlanner(project), told.put)

    def ended(state):
        seen = []
        while not seen or not seen[-1].ended:
            now = told.get(timeout=SLOWEST_S)
            seen += [now] if now.number == state.number else []
        return seen

    yield jobs, ended
    jobs.close()


def test_a_job_tells_how_far_it_is_and_what_it_made(printing, tea):
    jobs, ended = printing
    seen = ended(jobs.submit(read_choice({"papers": ["a4"]})))
    assert [each.stage for each in seen][:2] == ["waiting", "running"]
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert seen[-1].stage == "done"
    outcome = seen[-1].outcome
    first = outcome.files[0]
    assert (first.name, first.part) == ("tea_time/a4/print.pdf", "everything")
    assert first.path.stat().st_size == first.bytes
    assert [file.name for file in outcome.wanted] == ["tea_time/a4/print.pdf"]
    guide, rules, cards = outcome.advice
    assert (guide.first, rules.last + 1, cards.last) == (1, cards.first, first.pages)
    assert "flip on long edge" in rules.how
    assert "Card, 200 to 250 g/m²; both sides, flip on long edge" in cards.how
    assert (rules.first, cards.first % 2) == (3, 1)  # the back of the guide is a page too
    alone = ended(jobs.submit(read_choice({"papers": ["a4"], "backs": "none", "rules": False})))[-1].outcome
    guide, cards = alone.advice
    assert (guide.last, cards.first, cards.last) == (1, 3, 2 + 2 * cards.sheets)
    assert cards.last == alone.files[0].pages
    verified = ended(jobs.submit(seen[-1].choice, "verify"))[-1].outcome
    assert "every one in its place" in verified.lines[0]
    (tea / "output/tea_time/a4/cards.pdf").unlink()
    verified = ended(jobs.submit(seen[-1].choice, "verify"))[-1].outcome
    assert verified.findings[0].severity == "error"


def test_nothing_to_verify_is_a_sentence(printing):
    jobs, ended = printing
    last = ended(jobs.submit(read_choice({}), "verify"))[-1]
    assert (last.stage, last.hint) == ("failed", "print it first")
    assert last.error == "there is no PDF of tea_time"


def test_a_second_job_waits_and_both_can_be_cancelled(printing, monkeypatch):
    jobs, ended = printing
    begun, going_on = Event(), Event()

    def slow(*_, progress, **__):
        begun.set()
        going_on.wait(SLOWEST_S)
        progress("write tea_time/cards", 1, 1)
        raise AssertionError("it goes on")

    monkeypatch.setattr("pnp.studio.print_jobs.build_games", slow)
    first = jobs.submit(read_choice({"papers": ["a4"]}))
    assert begun.wait(SLOWEST_S)
    assert jobs.submit(first.choice).number == first.number  # a second click is no second job
    second = jobs.submit(read_choice({"papers": ["a5"]}))
    assert jobs.state(second.number).stage == "waiting"
    assert jobs.cancel(second.number).stage == "cancelled"
    assert jobs.cancel(first.number).stage == "stopping"
    going_on.set()
    assert ended(first)[-1].stage == "cancelled"
    with pytest.raises(pnp.PnpError, match="no print job number 99"):
        jobs.cancel(99)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            pnp.PnpError(
                "x cannot be written: No space left", "free some space or choose another folder with --out"
            ),
            "No space left",
        ),
        (FileNotFoundError(2, "No such file or directory", "cards.yaml"), "cards.yaml: No such file"),
        (ZeroDivisionError("oh"), "printing stopped with an unexpected error"),
    ],
)
def test_whatever_goes_wrong_is_a_sentence_and_the_next_job_runs(printing, monkeypatch, capsys, error, words):
    jobs, ended = printing

    def fail(*_, **__):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("pnp.studio.print_jobs.build_games", fail)
        last = ended(jobs.submit(read_choice({})))[-1]
    assert (last.stage, last.outcome) == ("failed", None)
    assert words in last.error
    assert "--" not in last.hint
    assert ended(jobs.submit(read_choice({})))[-1].stage == "done"


def test_what_changed_is_printed_again_with_its_list(printing, tea):
    jobs, ended = printing
    ended(jobs.submit(read_choice({})))
    change(tea / "card_data/tea_time/cards.yaml", "name: Storm", "name: Gale")
    last = ended(jobs.submit(read_choice({"since": ":build"})))[-1]
    assert last.stage == "done", last
    [game] = last.outcome.games
    assert "Take out of the old box: 2 pieces" in game.swap_list
    assert "since the last print, 2 pieces to put in" in game.notes[0]
    assert {file.part for file in game.files} == {"everything", "sheets", "list"}
    assert all(file.name.startswith("tea_time/reprint/") for file in game.files)


def test_an_export_and_cut_files_can_be_downloaded_in_one_file(printing, tea):
    jobs, ended = printing
    last = ended(jobs.submit(read_choice({"target": "png", "dpi": 60})))[-1]
    assert last.kind == "export"
    output = tea / "output"
    content = b"".join(zip_in_parts((file.name, file.path) for file in files_to_send(last.outcome, output)))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert "tea_time/export/png/files.csv" in archive.namelist()
        name = next(each for each in archive.namelist() if each.endswith(".png"))
        assert archive.read(name) == (output / name).read_bytes()
    last = ended(jobs.submit(read_choice({"cut": ["svg"]})))[-1]
    assert {file.part for file in last.outcome.wanted} == {"everything", "cut"}
    last = ended(jobs.submit(read_choice({"components": ["cards"]})))[-1]  # the files of it alone
    assert [(each.file, each.first, each.last) for each in last.outcome.advice] == [
        ("tea_time/a4/cards.pdf", 1, 6)
    ]


def test_a_file_that_is_gone_or_leads_out_is_not_sent(printing, tea, tmp_path):
    jobs, ended = printing
    outcome = ended(jobs.submit(read_choice({})))[-1].outcome
    output = tea / "output"
    first = file_to_send(outcome, 0, output)
    with pytest.raises(pnp.PnpError, match="no file number 99"):
        file_to_send(outcome, 99, output)
    first.path.unlink()
    with pytest.raises(pnp.PnpError, match="not there any more"):
        files_to_send(outcome, output)
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    first.path.symlink_to(secret)
    with pytest.raises(pnp.PnpError, match="outside of"):
        file_to_send(outcome, 0, output)
