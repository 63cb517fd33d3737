# SPDX-License-Identifier: Apache-2.0
"""`pip` makes a wheel of the folder, and of the source distribution; in an empty environment it reads a store in five lines.

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

import numpy as np
import pytest

import ashlar
from kit import unzip

PROJECT = Path(__file__).resolve().parents[1]
SDIST = "from setuptools import build_meta; print(build_meta.build_sdist('dist'))"
LINES = """
import ashlar
with ashlar.open({path!r}) as s:
    frame = s["Ticks"].to_pandas()
print(ashlar.__file__, ashlar.is_native(), len(frame), frame["price"].sum())
"""
SECONDS = 300


def run(folder: Path, *command: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "ASHLAR_PURE")}
    environment.update({"PIP_RETRIES": "0", "PIP_TIMEOUT": "15", "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    return subprocess.run([str(folder / "venv" / "bin" / "python"), *command], cwd=folder, timeout=SECONDS, text=True,
                          capture_output=True, env={**environment, **({"PYTHONPATH": path} if path else {})})


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


def check_lines(folder: Path, store: Path, ticks: Any, path: str = "") -> None:
    found = run(folder, "-c", LINES.format(path=str(store)), path=path)
    assert found.returncode == 0, found.stderr
    file, native, rows, total = found.stdout.split()
    assert Path(file).is_relative_to(folder / "venv"), file
    assert native == str(shutil.which("cc") is not None), "the extension was compiled or not"
    assert (int(rows), float(total)) == (len(ticks), float(ticks["price"].sum())) and len(ticks) > 0
    assert (Path(file).parent / "py.typed").exists()


def check_install(folder: Path, store: Path, ticks: Any) -> None:
    """With all that it needs from the registry: 100 MB, so only where that is asked for."""
    if os.environ.get("ASHLAR_INSTALL") == "all":
        installed = run(folder, "-m", "pip", "install", "./python[pandas]")
        assert installed.returncode == 0, installed.stderr
        check_lines(folder, store, ticks)


def test_should_be_installed_by_pip(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    for name in ("build", "dist", "out"):
        (tmp_path / name).mkdir()
    shutil.copytree(PROJECT, tmp_path / "python", ignore=shutil.ignore_patterns("__pycache__", "*.so", "tests"))
    store = unzip("versions", tmp_path / "store")
    with ashlar.open(store) as opened:
        ticks = opened["Ticks"].to_pandas()
    try:
        venv.create(tmp_path / "venv", with_pip=True)
    except subprocess.CalledProcessError as e:
        pytest.skip(f"skipped: no venv with pip can be made: {e}")
    check_install(tmp_path, store, ticks)
    first = wheel(tmp_path, "./python", "out")
    libraries = os.pathsep.join(dict.fromkeys(str(Path(m.__file__ or "").parents[1]) for m in (np, pandas)))
    made = run(tmp_path, "-c", f"import os; os.chdir('python'); {SDIST}")
    if made.returncode:
        pytest.skip("skipped: the environment has no setuptools for the source distribution")
    second = wheel(tmp_path, next(str(p) for p in (tmp_path / "python" / "dist").glob("ashlar-*.tar.gz")), "dist")
    for one in (first, second):
        installed = run(tmp_path, "-m", "pip", "install", "--no-deps", "--no-index", "--force-reinstall", str(one))
        assert installed.returncode == 0, installed.stderr
        # The package of the tests may be in the same folder as the libraries, so the installed one is first.
        site = next((tmp_path / "venv" / "lib").glob("python3*")) / "site-packages"
        check_lines(tmp_path, store, ticks, f"{site}{os.pathsep}{libraries}")
    print(f"python={sys.version_info[:2]}, wheels={first.name}, {second.name}")
