# SPDX-License-Identifier: Apache-2.0
"""Many-to-one rings: a lane of records for each producer, and one order (docs/formats/many-to-one-ring-v1.md)."""
from __future__ import annotations

import struct
from collections import deque
from typing import TYPE_CHECKING

from ._ring_ends import (HEAD, HEADER, LEFT, MAX_POSITION, PADDING, TAIL, TAKEN, Consumer, Messages, Producer,
                         record_bytes)

if TYPE_CHECKING:
    from ._rings import Ring

LANE_WORDS = 128
_USED, _ENDED = 1, 2
_STATE, _REFUSED = 0, 8
_LAPS = (1 << 34) - 1
_WORD = (1 << 64) - 1
_MORE = 1 << 31
_ATTEMPTS = 1 << 20


def _lap(ring: "Ring", index: int) -> int:
    return index // ring.entries + 1 & _LAPS


def _entry(ring: "Ring", index: int) -> int:
    return ring._words.load(ring._order + index % ring.entries * 8) & _WORD


def _record(ring: "Ring", lane: int, place: int) -> tuple[int, int, bool, int]:
    """Length, type, whether another record of the entry follows, and bytes of a record; 0 bytes if it is invalid."""
    length, kind = struct.unpack_from("<Ii", ring._memory, ring._records + lane * ring.capacity + place)
    more = bool(length & _MORE)
    length &= ~_MORE
    size = record_bytes(length)
    whole = kind >= PADDING and size <= ring.capacity - place \
        and (kind != PADDING or more and place + size == ring.capacity)
    return length, kind, more, size if whole else 0


class ManyProducer(Producer):
    """A producer of a many-to-one ring, with its lane."""

    def __init__(self, ring: "Ring", lane: int) -> None:
        super().__init__(ring, 1 + lane)
        self._lane = lane
        self._state = HEADER + lane * LANE_WORDS + _STATE
        self._quota = ring.entries // ring.lanes
        self._max = max(16, ring.capacity // 8) - 8
        self._corrupt = False
        # Entries that are not released: index, and the position after their records.
        self._pending: deque[tuple[int, int]] = deque()
        self._position = self._released = 0
        self._head = ring._words.load(HEAD)
        self._adopt()
        ring._words.store(self._state, _USED)

    def _adopt(self) -> None:
        """Finds what the previous producer of the lane added and the consumer has not released."""
        ring = self._ring
        index = self._head
        for _ in range(_ATTEMPTS + ring.entries):
            if not 0 <= index < MAX_POSITION:
                break
            if index - self._head >= ring.entries:
                return
            entry = _entry(ring, index)
            if entry >> 30 == _lap(ring, index):
                if entry & 63 == self._lane:
                    self._adopt_entry(index, (entry >> 6 & 0xffffff) * 8)
                index += 1
                continue
            now = ring._words.load(HEAD)
            if now <= index:
                return
            # The consumer was faster, and other producers reused the entry: everything found so far is released.
            self._head = index = now
            self._pending.clear()
            self._position = self._released = 0
        raise self._damaged("words of the ring are damaged", head=self._head, index=index, lane=self._lane)

    def _adopt_entry(self, index: int, place: int) -> None:
        ring = self._ring
        if not self._pending:
            self._position = self._released = place
        more = len(self._pending) < self._quota and place < ring.capacity and place == self._position % ring.capacity
        whole = more
        while more:
            _, _, more, size = _record(ring, self._lane, self._position % ring.capacity)
            self._position += size
            whole = size > 0 and self._position - self._released <= ring.capacity
            more = more and whole
        if not whole:
            raise self._damaged("records of the lane are damaged", index=index, offset=place, lane=self._lane)
        self._pending.append((index, self._position))

    @property
    def max_length(self) -> int:
        return self._max

    def _fits(self, wanted: int) -> bool:
        return wanted - self._released <= self._ring.capacity and len(self._pending) < self._quota

    def _offer(self, message: bytes, type: int) -> bool:
        ring = self._ring
        if self._corrupt:
            raise self._damaged("ring is corrupt", head=self._head, lane=self._lane)
        size = record_bytes(len(message))
        place = self._position % ring.capacity
        padding = ring.capacity - place if size > ring.capacity - place else 0
        end = self._position + padding + size
        if not self._fits(end) and not self._look(end):
            return self._full(LEFT, self._state + _REFUSED)
        records = ring._records + self._lane * ring.capacity
        if padding:
            struct.pack_into("<Ii", ring._memory, records + place, padding - 8 | _MORE, PADDING)
        at = records + (place + padding) % ring.capacity
        struct.pack_into("<Ii", ring._memory, at, len(message), type)
        ring._memory[at + 8:at + 8 + len(message)] = message
        self._pending.append((self._enter(place), end))
        self._position = end
        return True

    def _look(self, wanted: int) -> bool:
        """Reads the head of the consumer."""
        words = self._ring._words
        now = words.load(HEAD)
        # Only the newest entry may not be counted by the tail.
        if not self._head <= now <= words.load(TAIL) + 1:
            self._corrupt = True
            raise self._damaged("words of the ring are damaged", head=now, before=self._head, lane=self._lane)
        self._head = now
        while self._pending and self._pending[0][0] < now:
            self._released = self._pending.popleft()[1]
        return self._fits(wanted)

    def _enter(self, place: int) -> int:
        """Adds an entry for the records from a place on, which publishes them.

        :return: its index
        """
        ring = self._ring
        words = ring._words
        for _ in range(_ATTEMPTS):
            index = words.load(TAIL)
            at = ring._order + index % ring.entries * 8
            entry = words.load(at)
            lap = _lap(ring, index)
            if (entry & _WORD) >> 30 == lap - 1 & _LAPS:
                mine = lap << 30 | place // 8 << 6 | self._lane
                if words.swap(at, entry, mine - (1 << 64) if mine >> 63 else mine):
                    words.swap(TAIL, index, index + 1)
                    return index
            elif (entry & _WORD) >> 30 == lap:
                # Its producer has not advanced the tail yet.
                words.swap(TAIL, index, index + 1)
            elif words.load(TAIL) == index:
                break
        self._corrupt = True
        raise self._damaged("order of the ring is damaged", index=index, entry=entry, lane=self._lane)

    def _end(self) -> None:
        self._ring._words.store(self._state, _ENDED)


class ManyConsumer(Consumer):
    """The consumer of a many-to-one ring: messages of all producers in one order."""

    def __init__(self, ring: "Ring") -> None:
        super().__init__(ring, 0)
        head = ring._words.load(HEAD)
        self._index = max(head, ring._words.load(TAKEN))
        self._released = head
        self._place = self._used = 0
        self._lane = -1
        if not 0 <= head <= self._index < MAX_POSITION or self._index - head > ring.entries:
            raise self._damaged("words of the ring are damaged", head=head, taken=self._index)
        ring._words.store(LEFT, 0)

    def _poll(self, limit: int, found: Messages) -> None:
        try:
            while len(found) < limit and (self._lane >= 0 or self._next_entry()):
                self._take(found)
        finally:
            if self._released != self._index:
                self._released = self._index
                self._ring._words.store(HEAD, self._index)

    def _next_entry(self) -> bool:
        ring = self._ring
        entry = _entry(ring, self._index)
        lap = _lap(ring, self._index)
        if entry >> 30 != lap:
            if entry >> 30 != lap - 1 & _LAPS:
                raise self._damaged("order of the ring is damaged", index=self._index, entry=entry)
            return False
        lane = entry & 63
        self._place = (entry >> 6 & 0xffffff) * 8
        self._used = 0
        if lane >= ring.lanes or self._place >= ring.capacity:
            raise self._damaged("entry is damaged", index=self._index, lane=lane, offset=self._place)
        self._lane = lane
        return True

    def _take(self, found: Messages) -> None:
        ring = self._ring
        length, kind, more, size = _record(ring, self._lane, self._place)
        if size == 0 or size > ring.capacity - self._used:
            raise self._damaged("record is damaged", index=self._index, offset=self._place, length=length, type=kind,
                                lane=self._lane)
        if kind != PADDING:
            at = ring._records + self._lane * ring.capacity + self._place + 8
            found.append((kind, ring._memory[at:at + length]))
        self._used += size
        self._place = (self._place + size) % ring.capacity
        if not more:
            self._lane = -1
            self._index += 1

    def is_done(self) -> bool:
        self._require_open()
        ring = self._ring
        states = [ring._words.load(HEADER + lane * LANE_WORDS) for lane in range(ring.lanes)]
        if _USED in states or _ENDED not in states or self._lane >= 0 or self._damage is not None:
            return False
        return _entry(ring, self._index) >> 30 != _lap(ring, self._index)

    def _end(self) -> None:
        self._ring._words.store(LEFT, 1)
