# SPDX-License-Identifier: Apache-2.0
"""The writer or a reader of a cell whose other side is in another process, as c/tests/cell.c; SharedCell.java says what
is in the file. Started by PythonLiveTest.java.

    cell.py write FILE COUNT      writes COUNT values
    cell.py read FILE COUNT       reads until COUNT values were seen, or the file says that readers end
"""
from __future__ import annotations

import mmap
import struct
import sys
from typing import Any

import ashlar

LENGTH, SLOTS, OFFSET = 260, 5, 256
WORDS = struct.Struct("<32qI")
BEGUN = 2_000


def value_of(number: int) -> bytes:
    return WORDS.pack(*range(number, number + 32), number & 0xffffffff)


def open_cell(memory: mmap.mmap, writable: bool) -> Any:
    if memory[0]:
        return ashlar.SeqlockCell(memory, LENGTH, OFFSET, writable)
    return ashlar.Cell(memory, LENGTH, SLOTS, OFFSET, writable)


def write(cell: Any, word: int, count: int) -> None:
    first = (word >> 8) + 1
    for number in range(first, first + count):
        version = cell.write(value_of(number))
        assert version == number, f"another version: {version}, expected={number}"
    print(f"written={count}")


def read(cell: Any, memory: mmap.mmap, count: int) -> None:
    seen = last = busy = 0
    ends = False
    while seen < count:
        # The last look is after the end, when nothing changes any more.
        done, ends = ends, memory[-8] != 0
        try:
            found = cell.read()
        except ashlar.DamagedError:
            raise
        except ashlar.StoreError:
            busy += 1
            found = None
        if found is not None and found[0] != last:
            version, value = found
            assert version > last, f"an older version: {version}, before={last}"
            assert value == value_of(version), f"torn: version={version}"
            last = version
            seen += 1
            if seen == BEGUN:
                print("begun", flush=True)
        elif done:
            break
    print(f"read={seen}, busy={busy}, last={last}")


if __name__ == "__main__":
    print(f"native={ashlar.is_native()}", flush=True)
    with open(sys.argv[2], "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE if sys.argv[1] == "write" else mmap.ACCESS_READ)
    with open_cell(mapped, sys.argv[1] == "write") as the_cell:
        if sys.argv[1] == "write":
            write(the_cell, struct.unpack_from("<q", mapped, OFFSET)[0], int(sys.argv[3]))
        else:
            read(the_cell, mapped, int(sys.argv[3]))
