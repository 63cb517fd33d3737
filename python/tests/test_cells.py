# SPDX-License-Identifier: Apache-2.0
"""Cells that Java has written are read and written, and values are whole next to a writer in another process."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ashlar
from kit import unzip


def test_should_go_on_with_cells_of_java(tmp_path: Path) -> None:
    file = unzip("queues", tmp_path) / "cells"
    with ashlar.SeqlockCell(file, 9, offset=256) as cell:
        assert cell.read() == (2, b"b23456789")
    with ashlar.SeqlockCell(file, 9, offset=256, writable=True, shared=True) as cell:
        assert cell.write(b"c23456789") == 3 and cell.read() == (3, b"c23456789")
    with ashlar.Cell(file, 9) as cell:
        assert cell.read() == (2, b"b23456789")
        with pytest.raises(ashlar.StoreError, match="read-only"):
            cell.write(b"c23456789")
    with ashlar.Cell(file, 9, writable=True) as cell:
        assert cell.write(b"c23456789") == 3 and cell.read() == (3, b"c23456789")
    synced = bytearray(file.read_bytes())
    synced[11] = 1
    with ashlar.Cell(synced, 9, writable=True) as cell, pytest.raises(ashlar.StoreError, match="durable"):
        cell.write(b"d23456789")


def test_should_write_the_bytes_of_the_page() -> None:
    memory = bytearray(ashlar.Cell.size(9))
    cell = ashlar.Cell(memory, 9, writable=True)
    assert cell.write(b"123456789") == 1 and cell.write(b"123456789") == 2
    assert memory[:8].hex(" ") == "02 02 00 00 00 00 00 00" and memory[8:16].hex(" ") == "02 00 00 00 00 00 00 00"
    assert memory[16:32].hex(" ") == "01 01 00 00 00 00 00 00 68 88 e6 2f 00 00 00 00"
    assert memory[48:64].hex(" ") == "02 02 00 00 00 00 00 00 7a 8c 33 dc 00 00 00 00"
    assert memory[64:80] == b"123456789" + bytes(7)


@pytest.mark.parametrize("slots", [4, 5, 16])
def test_should_keep_versions_in_slots_in_turn(slots: int) -> None:
    memory = bytearray(ashlar.Cell.size(12, slots) + 8)
    cell = ashlar.Cell(memory, 12, slots, writable=True)
    assert cell.read() is None
    for version in range(1, 40):
        value = str(version).encode().rjust(12)
        assert cell.write(value) == version and cell.read() == (version, value)
        assert memory[0] == (version - 1) % slots + 1
    assert memory[-8:] == bytes(8)
    cell.close()
    with pytest.raises(ashlar.ClosedError):
        cell.read()


def test_should_complete_what_a_dead_writer_left(tmp_path: Path) -> None:
    memory = bytearray(ashlar.Cell.size(8))
    cell = ashlar.Cell(memory, 8, writable=True)
    for value in (b"first..1", b"second.2"):
        cell.write(value)
    # It died between the stamp of the third value and the word: no second slot may have that version.
    whole = bytes(memory)
    cell.write(b"third..3")
    memory[:8] = whole[:8]
    assert cell.read() == (2, b"second.2")
    assert cell.write(b"other..3") == 3 and memory[0] == 3 and cell.read() == (3, b"other..3")


def test_should_refuse_what_is_no_cell(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(bytes(100))
    with pytest.raises(ashlar.DamagedError, match="ends"):
        ashlar.Cell(tmp_path / "short", 9)
    for length, slots, offset in [(0, 4, 0), (9, 3, 0), (9, 17, 0), (9, 4, 4), (1 << 21, 4, 0), (9, 4, -8)]:
        with pytest.raises(ValueError):
            ashlar.Cell(bytearray(1000), length, slots, offset)
    with pytest.raises(ValueError, match="read-only"):
        ashlar.Cell(bytes(1000), 9, writable=True)
    cell = ashlar.Cell(bytearray(1000), 9, writable=True)
    with pytest.raises(ValueError, match="length"):
        cell.write(b"short")


def test_should_never_fail_otherwise_on_hostile_memory() -> None:
    random = Random(7)
    for _ in range(2_000):
        memory = bytearray(random.choice([0, 0, 1, 2, 3, 4, 5, 255]) for _ in range(ashlar.Cell.size(8)))
        for cell in (ashlar.Cell(memory, 8, writable=True), ashlar.SeqlockCell(memory, 8, writable=True)):
            for act in (cell.read, lambda: cell.write(b"12345678")):
                try:
                    act()
                except ashlar.StoreError:
                    pass


CHILD = """
import sys, ashlar
cell = getattr(ashlar, sys.argv[2])(sys.argv[1], 256, writable=True)
for n in range(1, 1 << 40):
    assert cell.write(n.to_bytes(8, "little") * 32) == n
"""


@pytest.mark.parametrize("kind", ["Cell", "SeqlockCell"])
def test_should_read_whole_values_next_to_a_writer_that_is_killed(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "cell"
    file.write_bytes(bytes(ashlar.Cell.size(256)))
    with getattr(ashlar, kind)(file, 256) as cell, \
            subprocess.Popen([sys.executable, "-c", CHILD, str(file), kind]) as child:
        seen = last = 0
        while seen < 500:
            try:
                found = cell.read()
            except ashlar.StoreError as e:
                assert not isinstance(e, ashlar.DamagedError), e
                continue
            if found is None or found[0] == last:
                os.sched_yield()
                assert child.poll() is None
                continue
            version, value = found
            assert version > last and value == version.to_bytes(8, "little") * 32
            last = version
            seen += 1
        child.kill()
        child.wait()
    # The next writer goes on, wherever the one before has stopped.
    with getattr(ashlar, kind)(file, 256, writable=True) as cell:
        assert cell.write(b"x" * 256) >= last
        found = cell.read()
        assert found is not None and found[1] == b"x" * 256
