"""Packages with fonts for other scripts: which are installed, and which one to install."""

import importlib.util
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGES = {"manimgx_fonts": "manimgx-fonts", "justmytype_intl_cjk": "justmytype-intl-cjk"}
"""Module of fonts -> its package. The first comes with pnp, the other with its extra `cjk`."""

_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_SCRIPTS = re.compile("[\u0530-\u10ff\u1200-\u139f\u1780-\u17ff\u2190-\u2bff\U0001f000-\U0001faff]")
_KANA, _HANGUL = re.compile("[\u3040-\u30ff]"), re.compile("[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]")


@cache
def script_packages() -> tuple[str, ...]:
    """Return the installed packages with their versions."""
    there = (module for module in PACKAGES if importlib.util.find_spec(module))
    return tuple(f"{PACKAGES[module]} {version(PACKAGES[module])}" for module in there)


def font_files() -> tuple[Path, ...]:
    """Return the font files of the installed packages, in the order in which they stand in."""
    specs = filter(None, map(importlib.util.find_spec, PACKAGES))
    folders = [Path(folder) for spec in specs for folder in spec.submodule_search_locations or ()]
    return tuple(path for folder in folders for path in sorted(folder.rglob("*.ttf")))


def package_for(letters: str) -> str:
    """Return what to install for letters that no font has, "" when nothing is known to have them.

    >>> package_for("\u6f22")
    'pip install "pnp-cards[cjk]" for Chinese, Japanese and Korean'
    """
    if _CJK.search(letters) and importlib.util.find_spec("justmytype_intl_cjk") is None:
        return 'pip install "pnp-cards[cjk]" for Chinese, Japanese and Korean'
    if _SCRIPTS.search(letters) and importlib.util.find_spec("manimgx_fonts") is None:
        return "pip install manimgx-fonts for this script"
    return ""


def preferred(family: str, letters: str, language: str) -> bool:
    """Say whether a family has the forms of Chinese characters that a text needs: its letters tell, else the language.

    >>> [preferred("Noto Sans JP", "\u6f22", "ja"), preferred("Noto Sans TC", "\u6f22", "zh-Hant"), preferred("Noto Sans SC", "\u6f22", "en")]
    [True, True, True]
    """
    if _KANA.search(letters) or (language.startswith("ja") and not _HANGUL.search(letters)):
        return family.endswith(" JP")
    if _HANGUL.search(letters) or language.startswith("ko"):
        return family.endswith(" KR")
    return family.endswith(" TC" if language in ("zh-Hant", "zh-TW", "zh-HK") else " SC")
