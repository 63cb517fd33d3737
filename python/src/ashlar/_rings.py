# SPDX-License-Identifier: Apache-2.0
"""Rings in files, shared with Java and C: their layout, and which process has which side."""
from __future__ import annotations

import mmap
import os
import struct
import threading
import time
import weakref
from typing import Any

from . import _locks
from ._memory import Words
from ._ring_ends import HEADER, Consumer, Producer
from ._ring_lanes import LaneConsumer, LaneProducer
from ._ring_many import LANE_WORDS, ManyConsumer, ManyProducer
from .errors import ClosedError, DamagedError, FormatVersionError, StoreError

_MAX_LANES = 1024
# A process that checks whether a side is taken may hold its lock for a moment, so taking a side is retried.
_ATTEMPTS = 50
_ATTEMPT_SECONDS = 0.002
# The process that has a ring open, by path.
_OPEN: dict[str, int] = {}
_GUARD = threading.Lock()
# A mapping has its own descriptor. Closing any descriptor of a file drops all locks that the process has on it, so a
# forked child keeps the descriptors of its parent.
_MAPPED: "weakref.WeakSet[Ring]" = weakref.WeakSet()
_INHERITED: list[Any] = []


def _keep_inherited() -> None:
    _INHERITED.extend(ring._memory for ring in _MAPPED)


os.register_at_fork(after_in_child=_keep_inherited)
_MANY, _FIXED, _RECORDS = b"ashlfunl", b"ashlfixr", b"ashlring"


def _is_power(value: int, least: int, most: int) -> bool:
    return least <= value <= most and value & value - 1 == 0


class Ring:
    """A ring, a group of rings, a fixed-length ring or a many-to-one ring in a file. A process can open a file only
    once. After a fork, the ring and its sides belong to the process that opened the ring; the child opens it again.

    :ivar lanes: maximum number of producers
    :ivar capacity: capacity of each lane: bytes of records, or number of messages of a fixed-length ring
    :ivar message_bytes: length of each message of a fixed-length ring; otherwise 0
    :ivar entries: entries in the order of a many-to-one ring; otherwise 0
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.realpath(path)
        self._sides: set[int] = set()
        self._process = os.getpid()
        with _GUARD:
            if _OPEN.get(self.path) == self._process:
                raise StoreError(f"this process has the file open already ({self.path})")
            self._fd = os.open(self.path, os.O_RDWR)
            _OPEN[self.path] = self._process
        try:
            self._map()
        except BaseException:
            self.close()
            raise

    def _map(self) -> None:
        self._length = os.fstat(self._fd).st_size
        if self._length < HEADER:
            raise DamagedError(f"not a ring: length={self._length} ({self.path})")
        self._memory: Any = mmap.mmap(self._fd, self._length)
        _MAPPED.add(self)
        self._words = Words(self._memory)
        magic, version, *numbers = struct.unpack_from("<8siiii", self._memory)
        if magic not in (_RECORDS, _FIXED, _MANY):
            raise DamagedError(f"not a ring: magic={magic!r} ({self.path})")
        if version != 1:
            raise FormatVersionError(f"ring of a later format: version={version}, expected=1 ({self.path})")
        self.is_fixed = magic == _FIXED
        self.is_many_to_one = magic == _MANY
        self.entries: int = numbers[0] if self.is_many_to_one else 0
        self.lanes: int = numbers[1] if self.is_many_to_one else 1
        self.capacity: int = numbers[2 if self.is_many_to_one else 0]
        self.message_bytes: int = numbers[1] if self.is_fixed else 0
        needed = self._layout()
        if not 0 < needed <= self._length:
            raise DamagedError(f"ring does not fit its file: capacity={self.capacity}, lanes={self.lanes}, "
                               f"entries={self.entries}, messageBytes={self.message_bytes}, length={self._length} "
                               f"({self.path})")

    def _layout(self) -> int:
        """Computes the layout, and how long the file must be; 0 if no ring can have these dimensions."""
        if self.is_many_to_one:
            if not (1 <= self.lanes <= 64 and _is_power(self.capacity, 64, 1 << 27)
                    and _is_power(self.entries, self.lanes, 1 << 24)):
                return 0
            self._order = HEADER + self.lanes * LANE_WORDS
            self._records = self._order + self.entries * 8
            return self._records + self.lanes * self.capacity
        if self.is_fixed:
            if not (8 <= self.message_bytes <= 1 << 20 and self.message_bytes % 8 == 0):
                return 0
            size = self.capacity * self.message_bytes
        else:
            size = self.capacity
        if not _is_power(self.capacity, 1 if self.is_fixed else 64, 1 << 30):
            return 0
        self._stride = -(-(HEADER + size) // 128) * 128
        # The last lane may lack its padding.
        if not self.is_fixed and HEADER + size <= self._length:
            self.lanes = min(1 + (self._length - HEADER - size) // self._stride, _MAX_LANES)
        return HEADER + size

    def _take(self, places: range) -> int | None:
        """Takes the first free lock of these."""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_ATTEMPT_SECONDS)
            for byte in places:
                if byte not in self._sides and _locks.take(self._fd, self._length + byte):
                    self._sides.add(byte)
                    return byte
            if self._sides.issuperset(places):
                break
        return None

    def _give(self, byte: int) -> None:
        self._sides.discard(byte)
        _locks.give(self._fd, self._length + byte)

    def _has(self, byte: int) -> bool:
        self._require_open()
        return byte in self._sides or _locks.is_taken(self._fd, self._length + byte)

    def producer(self) -> Producer:
        """Becomes the producer of the first lane without one. It continues where the previous producer stopped.

        :raises StoreError: if each lane has a producer
        :raises DamagedError: if the ring is corrupt
        """
        self._require_open()
        byte = self._take(range(1, 1 + self.lanes))
        if byte is None:
            raise StoreError(f"each lane has a producer already: lanes={self.lanes} ({self.path})")
        try:
            return ManyProducer(self, byte - 1) if self.is_many_to_one else LaneProducer(self, byte - 1)
        except BaseException:
            self._give(byte)
            raise

    def consumer(self) -> Consumer:
        """Becomes the consumer. It continues where the previous consumer stopped.

        :raises StoreError: if the ring has a consumer
        :raises DamagedError: if the ring is corrupt
        """
        self._require_open()
        if self._take(range(1)) is None:
            raise StoreError(f"ring has a consumer already ({self.path})")
        try:
            return ManyConsumer(self) if self.is_many_to_one else LaneConsumer(self)
        except BaseException:
            self._give(0)
            raise

    def has_producer(self, lane: int = 0) -> bool:
        """Whether a living process has this lane. A process that dies loses it at once."""
        if not 0 <= lane < self.lanes:
            raise IndexError(f"no such lane: lane={lane}, lanes={self.lanes}")
        return self._has(1 + lane)

    def has_consumer(self) -> bool:
        """Whether a living process is the consumer."""
        return self._has(0)

    @property
    def is_closed(self) -> bool:
        return self._fd < 0

    def _is_forked(self) -> bool:
        return os.getpid() != self._process

    def _require_open(self) -> None:
        if self.is_closed:
            raise ClosedError(f"ring is closed ({self.path})")
        if self._is_forked():
            raise StoreError(f"opened before fork: open it again ({self.path})")

    def close(self) -> None:
        """Releases the locks. Sides that were not closed look as if this process had died."""
        if self._fd >= 0:
            self._words = None  # type: ignore[assignment]
            self._memory = None
            fd, self._fd = self._fd, -1
            if self._is_forked():
                # Closing the file would drop the locks that this process has taken on it since.
                return
            os.close(fd)
            with _GUARD:
                _OPEN.pop(self.path, None)

    def __enter__(self) -> "Ring":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


__all__ = ["Consumer", "Producer", "Ring"]
