# SPDX-License-Identifier: Apache-2.0
"""`pip` makes a wheel of the folder, and of the source distribution; in an empty environment it reads a store in five lines.
"""
from __future__ import annotations

import os
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ashlar
from installing import build_both, copy_project, install, make, run, wheel
from kit import unzip

# README's test installs a wheel, too.
pytestmark = pytest.mark.skipif("ASHLAR_INSTALL" not in os.environ, reason="ASHLAR_INSTALL is not set")
SDIST = "from setuptools import build_meta; print(build_meta.build_sdist('dist'))"
LINES = """
import ashlar
with ashlar.open({path!r}) as s:
    frame = s["Ticks"].to_pandas()
print(ashlar.__file__, ashlar.is_native(), len(frame), frame["price"].sum())
"""


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
    store = unzip("versions", tmp_path / "store")
    with ashlar.open(store) as opened:
        ticks = opened["Ticks"].to_pandas()
    make(tmp_path)
    check_install(tmp_path, store, ticks)
    first = wheel(tmp_path, "./python", "out")
    made = run(tmp_path, "-c", f"import os; os.chdir('python'); {SDIST}")
    if made.returncode:
        pytest.skip("skipped: the environment has no setuptools for the source distribution")
    second = wheel(tmp_path, next(str(p) for p in (tmp_path / "python" / "dist").glob("ashlar-*.tar.gz")), "dist")
    for one in (first, second):
        check_lines(tmp_path, store, ticks, install(tmp_path, one, np, pandas))
    print(f"python={sys.version_info[:2]}, wheels={first.name}, {second.name}")


def test_should_be_built_by_build(tmp_path: Path) -> None:
    pytest.importorskip("build")
    copy_project(tmp_path)
    if not build_both(tmp_path):
        pytest.skip("skipped: build reaches no registry, and this environment has no setuptools with wheel")
    packed, source = sorted((tmp_path / "both").iterdir())
    modules = {f"ashlar/{p.name}" for p in (tmp_path / "python" / "src" / "ashlar").glob("*.py*")}
    names = set(zipfile.ZipFile(packed).namelist())
    assert packed.suffix == ".whl" and modules | {"ashlar/py.typed"} <= names, names
    assert any(n.startswith("ashlar/_native.") and n.endswith(".so") for n in names) == (shutil.which("cc") is not None)
    with tarfile.open(source) as archive:
        inside = {n.partition("/")[2] for n in archive.getnames()}
    assert {"pyproject.toml", "setup.py", "src/ashlar/_native.c", "src/ashlar/py.typed"} <= inside, inside
