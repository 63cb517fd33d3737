# SPDX-License-Identifier: Apache-2.0
"""Stores and archives on a mount that nobody may write to: the same answers, and nothing is held back or written."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kit

# In a name space of its own, so that the mount ends with the process.
MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
CHECK = """
import sys
sys.path.insert(0, sys.argv[2])
import errno, os, pathlib, subprocess
import numpy as np
import ashlar, kit, test_kit
folder = pathlib.Path(sys.argv[1])
# Whether another process sees that the store is read.
SEEN = "import os, sys, ashlar._locks as locks; print(locks.is_taken(os.open(sys.argv[1], os.O_RDONLY), 127))"

def seen(name):
    return subprocess.run([sys.executable, "-c", SEEN, folder / name / "store.lock"], capture_output=True, text=True).stdout

for name in kit.STORES:
    try:
        (folder / name / "file").touch()
        sys.exit("the mount can be written to")
    except OSError as e:
        assert e.errno == errno.EROFS
    with ashlar.Store(folder / name, kit.BOOT) as store:
        assert store._live is None
        assert seen(name) == "True\\n"
        test_kit.check(store, kit.answers(name)[kit.BOOT])
        assert store.verify().problems == []
        for table in store.tables:
            for chunk in store[table].chunks():
                # They are copied, because a writer may come at any time.
                assert chunk.flags.writeable or not len(chunk)
        store.refresh()
    assert seen(name) == "False\\n"
with ashlar.Archive(folder / "days") as days:
    assert len(days["Ticks"].column("size").values) == len(days["Ticks"]) > 0
    assert days.last_values("prices").keys()
try:
    ashlar.Ring(folder / "queues" / "one")
    sys.exit("a ring was opened")
except OSError as e:
    assert e.errno == errno.EROFS
with ashlar.Cell(folder / "queues" / "cells", 9) as cell:
    assert cell.read() == (2, b"b23456789")
print("checked")
"""


def test_should_read_what_cannot_be_written(tmp_path: Path) -> None:
    if shutil.which("unshare") is None or subprocess.run(
            ["unshare", "-rm", "sh", "-c", MOUNT, "sh", str(tmp_path), "true"], capture_output=True).returncode:
        pytest.skip("no read-only mount can be made here")
    for name in (*kit.STORES, "days", "queues"):
        kit.unzip(name, tmp_path / name)
    for name in kit.STORES:
        (tmp_path / name / "store.lock").touch()
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")}
    found = subprocess.run(["unshare", "-rm", "sh", "-c", MOUNT, "sh", str(tmp_path), sys.executable, "-c", CHECK,
                            str(tmp_path), str(Path(__file__).parent)], capture_output=True, text=True)
    assert found.stdout == "checked\n", found.stdout + found.stderr
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")} == before
