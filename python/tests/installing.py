# SPDX-License-Identifier: Apache-2.0
"""An environment of its own, into which pip installs the package of this folder.

Pip fetches what builds the package. Where it reaches no registry, the environment's own setuptools does; numpy and
pandas are those of the tests.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[1]
SECONDS = 300


def environment(path: str = "") -> dict[str, str]:
    found = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "ASHLAR_PURE")}
    found.update({"PIP_RETRIES": "0", "PIP_TIMEOUT": "15", "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    return {**found, **({"PYTHONPATH": path} if path else {})}


def run(folder: Path, *command: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the Python of the environment."""
    return subprocess.run([str(folder / "venv" / "bin" / "python"), *command], cwd=folder, timeout=SECONDS, text=True,
                          capture_output=True, env=environment(path))


def copy_project(folder: Path) -> None:
    """A clone, in which nothing was built yet."""
    shutil.copytree(PROJECT, folder / "python",
                    ignore=shutil.ignore_patterns("__pycache__", "*.so", "tests", "build", "*.egg-info"))


def make(folder: Path) -> None:
    copy_project(folder)
    try:
        venv.create(folder / "venv", with_pip=True)
    except subprocess.CalledProcessError as e:
        pytest.skip(f"skipped: no venv with pip can be made: {e}")


def wheel(folder: Path, source: str, into: str) -> Path:
    command = ["-m", "pip", "wheel", "--no-deps", "-w", into, source]
    made = run(folder, *command)
    if made.returncode:
        print(f"pip reaches no registry, so the environment's setuptools builds: {made.stderr[-300:]}")
        if run(folder, "-c", "import setuptools").returncode:
            pytest.skip("skipped: pip reaches no registry, and this environment has no setuptools")
        made = run(folder, *command, "--no-build-isolation")
    assert made.returncode == 0, made.stdout + made.stderr
    found = list((folder / into).glob("ashlar-*.whl"))
    assert len(found) == 1
    return found[0]


def install(folder: Path, one: Path, *libraries: Any) -> str:
    """Installs a wheel.

    :param libraries: modules that are not installed
    :return: where both are found. The package of the tests may be in the same folder as the libraries, so the installed
        one is first
    """
    installed = run(folder, "-m", "pip", "install", "--no-deps", "--no-index", "--force-reinstall", str(one))
    assert installed.returncode == 0, installed.stderr
    site = next((folder / "venv" / "lib").glob("python3*")) / "site-packages"
    return os.pathsep.join(dict.fromkeys([str(site), *(str(Path(m.__file__ or "").parents[1]) for m in libraries)]))


def build_both(folder: Path) -> bool:
    """Has `python -m build` make a wheel and a source distribution in `both`; false where it cannot."""
    for option in (["--no-isolation"], []):
        made = subprocess.run([sys.executable, "-m", "build", *option, "--outdir", "both", "python"], cwd=folder,
                              timeout=SECONDS, text=True, capture_output=True,
                              env=environment(os.environ.get("PYTHONPATH", "")))
        if made.returncode == 0:
            return True
        print(made.stdout[-300:] + made.stderr[-300:])
    return False
