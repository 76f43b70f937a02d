"""`pnp check`: all findings about games before printing; an unchanged check is read from the cache."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from pnp.build.build_cache import BuildCache, BuildRecords, open_cache
from pnp.build.options import BuildOptions
from pnp.build.result import CheckOptions, CheckResult, LanguageCheck
from pnp.load.project import APPROVED_FACES, Project, chosen_games
from pnp.model.codes import MAY_PASS
from pnp.model.diagnostics import Diagnostic


def check_games(
    project: Project, games: Sequence[str] = (), options: CheckOptions | None = None
) -> tuple[CheckResult, ...]:
    """Return what is wrong with each game, all when none are named. Raises UnknownName, also for a theme."""
    options = options or CheckOptions()
    names = chosen_games(project, games)
    with open_cache(wanted=options.cache and options.faces) as cache:
        records = CheckRecords(project, options, cache)
        inputs = {name: records.inputs(name) for name in names}
        known = {name: records.find(name, digest) for name, digest in inputs.items()}
        found = {name: each for name, each in known.items() if each is not None}
        if rest := [name for name in names if name not in found]:
            from pnp.build.game_check import check_anew  # noqa: PLC0415 - where nothing has changed nothing is read

            for name, result in check_anew(project, rest, options, cache).items():
                found[name] = result
                records.keep(name, inputs[name], result)
    return tuple(found[name] for name in names)


@dataclass(frozen=True, slots=True)
class CheckRecords:
    """What checks of one project's games found, done as `options` say."""

    project: Project
    options: CheckOptions
    cache: BuildCache

    def inputs(self, game: str) -> str | None:
        """Return a digest of all that the check of a game depends on; None when that cannot be told, or more is asked."""
        if self.project.unsaved or self.options.approving:
            return None
        return BuildRecords(self.project, BuildOptions(), self.cache).inputs(game)

    def find(self, game: str, digest: str | None) -> CheckResult | None:
        """Return what an earlier check found in the same files, or None."""
        record = json.loads(self.cache.store.get(self._key(game)) or "{}") if digest else {}
        if not record or record["inputs"] != digest:
            return None
        languages = tuple(LanguageCheck(name, _read(found)) for name, found in record["languages"])
        summary = tuple(record["summary"])
        return CheckResult(game, _read(record["diagnostics"]), None, languages=languages, summary=summary)

    def keep(self, game: str, digest: str | None, found: CheckResult) -> None:
        """Keep what a check found, unless a file was changed meanwhile, or chance had a part in it."""
        if digest is None or any(finding.code in MAY_PASS for finding in found.diagnostics):
            return
        if digest != self.inputs(game):
            return
        record = {
            "inputs": digest,
            "diagnostics": [asdict(finding) for finding in found.diagnostics],
            "languages": [
                (each.language, [asdict(one) for one in each.diagnostics]) for each in found.languages
            ],
            "summary": found.summary,
        }
        self.cache.store.put(self._key(game), json.dumps(record).encode())

    def _key(self, game: str) -> str:
        has_faces = (self.project.root / APPROVED_FACES / game).is_dir()
        asked = repr(replace(self.options, workers=1))
        return self.cache.key("checks", str(self.project.root), self.project.language, game, asked, has_faces)


def _read(found: Sequence[dict[str, object]]) -> tuple[Diagnostic, ...]:
    return tuple(map(Diagnostic.from_fields, found))
