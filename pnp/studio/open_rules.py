"""The rules of the games while a studio is open: read when somebody looks at them, and again after a save."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock

from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotUse, UnknownName
from pnp.studio.rules_source import RulesSource, read_rules
from pnp.studio.rules_view import ShownSection, pieces_by_anchor, shown_sections
from pnp.studio.sentence_basis import SentenceBasis, sentence_basis
from pnp.studio.sentences import Sentence, Sentences, sentences
from pnp.studio.state import StudioState


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game as they are shown, and the findings in its files as they are now.

    Where rules.yaml cannot be read they are not `current`: the rest is how it was, `sections` empty if it never could be.
    """

    source: RulesSource
    sections: tuple[ShownSection, ...]
    sentences: Sentences
    icons: Mapping[str, str]
    findings: tuple[Diagnostic, ...]
    current: bool = True

    def sentence(self, name: str) -> Sentence:
        """Return a sentence by its id. Raises UnknownName."""
        found = self.sentences.by_id.get(name)
        if found is None:
            raise UnknownName(f"there is no sentence at {name}", "it was moved; look at the rules again")
        return found

    def basis(self, name: str) -> SentenceBasis:
        """Return what stands behind a sentence. Raises UnknownName."""
        return sentence_basis(self.source, self.sentences, self.sentence(name))


class OpenRules:
    """Keeps the rules of each game that somebody looked at, until the next save."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._kept: dict[str, tuple[int, GameRules]] = {}

    def of(self, game: str) -> GameRules:
        """Return the rules of a game as its files are now. Raises UnknownName, and CannotUse for one without data."""
        with self._state.looking(game) as look:
            revision, read, build = self._state.revision, look.game, look.build
        if read is None:
            raise CannotUse(f"{game} cannot be read", "its findings say what to mend")
        with self._lock:
            before, kept = self._kept.get(game, (-1, None))
            if kept is None or before != revision:
                now = read_rules(self._state.project, build.rendering(read))
                if kept is None or now.document is not None:
                    kept = _game_rules(now)
                else:
                    kept = replace(kept, findings=now.findings, current=False)
                self._kept[game] = revision, kept
            return kept

    def forget(self, game: str) -> None:
        """Read the rules of a game again when they are next asked for."""
        with self._lock:
            if game in self._kept:
                self._kept[game] = -1, self._kept[game][1]


def _game_rules(source: RulesSource) -> GameRules:
    document = source.document
    sections = shown_sections(document, source.game) if document else ()
    icons = {name: picture.svg for name, picture in document.icons.items()} if document else {}
    found = sentences(source, pieces_by_anchor(source.game))
    return GameRules(source, sections, found, icons, source.findings, document is not None)
