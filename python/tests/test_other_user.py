# SPDX-License-Identifier: Apache-2.0
"""Stores and archives of another user, which may only be read: last values and all others are the same."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator

import pytest

import kit

NOBODY = 65_534
CHECK = """
import os, sys
sys.path.insert(0, sys.argv[2])
import errno, pathlib
import numpy as np
import ashlar, kit, test_kit
try:
    import pandas
except ImportError:
    pandas = None
folder = pathlib.Path(sys.argv[1])
answers = {name: kit.answers(name)[kit.BOOT] for name in kit.STORES}
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(%d)
    os.setuid(%d)
checked = 0
for name in kit.STORES:
    try:
        open(folder / name / "store.live", "r+b").close()
        sys.exit("the file can be written to")
    except PermissionError:
        pass
    with ashlar.Store(folder / name, kit.BOOT) as store:
        assert store._live is None
        test_kit.check(store, answers[name])
        for values in store.last_value_tables:
            keys = store.last_values(values).keys()
            assert len(keys) == len(answers[name]["lastValues"][values]["values"]) > 0
            assert [store.last_values(values)[key]["symbol"] for key in keys] == keys
            assert pandas is None or sorted(store.last_values(values).frame()["symbol"]) == sorted(keys)
            checked += len(keys)
with ashlar.Archive(folder / "days", kit.BOOT) as days:
    assert sorted(days.last_values("prices").keys()) == ["K0", "K1", "K2"]
print(f"checked={checked}")
""" % (NOBODY, NOBODY)


FORBIDDEN = """
import encodings.ascii, os, sys
import ashlar
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(%d)
    os.setuid(%d)
with ashlar.Archive(sys.argv[1]) as days:
    day, other = days.days[0], days.days[1]
    assert other.state == "sealed", other.error
    for act in (day.open, lambda: ashlar.open(day.path), lambda: days["Ticks"].column("size")):
        try:
            act()
            sys.exit("the folder can be read")
        except ashlar.StoreError as e:
            print(type(e).__name__, e)
    print([problem.message for problem in days.verify().problems])
""" % (NOBODY, NOBODY)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Anyone may look into it, unlike those of pytest."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        path = Path(name)
        yield path
        for one in (path, *path.rglob("*")):
            one.chmod(0o755)


def test_should_read_the_values_of_another_user(folder: Path) -> None:
    for name in (*kit.STORES, "days"):
        kit.unzip(name, folder / name)
    for one in (*folder.rglob("*"), folder):
        one.chmod(0o555 if one.is_dir() else 0o444)
    if os.geteuid() != 0 and os.access(folder / "live" / "store.live", os.W_OK):
        pytest.skip("skipped: files without permission can be written to here")
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*")}
    found = subprocess.run([sys.executable, "-c", CHECK, str(folder), str(Path(__file__).parent)], capture_output=True,
                           text=True)
    assert found.returncode == 0 and found.stdout.startswith("checked="), found.stdout + found.stderr
    assert int(found.stdout[8:]) > 20
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*")} == before


@pytest.mark.parametrize("part, mode", [(".", 0o444), ("store.head", 0), ("extents", 0o444), ("extents/0000.ext", 0)])
def test_should_tell_a_day_that_may_not_be_read_from_one_that_is_missing(folder: Path, part: str, mode: int) -> None:
    kit.unzip("days", folder)
    for one in (*folder.rglob("*"), folder):
        one.chmod(0o555 if one.is_dir() else 0o444)
    day = sorted(folder.glob("2026-*"))[0]
    (day / part).chmod(mode)
    if os.geteuid() != 0 and all(os.access(day / file, os.R_OK) for file in ("extents/0000.ext", "store.head")):
        pytest.skip("skipped: files without permission can be read here")
    found = subprocess.run([sys.executable, "-c", FORBIDDEN, str(folder)], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
    for line in found.stdout.splitlines():
        assert "Permission denied" in line and day.name in line and "missing" not in line, found.stdout
    assert [line.split()[0] for line in found.stdout.splitlines()[:3]] == ["StoreError"] * 3
