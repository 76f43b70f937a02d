"""A project under git, for the tests that ask what changed."""

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def commit(folder: Path, message: str = "x") -> None:
    inside = (
        subprocess.run(["git", "rev-parse"], cwd=folder, check=False, capture_output=True).returncode == 0
    )
    if not inside:
        git(folder, "init", "-q")
    git(folder, "add", "-A", ".")
    git(folder, "commit", "-q", "-m", message)
