# SPDX-License-Identifier: Apache-2.0
"""Cells in files and other shared memory, which Java, C and Python read and write (docs/formats/cell-v1.md)."""
from __future__ import annotations

import mmap
import os
import struct
from typing import Any

import numpy as np

from ._memory import Words, acquire_fence, crc32c, store_fence
from .errors import ClosedError, DamagedError, StoreError

_HEADER = 16
_ATTEMPTS = 1000
_MIN_SLOTS, _MAX_SLOTS = 4, 16
_MAX_LENGTH = 1 << 20
_MAX_VERSION = (1 << 55) - 1


def _padded(length: int) -> int:
    return -(-length // 8) * 8


def is_cell(slots: int, length: int) -> bool:
    """Whether a versioned cell can have this layout."""
    return _MIN_SLOTS <= slots <= _MAX_SLOTS and 1 <= length <= _MAX_LENGTH


def read_cell(memory: np.ndarray, words: Words, offset: int, slots: int, length: int) -> tuple[int, bytes] | None:
    """The version and value of a versioned cell; None if it was never written.

    :raises DamagedError: if it is corrupt
    """
    stride = _HEADER + -(-length // 8) * 8
    word = words.load(offset)
    for _ in range(_ATTEMPTS):
        if word == 0:
            return None
        slot = word & 0xff
        if not 1 <= slot <= slots:
            raise DamagedError(f"slot of the cell is out of range: slot={slot}, slots={slots}")
        at = offset + _HEADER + (slot - 1) * stride
        stamp = words.load(at)
        if stamp == word:
            value = memory[at + _HEADER:at + _HEADER + length].tobytes()
            acquire_fence()
            if words.load(at) == word:
                return word >> 8 & (1 << 55) - 1, value
        now = words.load(offset)
        if stamp != word and now == word:
            raise DamagedError(f"slot of the cell has another version: word={word:#x}, stamp={stamp:#x}")
        word = now
    raise StoreError(f"value was replaced during each attempt to read it: attempts={_ATTEMPTS}")


def recover_cell(memory: np.ndarray, offset: int, slots: int, length: int) -> tuple[int, bytes] | None:
    """The version and value of a cell after a loss of power: those of the newest intact slot; None if the cell was
    never written.

    :raises DamagedError: if no slot is intact
    """
    stride = _HEADER + _padded(length)
    found: tuple[int, bytes] | None = None
    traces = bool(memory[offset:offset + 8].any())
    for slot in range(1, slots + 1):
        at = offset + _HEADER + (slot - 1) * stride
        head = memory[at:at + 8].tobytes()
        stamp, = struct.unpack("<Q", head)
        traces |= stamp != 0
        checksum, = struct.unpack("<I", memory[at + 8:at + 12].tobytes())
        value = memory[at + _HEADER:at + _HEADER + length].tobytes()
        newer = 0 < stamp >> 8 <= _MAX_VERSION and (found is None or stamp >> 8 > found[0])
        if stamp & 0xff == slot and newer and crc32c(value, crc32c(head)) == checksum:
            found = (stamp >> 8, value)
    if found is None and traces:
        raise DamagedError("cell has no intact value")
    return found


class _Shared:
    """Memory with a cell in it."""

    def __init__(self, memory: Any, offset: int, size: int, length: int, writable: bool) -> None:
        """
        :param memory: the path of a file, or any buffer, such as an `mmap`
        """
        if not 1 <= length <= _MAX_LENGTH or offset < 0 or offset % 8:
            raise ValueError(f"length out of range, or offset not a multiple of 8: length={length}, offset={offset}")
        self.length = length
        self.writable = writable
        self._offset = offset
        self._where = f"offset={offset}"
        self._mapped: Any = memory
        if isinstance(memory, (str, os.PathLike)):
            self._where += f" in {os.fspath(memory)}"
            with open(memory, "r+b" if writable else "rb") as file:
                bytes_ = os.fstat(file.fileno()).st_size
                if bytes_ < offset + size:
                    raise DamagedError(f"file ends before the cell: length={bytes_}, expected={offset + size}: "
                                       f"{self._where}")
                self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE if writable else mmap.ACCESS_READ)
        view = memoryview(self._mapped).cast("B")
        if len(view) < offset + size or writable and view.readonly:
            raise ValueError(f"memory is too short or read-only: length={len(view)}, expected={offset + size}, "
                             f"writable={writable}")
        self._view: Any = view
        self._bytes: Any = np.frombuffer(view, np.uint8)
        if self._bytes.ctypes.data % 8:
            raise ValueError("memory is not aligned to 8 bytes")
        self._words: Any = Words(view)

    def _require(self, write: bool) -> None:
        if self._view is None:
            raise ClosedError(f"cell is closed: {self._where}")
        if write and not self.writable:
            raise StoreError(f"cell is read-only; open it with writable=True: {self._where}")

    def _require_value(self, value: Any) -> memoryview:
        self._require(True)
        view = memoryview(value).cast("B")
        if len(view) != self.length:
            raise ValueError(f"value has the wrong length: length={len(view)}, expected={self.length}")
        return view

    def close(self) -> None:
        """Releases the memory."""
        self._view = self._bytes = self._words = self._mapped = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Cell(_Shared):
    """A versioned cell: readers get whole values and never wait. One process at a time may write it.

    Memory that is all zeros is a cell that was never written, so no call is needed to create one. The memory does not
    record the layout, so all sides must use the same.

    :param memory: the path of a file, or any buffer, such as an `mmap`
    :param length: length of the value in bytes
    :param slots: 4 to 16; more slots tolerate slower readers
    :param offset: offset of the cell in the memory, a multiple of 8
    :param writable: whether this process writes the cell
    """

    def __init__(self, memory: Any, length: int, slots: int = 4, offset: int = 0, writable: bool = False) -> None:
        if not _MIN_SLOTS <= slots <= _MAX_SLOTS:
            raise ValueError(f"slots out of range: slots={slots}, least={_MIN_SLOTS}, most={_MAX_SLOTS}")
        self.slots = slots
        super().__init__(memory, offset, self.size(length, slots), length, writable)

    @staticmethod
    def size(length: int, slots: int = 4) -> int:
        """Bytes of a cell."""
        return _HEADER + slots * (_HEADER + _padded(length))

    def read(self) -> tuple[int, bytes] | None:
        """The version, 1 for the first value, and the value; None if the cell was never written.

        :raises DamagedError: if the cell is corrupt
        """
        self._require(False)
        try:
            return read_cell(self._bytes, self._words, self._offset, self.slots, self.length)
        except DamagedError as e:
            raise DamagedError(f"{e}: {self._where}") from e

    def write(self, value: bytes) -> int:
        """Replaces the value. The new one survives the death of any process, but not a loss of power.

        :return: the version of the new value
        :raises DamagedError: if the cell is corrupt
        :raises StoreError: if the cell is durable: only its own writer tracks its syncs
        """
        view = self._require_value(value)
        words = self._words
        word = words.load(self._offset)
        control = words.load(self._offset + 8)
        current, filling, pinned = word & 0xff, control & 0xff, control >> 8 & 0xff
        if control >> 24 > 0:
            raise StoreError(f"cell is durable, so only the writer that tracks its syncs can write it: {self._where}")
        sound = word >= 0 and control >= 0 and (word == 0 or 1 <= current <= self.slots and word >> 8 > 0) \
            and word >> 8 < _MAX_VERSION and max(filling, pinned, control >> 16) <= self.slots \
            and (filling != 0 or word == 0) and (filling == current or filling != pinned)
        if not sound:
            raise DamagedError(f"cell is corrupt: word={word:#x}, control={control:#x}: {self._where}")
        if filling == current:
            filling = filling % self.slots + 1
            filling = filling % self.slots + 1 if filling == pinned else filling
        at = self._offset + _HEADER + (filling - 1) * (_HEADER + _padded(self.length))
        store_fence()
        words.store(self._offset + 8, control & ~0xff | filling)
        words.store(at, 0)
        # The stamp of the old value must be gone before any byte of the new one is visible.
        store_fence()
        self._view[at + _HEADER:at + _HEADER + self.length] = view
        after: int = (word >> 8) + 1 << 8 | filling
        words.store(at + 8, crc32c(view, crc32c(struct.pack("<Q", after))))
        words.store(at, after)
        words.store(self._offset, after)
        return after >> 8


class SeqlockCell(_Shared):
    """A seqlock cell: needs the least memory, but readers wait for a writer that stops midway.

    :param shared: whether other writers exist, too; writers then take turns
    """

    def __init__(self, memory: Any, length: int, offset: int = 0, writable: bool = False, shared: bool = False) -> None:
        super().__init__(memory, offset, self.size(length), length, writable)
        self.shared = shared

    @staticmethod
    def size(length: int) -> int:
        """Bytes of a cell."""
        return 8 + _padded(length)

    def _load(self) -> int:
        word: int = self._words.load(self._offset)
        if word < 0 or word & 0xff > 1:
            raise DamagedError(f"cell is corrupt: word={word:#x}: {self._where}")
        return word

    def read(self) -> tuple[int, bytes] | None:
        """The version, 1 for the first value, and the value; None if the cell was never written.

        :raises DamagedError: if the cell is corrupt
        :raises StoreError: if a writer was writing during each attempt
        """
        self._require(False)
        at = self._offset + 8
        for _ in range(_ATTEMPTS):
            word = self._load()
            if word == 0:
                return None
            if word & 1 == 0:
                value = self._view[at:at + self.length].tobytes()
                acquire_fence()
                if self._words.load(self._offset) == word:
                    return word >> 8, value
        raise StoreError(f"cell was being written during each attempt to read it: attempts={_ATTEMPTS}: {self._where}")

    def write(self, value: bytes) -> int:
        """Replaces the value.

        :return: the version of the new value
        :raises DamagedError: if the cell is corrupt
        :raises StoreError: if another writer was writing during each attempt
        """
        view = self._require_value(value)
        for _ in range(_ATTEMPTS):
            word = self._load()
            if word >> 8 >= _MAX_VERSION:
                raise DamagedError(f"cell is corrupt: word={word:#x}: {self._where}")
            if self.shared and (word & 1 or not self._words.swap(self._offset, word, word | 1)):
                continue
            if not self.shared:
                # Also replaces an unfinished value of a writer that died.
                self._words.store(self._offset, word | 1)
            store_fence()
            self._view[self._offset + 8:self._offset + 8 + self.length] = view
            self._words.store(self._offset, (word >> 8) + 1 << 8)
            return (word >> 8) + 1
        raise StoreError(f"another writer was writing during each attempt: attempts={_ATTEMPTS}: {self._where}")
