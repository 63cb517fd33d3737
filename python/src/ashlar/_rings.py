# SPDX-License-Identifier: Apache-2.0
"""Rings in files, next to Java and C (docs/formats/ring-v1.md): one producer a lane, one consumer for all."""
from __future__ import annotations

import fcntl
import mmap
import os
import struct
import threading
from typing import Any

from ._memory import Words
from .errors import ClosedError, DamagedError, FormatVersionError, StoreError

_HEADER = 384
_TAIL, _ENDED, _REFUSED, _HEAD, _LEFT, _TAKEN = 128, 136, 144, 256, 264, 272
_MAX_LANES = 1024
_PADDING = -1
_OPEN: set[str] = set()
_GUARD = threading.Lock()


class Ring:
    """A ring, a group of rings, or a fixed-length ring in a file. A process opens a file once."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.realpath(path)
        with _GUARD:
            if self.path in _OPEN:
                raise StoreError(f"this process has it open ({self.path})")
            self._fd = os.open(self.path, os.O_RDWR)
            _OPEN.add(self.path)
        try:
            self._map()
        except BaseException:
            self.close()
            raise

    def _map(self) -> None:
        self._length = os.fstat(self._fd).st_size
        if self._length < _HEADER:
            raise DamagedError(f"no ring: length={self._length} ({self.path})")
        self._memory: Any = mmap.mmap(self._fd, self._length)
        self._words = Words(self._memory)
        magic, version, self.capacity, self.message_bytes = struct.unpack_from("<8siii", self._memory)
        if magic not in (b"ashlring", b"ashlfixr"):
            raise DamagedError(f"no ring: magic={magic!r} ({self.path})")
        if version != 1:
            raise FormatVersionError(f"ring of a later format: version={version}, expected=1 ({self.path})")
        self.is_fixed = magic == b"ashlfixr"
        size = self.capacity * (self.message_bytes if self.is_fixed else 1)
        whole = self.capacity & self.capacity - 1 == 0 and 1 <= self.capacity <= 1 << 30 \
            and (8 <= self.message_bytes <= 1 << 20 and self.message_bytes % 8 == 0 if self.is_fixed
                 else self.capacity >= 64)
        if not whole or _HEADER + size > self._length:
            raise DamagedError(f"ring does not fit its file: capacity={self.capacity}, length={self._length} "
                               f"({self.path})")
        self._stride = -(-(_HEADER + size) // 128) * 128
        self.lanes = 1 if self.is_fixed else min(max(1, self._length // self._stride), _MAX_LANES)

    def _lock(self, index: int) -> bool:
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self._length + index)
            return True
        except OSError:
            return False

    def producer(self) -> "Producer":
        """Becomes the producer of the first lane that has none.

        :raises StoreError: if all have one
        """
        self._require_open()
        for lane in range(self.lanes):
            if lane not in self._taken and self._lock(1 + lane):
                self._taken.add(lane)
                return Producer(self, lane)
        raise StoreError(f"every lane has a producer: lanes={self.lanes} ({self.path})")

    def consumer(self) -> "Consumer":
        """Becomes the consumer.

        :raises StoreError: if there is one
        """
        self._require_open()
        if -1 in self._taken or not self._lock(0):
            raise StoreError(f"there is a consumer ({self.path})")
        self._taken.add(-1)
        return Consumer(self)

    @property
    def _taken(self) -> set[int]:
        sides: set[int] = self.__dict__.setdefault("_sides", set())
        return sides

    def _require_open(self) -> None:
        if self._fd < 0:
            raise ClosedError(f"ring is closed ({self.path})")

    def close(self) -> None:
        """Ends the locks; sides that were not closed look as if this process had died."""
        if self._fd >= 0:
            self._words = None  # type: ignore[assignment]
            self._memory = None
            os.close(self._fd)
            self._fd = -1
            with _GUARD:
                _OPEN.discard(self.path)

    def __enter__(self) -> "Ring":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Producer:
    """Adds messages to one lane."""

    def __init__(self, ring: Ring, lane: int) -> None:
        self._ring = ring
        self._base = lane * ring._stride
        self._tail = ring._words.load(self._base + _TAIL)
        self._head = ring._words.load(self._base + _HEAD)
        if not 0 <= self._tail - self._head <= ring.capacity:
            raise DamagedError(f"words of the ring are damaged: head={self._head}, tail={self._tail} ({ring.path})")
        ring._words.store(self._base + _ENDED, 0)

    @property
    def max_length(self) -> int:
        """Bytes of the longest message."""
        ring = self._ring
        return int(ring.message_bytes if ring.is_fixed else max(16, ring.capacity // 8) - 8)

    def offer(self, message: bytes, type: int = 0) -> bool:
        """Adds a message.

        :return: False if there is no room
        """
        ring = self._ring
        ring._require_open()
        fits = len(message) == ring.message_bytes if ring.is_fixed else len(message) <= self.max_length
        if not fits or not 0 <= type < 1 << 31:
            raise ValueError(f"no message of this ring: length={len(message)}, maxLength={self.max_length}, type={type}")
        size = 1 if ring.is_fixed else (len(message) + 15) // 8 * 8
        to_end = ring.capacity - self._tail % ring.capacity
        padding = to_end if size > to_end else 0
        if self._tail + padding + size - self._head > ring.capacity:
            self._head = ring._words.load(self._base + _HEAD)
            if not 0 <= self._tail - self._head <= ring.capacity:
                raise DamagedError(f"words of the ring are damaged: head={self._head}, tail={self._tail} ({ring.path})")
            if self._tail + padding + size - self._head > ring.capacity:
                ring._words.store(self._base + _REFUSED, ring._words.load(self._base + _REFUSED) + 1)
                return False
        records = self._base + _HEADER
        if padding:
            struct.pack_into("<ii", ring._memory, records + self._tail % ring.capacity, padding - 8, _PADDING)
        at = records + (self._tail + padding) % ring.capacity * (ring.message_bytes if ring.is_fixed else 1)
        if ring.is_fixed:
            ring._memory[at:at + len(message)] = message
        else:
            struct.pack_into("<ii", ring._memory, at, len(message), type)
            ring._memory[at + 8:at + 8 + len(message)] = message
        self._tail += padding + size
        ring._words.store(self._base + _TAIL, self._tail)
        return True

    def close(self) -> None:
        """Says that nothing more will be added."""
        self._ring._words.store(self._base + _ENDED, self._tail + 1)


class Consumer:
    """Takes messages from all lanes. There is no order between lanes."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._heads = []
        for lane in range(ring.lanes):
            base = lane * ring._stride
            self._heads.append(max(ring._words.load(base + _HEAD), ring._words.load(base + _TAKEN)))
            ring._words.store(base + _LEFT, 0)

    def poll(self, limit: int = 1024) -> list[tuple[int, bytes]]:
        """Takes up to `limit` messages: type and bytes of each. They are copied, so their space is free at once.

        :raises DamagedError: if the ring is corrupt
        """
        self._ring._require_open()
        found: list[tuple[int, bytes]] = []
        for lane in range(self._ring.lanes):
            if len(found) < limit:
                self._poll(lane, limit, found)
        return found

    def _poll(self, lane: int, limit: int, found: list[tuple[int, bytes]]) -> None:
        ring = self._ring
        base = lane * ring._stride
        head = self._heads[lane]
        tail = ring._words.load(base + _TAIL)
        if not 0 <= tail - head <= ring.capacity:
            raise DamagedError(f"words of the ring are damaged: head={head}, tail={tail}, lane={lane} ({ring.path})")
        while head < tail and len(found) < limit:
            head = self._fixed(base, head, found) if ring.is_fixed else self._record(base, head, tail, found)
        if head != self._heads[lane]:
            self._heads[lane] = head
            ring._words.store(base + _HEAD, head)

    def _fixed(self, base: int, head: int, found: list[tuple[int, bytes]]) -> int:
        ring = self._ring
        at = base + _HEADER + head % ring.capacity * ring.message_bytes
        found.append((0, bytes(ring._memory[at:at + ring.message_bytes])))
        return head + 1

    def _record(self, base: int, head: int, tail: int, found: list[tuple[int, bytes]]) -> int:
        ring = self._ring
        place = head % ring.capacity
        at = base + _HEADER + place
        length, type_ = struct.unpack_from("<ii", ring._memory, at)
        size = (length + 15) // 8 * 8
        if length < 0 or size > tail - head or place + size > ring.capacity or type_ < _PADDING:
            raise DamagedError(f"record is damaged: position={head}, length={length}, type={type_} ({ring.path})")
        if type_ != _PADDING:
            found.append((type_, bytes(ring._memory[at + 8:at + 8 + length])))
        return int(head + size)

    def is_done(self) -> bool:
        """Whether some producer has ended, and all that they added was taken."""
        ring = self._ring
        done = False
        for lane in range(ring.lanes):
            base = lane * ring._stride
            ended = ring._words.load(base + _ENDED)
            if ended == 0 and ring._words.load(base + _TAIL) == 0:
                continue
            if ended == 0 or ended - 1 != self._heads[lane]:
                return False
            done = True
        return done

    def close(self) -> None:
        """Says that nothing more will be taken."""
        for lane in range(self._ring.lanes):
            self._ring._words.store(lane * self._ring._stride + _LEFT, 1)


__all__ = ["Consumer", "Producer", "Ring"]
