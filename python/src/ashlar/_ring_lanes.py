# SPDX-License-Identifier: Apache-2.0
"""Rings with a lane for each producer, of records or of messages of one length (docs/formats/ring-v1.md)."""
from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from ._ring_ends import (ENDED, HEAD, HEADER, LEFT, MAX_POSITION, PADDING, REFUSED, TAIL, TAKEN, Consumer, Messages,
                         Producer, record_bytes)

if TYPE_CHECKING:
    from ._rings import Ring


def _are_words(ring: "Ring", head: int, tail: int) -> bool:
    aligned = ring.is_fixed or head % 8 == 0 and tail % 8 == 0
    return aligned and 0 <= head <= tail < MAX_POSITION and tail - head <= ring.capacity


class LaneProducer(Producer):
    """The producer of one lane."""

    def __init__(self, ring: "Ring", lane: int) -> None:
        super().__init__(ring, 1 + lane)
        self._base = lane * ring._stride
        self._tail = ring._words.load(self._base + TAIL)
        self._head = ring._words.load(self._base + HEAD)
        self._check()
        ring._words.store(self._base + ENDED, 0)

    def _check(self) -> None:
        if not _are_words(self._ring, self._head, self._tail):
            raise self._damaged("words of the ring are damaged", head=self._head, tail=self._tail)

    @property
    def max_length(self) -> int:
        ring = self._ring
        return ring.message_bytes if ring.is_fixed else max(16, ring.capacity // 8) - 8

    def _is_message(self, length: int) -> bool:
        return length == self.max_length if self._ring.is_fixed else length <= self.max_length

    def _offer(self, message: bytes, type: int) -> bool:
        ring = self._ring
        size = 1 if ring.is_fixed else record_bytes(len(message))
        to_end = ring.capacity - self._tail % ring.capacity
        padding = to_end if size > to_end else 0
        if self._tail + padding + size - self._head > ring.capacity:
            self._head = ring._words.load(self._base + HEAD)
            self._check()
            if self._tail + padding + size - self._head > ring.capacity:
                return self._full(self._base + LEFT, self._base + REFUSED)
        records = self._base + HEADER
        if padding:
            struct.pack_into("<ii", ring._memory, records + self._tail % ring.capacity, padding - 8, PADDING)
        place = (self._tail + padding) % ring.capacity
        if ring.is_fixed:
            at = records + place * ring.message_bytes
            ring._memory[at:at + len(message)] = message
        else:
            struct.pack_into("<ii", ring._memory, records + place, len(message), type)
            ring._memory[records + place + 8:records + place + 8 + len(message)] = message
        self._tail += padding + size
        ring._words.store(self._base + TAIL, self._tail)
        return True

    def _end(self) -> None:
        self._ring._words.store(self._base + ENDED, self._tail + 1)


class LaneConsumer(Consumer):
    """The consumer of all lanes. There is no order between lanes."""

    def __init__(self, ring: "Ring") -> None:
        super().__init__(ring, 0)
        self._heads = []
        self._begin = 0
        for lane in range(ring.lanes):
            base = lane * ring._stride
            self._heads.append(max(ring._words.load(base + HEAD), ring._words.load(base + TAKEN)))
            ring._words.store(base + LEFT, 0)

    def _poll(self, limit: int, found: Messages) -> None:
        lanes = self._ring.lanes
        begin = self._begin
        # Otherwise the first lanes would starve the last.
        self._begin = (begin + 1) % lanes
        for i in range(lanes):
            if len(found) < limit:
                self._poll_lane((begin + i) % lanes, limit, found)

    def _poll_lane(self, lane: int, limit: int, found: Messages) -> None:
        ring = self._ring
        base = lane * ring._stride
        head = self._heads[lane]
        tail = ring._words.load(base + TAIL)
        if not _are_words(ring, head, tail):
            raise self._damaged("words of the ring are damaged", head=head, tail=tail, lane=lane)
        try:
            while head < tail and len(found) < limit:
                head = self._fixed(base, head, found) if ring.is_fixed else self._record(base, head, tail, found)
        finally:
            if head != self._heads[lane]:
                self._heads[lane] = head
                ring._words.store(base + HEAD, head)

    def _fixed(self, base: int, head: int, found: Messages) -> int:
        ring = self._ring
        at = base + HEADER + head % ring.capacity * ring.message_bytes
        found.append((0, ring._memory[at:at + ring.message_bytes]))
        return head + 1

    def _record(self, base: int, head: int, tail: int, found: Messages) -> int:
        ring = self._ring
        place = head % ring.capacity
        at = base + HEADER + place
        length, type_ = struct.unpack_from("<ii", ring._memory, at)
        size = record_bytes(length)
        if length < 0 or size > tail - head or place + size > ring.capacity or type_ < PADDING:
            raise self._damaged("record is damaged", position=head, length=length, type=type_)
        if type_ != PADDING:
            found.append((type_, ring._memory[at + 8:at + 8 + length]))
        return head + size

    def is_done(self) -> bool:
        self._require_open()
        words = self._ring._words
        done = False
        for lane, head in enumerate(self._heads):
            base = lane * self._ring._stride
            ended = words.load(base + ENDED)
            tail = words.load(base + TAIL)
            if ended == 0 and tail == 0:
                continue
            if ended == 0 or ended - 1 != head or tail != head:
                return False
            done = True
        return done and self._damage is None

    def _end(self) -> None:
        for lane in range(self._ring.lanes):
            self._ring._words.store(lane * self._ring._stride + LEFT, 1)
