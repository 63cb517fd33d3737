# SPDX-License-Identifier: Apache-2.0
"""The ends of tables after a loss of power, from the commits after the last durable checkpoint."""
from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from ._chains import Link, Scan
from ._files import Checkpoint, Extents, Mark
from ._memory import crc32c

PAIRS = 28
_FIRST = 512
_RECORD = struct.Struct("<IIqqiIqq16x")


@dataclass(frozen=True)
class _Commit:
    container: int
    generation: int
    epoch: int
    chunk: int
    checksum: int
    start: int
    end: int


def _read(extents: Extents, extent: int, place: int, generation: int) -> _Commit | None:
    memory = extents.bytes[extent]
    if memory is None:
        return None
    at = _FIRST + place * _RECORD.size
    data = memory[at:at + _RECORD.size].tobytes()
    checksum, *words = _RECORD.unpack(data)
    commit = _Commit(*words)
    whole = commit.container != 0 and crc32c(data[4:]) == checksum and commit.chunk >= 0 \
        and commit.chunk // extents.extent_chunks == extent
    return commit if whole and commit.generation == generation else None


def _is_whole(commit: _Commit, links: list[Link], extents: Extents) -> bool:
    for link in links:
        if link.chunk == commit.chunk and link.epoch == commit.epoch:
            if not link.first <= commit.start < commit.end <= link.first + link.capacity:
                return False
            rows = extents.chunk(link.chunk)[(commit.start - link.first) * link.stride:
                                             (commit.end - link.first) * link.stride]
            return crc32c(rows) == commit.checksum
    return False


def continued(found: Scan, extents: Extents, checkpoint: Checkpoint) -> Checkpoint:
    """The last durable checkpoint with what was committed after it."""
    pairs: dict[int, list[list[_Commit]]] = {}
    for extent in range(len(extents.bytes)):
        for pair in range(PAIRS):
            records = [_read(extents, extent, place, checkpoint.generation) for place in (pair, pair + PAIRS)]
            whole = sorted((r for r in records if r is not None), key=lambda r: -r.end)
            if whole:
                pairs.setdefault(whole[0].container, []).append(whole)
    marks = dict(checkpoint.marks)
    for container, commits in pairs.items():
        mark = marks.get(container, Mark(0, 0, 0))
        end, whole_end = mark.end, None
        for newest_first in sorted(commits, key=lambda c: c[0].start):
            if newest_first[0].start != end and whole_end is None:
                break
            links = found.links.get(container, [])
            good = next((c for c in newest_first if _is_whole(c, links, extents)), None)
            if good is None and len(newest_first) == 2:
                # The sync of the older commit had ended before the newer one was written: these rows are damaged.
                good = newest_first[1]
                whole_end = end if whole_end is None else whole_end
            end = end if good is None else max(end, good.end)
        marks[container] = replace(mark, end=end, whole=whole_end)
    return replace(checkpoint, marks=marks)
