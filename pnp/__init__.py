"""pnp turns the YAML of a game into paper: what `import pnp` offers is the public API, described in docs/api.md.

Nothing here prints or exits, and each name is loaded when it is first used. The command line is built on the same
functions.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.art.add import AddOptions, AddResult, add_picture, add_pictures
    from pnp.art.brief import BriefResult, write_brief
    from pnp.art.place import PlaceOptions, PlaceResult, place_picture
    from pnp.art.slots import project_art
    from pnp.batch.games import BatchOptions, batch_games
    from pnp.batch.result import BatchResult, JobResult
    from pnp.build.check import CheckOptions, CheckResult, Explanation, check_games, explain_claim
    from pnp.build.drawing_export import ExportedTemplate, export_template
    from pnp.build.games import build_games
    from pnp.build.options import BuildOptions, game_output
    from pnp.build.printed_pages import PrintedSheet, printed_pages
    from pnp.build.result import BuildCount, BuildResult, PictureFolder, Progress, SheetFile
    from pnp.build.rules_document import RulesForm, RulesOptions, RulesResult, write_rules
    from pnp.build.verification import VerifyOptions, VerifyResult, verify_games
    from pnp.cache import cache_folder
    from pnp.claims.stats import Distribution, chance_in_hand, distributions, opening_hand
    from pnp.edit.card_change import (
        CardChange,
        ChangeCheck,
        FieldFinding,
        changed_card,
        check_change,
        copied_card,
        removed_card,
    )
    from pnp.edit.card_form import CardField, CardForm, card_form
    from pnp.edit.file_change import DiffLine, FileChange
    from pnp.edit.history import Edit, EditHistory
    from pnp.export.calibration_page import write_calibration_page
    from pnp.export.charts import write_charts
    from pnp.history.approve import ApproveResult, approve_game
    from pnp.history.changes import DiffResult, diff_games
    from pnp.history.reprint import reprint_games
    from pnp.history.snapshot import SnapshotOptions, SnapshotResult, snapshot_games
    from pnp.history.versions import ReleaseResult, release_games, version_and_games
    from pnp.load.game import load_game, load_games
    from pnp.load.project import Project, chosen_games, find_project, game_ids, one_game, open_project
    from pnp.load.strings import GameText, GameTexts, game_texts, write_texts
    from pnp.model.calibration import Calibration, PageScales, Printer, Readings, fit_calibration, page_scales
    from pnp.model.diagnostics import Diagnostic, Place, has_errors, in_reading_order, tally
    from pnp.model.errors import PnpError
    from pnp.model.game import Component, Game, Piece
    from pnp.model.papers import find_paper, margin_of
    from pnp.preflight.checks import PreflightResult, preflight_file
    from pnp.preflight.rules import PreflightOptions
    from pnp.printers import KnownPrinters, checked_name, find_printer, keep_printer, known_printers
    from pnp.rules.markdown import RulesIcons
    from pnp.schema.files import SCHEMA_FOLDER, schema_text, write_schemas
    from pnp.shops.export_plan import ExportOptions, ExportTarget
    from pnp.shops.exports import ExportResult, export_games
    from pnp.shops.targets import export_targets, find_target
    from pnp.start.doctor import Examined, examine
    from pnp.start.new_project import STARTS, NewProject, new_project
    from pnp.start.table_import import ImportedTable, import_table
    from pnp.start.table_plan import ImportOptions

__version__ = "0.1.0"

_NAMES_IN = {
    "art.add": "AddOptions AddResult add_picture add_pictures",
    "art.brief": "BriefResult write_brief",
    "art.place": "PlaceOptions PlaceResult place_picture",
    "art.slots": "project_art",
    "batch.games": "BatchOptions batch_games",
    "batch.result": "BatchResult JobResult",
    "build.check": "CheckOptions CheckResult Explanation check_games explain_claim",
    "build.drawing_export": "ExportedTemplate export_template",
    "build.games": "build_games",
    "build.options": "BuildOptions",
    "build.printed_pages": "PrintedSheet printed_pages",
    "build.result": "BuildCount BuildResult PictureFolder Progress SheetFile",
    "build.rules_document": "RulesForm RulesOptions RulesResult write_rules",
    "rules.markdown": "RulesIcons",
    "build.stages": "game_output",
    "build.verification": "VerifyOptions VerifyResult verify_games",
    "cache": "cache_folder",
    "claims.stats": "Distribution chance_in_hand distributions opening_hand",
    "edit.card_change": "CardChange ChangeCheck FieldFinding changed_card check_change copied_card removed_card",
    "edit.card_form": "CardField CardForm card_form",
    "edit.file_change": "DiffLine FileChange",
    "edit.history": "Edit EditHistory",
    "export.calibration_page": "write_calibration_page",
    "export.charts": "write_charts",
    "history.approve": "ApproveResult approve_game",
    "history.changes": "DiffResult diff_games",
    "history.reprint": "reprint_games",
    "history.snapshot": "SnapshotOptions SnapshotResult snapshot_games",
    "history.versions": "ReleaseResult release_games version_and_games",
    "load.game": "load_game load_games",
    "load.strings": "GameText GameTexts game_texts write_texts",
    "load.project": "Project chosen_games find_project game_ids one_game open_project",
    "model.calibration": "Calibration PageScales Printer Readings fit_calibration page_scales",
    "model.diagnostics": "Diagnostic Place has_errors in_reading_order tally",
    "model.errors": "PnpError",
    "model.game": "Component Game Piece",
    "model.papers": "find_paper margin_of",
    "preflight.checks": "PreflightResult preflight_file",
    "preflight.rules": "PreflightOptions",
    "printers": "KnownPrinters checked_name find_printer keep_printer known_printers",
    "schema.files": "SCHEMA_FOLDER schema_text write_schemas",
    "shops.export_plan": "ExportOptions ExportTarget",
    "shops.exports": "ExportResult export_games",
    "shops.targets": "export_targets find_target",
    "start.doctor": "Examined examine",
    "start.new_project": "STARTS NewProject new_project",
    "start.table_import": "ImportedTable import_table",
    "start.table_plan": "ImportOptions",
}
"""The modules of the API, and what it offers of them."""

_MODULE_OF = {name: f"pnp.{module}" for module, names in _NAMES_IN.items() for name in names.split()}

__all__ = [
    "SCHEMA_FOLDER",
    "STARTS",
    "AddOptions",
    "AddResult",
    "ApproveResult",
    "BatchOptions",
    "BatchResult",
    "BriefResult",
    "BuildCount",
    "BuildOptions",
    "BuildResult",
    "Calibration",
    "CardChange",
    "CardField",
    "CardForm",
    "ChangeCheck",
    "CheckOptions",
    "CheckResult",
    "Component",
    "Diagnostic",
    "DiffLine",
    "DiffResult",
    "Distribution",
    "Edit",
    "EditHistory",
    "Examined",
    "Explanation",
    "ExportOptions",
    "ExportResult",
    "ExportTarget",
    "ExportedTemplate",
    "FieldFinding",
    "FileChange",
    "Game",
    "GameText",
    "GameTexts",
    "ImportOptions",
    "ImportedTable",
    "JobResult",
    "KnownPrinters",
    "NewProject",
    "PageScales",
    "PictureFolder",
    "Piece",
    "Place",
    "PlaceOptions",
    "PlaceResult",
    "PnpError",
    "PreflightOptions",
    "PreflightResult",
    "PrintedSheet",
    "Printer",
    "Progress",
    "Project",
    "Readings",
    "ReleaseResult",
    "RulesForm",
    "RulesIcons",
    "RulesOptions",
    "RulesResult",
    "SheetFile",
    "SnapshotOptions",
    "SnapshotResult",
    "VerifyOptions",
    "VerifyResult",
    "__version__",
    "add_picture",
    "add_pictures",
    "approve_game",
    "batch_games",
    "build_games",
    "cache_folder",
    "card_form",
    "chance_in_hand",
    "changed_card",
    "check_change",
    "check_games",
    "checked_name",
    "chosen_games",
    "copied_card",
    "diff_games",
    "distributions",
    "examine",
    "explain_claim",
    "export_games",
    "export_targets",
    "export_template",
    "find_paper",
    "find_printer",
    "find_project",
    "find_target",
    "fit_calibration",
    "game_ids",
    "game_output",
    "game_texts",
    "has_errors",
    "import_table",
    "in_reading_order",
    "keep_printer",
    "known_printers",
    "load_game",
    "load_games",
    "margin_of",
    "new_project",
    "one_game",
    "open_project",
    "opening_hand",
    "page_scales",
    "place_picture",
    "preflight_file",
    "printed_pages",
    "project_art",
    "release_games",
    "removed_card",
    "reprint_games",
    "schema_text",
    "snapshot_games",
    "tally",
    "verify_games",
    "version_and_games",
    "write_brief",
    "write_calibration_page",
    "write_charts",
    "write_rules",
    "write_schemas",
    "write_texts",
]


def __getattr__(name: str) -> object:
    """Load a name of the API when it is first used."""
    if name not in _MODULE_OF:
        message = f"module 'pnp' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_MODULE_OF[name]), name)
