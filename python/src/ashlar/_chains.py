# SPDX-License-Identifier: Apache-2.0
"""The chunks of a container, which of their rows count, and whether the rows are intact."""
from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import Callable, Iterator

import numpy as np

from ._files import JOURNAL, PIECE, Checkpoint, ContainerRecord, Extents, Mark
from ._memory import acquire_fence, crc32c
from .errors import DamagedError

CLOSED, LIVE, LOST_POWER = "closed", "live", "lost power"
_MASK64 = 2 ** 64 - 1
_ENTRY_HEAD = struct.Struct("<IIqqqqiiiiiiqqqIIqQQq")
_FOOTER_MAGIC = b"ASHF"
# Bytes that rows may have before their blocks.
PREFIXES = (0, 8, 16)
_ATTEMPTS = 3
_ROUNDS = 100
# Bytes that may be checksummed in vain after damage, for each byte of the chunk.
_SEARCHED = 64


@dataclass(frozen=True)
class Link:
    """A chunk of a container. `count` is the number of rows or bytes that were committed when its entry was read."""
    chunk: int
    container: int
    ordinal: int
    first: int
    capacity: int
    epoch: int
    stride: int
    block_length: int
    version: int
    prefix: int
    footer: int
    count: int
    next: int
    retired: int

    @property
    def end(self) -> int:
        return self.first + self.count


@dataclass(frozen=True)
class Seal:
    rows: int
    min_time: int
    max_time: int
    checksums: tuple[int, ...]
    # Words of its entry and the epoch, which show whether the seal is still there.
    words: bytes


def read_link(extents: Extents, chunk: int) -> Link | None:
    """The link of a chunk; None if its entry is unused, incomplete, or changes meanwhile."""
    count = extents.word(chunk, "count")
    next_ = extents.word(chunk, "next")
    data = extents.entry_bytes(chunk)
    checksum, container, ordinal, first, capacity, epoch, stride, length, version, prefix, footer, _, _, _, retired = \
        _ENTRY_HEAD.unpack(data)[:15]
    if container == 0 or crc32c(data[4:64]) != checksum:
        return None
    acquire_fence()
    if extents.word(chunk, "epoch") != epoch:
        return None
    fits = stride > 0 and capacity >= 0 and 0 <= footer and capacity * stride + footer <= extents.chunk_bytes \
        and first >= 0 and ordinal >= 0 and prefix >= 0
    if not fits:
        return None
    return Link(chunk, container, ordinal, first, capacity, epoch, stride, length, version, prefix, footer,
                min(max(count, 0), capacity), next_, retired)


@dataclass
class Scan:
    links: dict[int, list[Link]]
    damaged: list[int]


def scan(extents: Extents) -> Scan:
    """Reads the directory, which a writer may be changing.

    If the first chunk found of a container is not its first chunk, that chunk may have been claimed after the scan
    passed its entry. So the whole directory is read again, until all such containers were known before.
    """
    known: set[int] = set()
    while True:
        found = _pass(extents)
        if all(links[0].ordinal == 0 or container in known for container, links in found.links.items()):
            return found
        known = set(found.links)


def _pass(extents: Extents) -> Scan:
    links: dict[int, list[Link]] = {}
    damaged: list[int] = []
    for extent, entries in enumerate(extents.entries):
        base = extent * extents.extent_chunks
        if entries is None:
            damaged += range(base, base + extents.extent_chunks)
            continue
        used = (entries["container"] != 0) | (entries["checksum"] != 0) | (entries["count"] != 0)
        for place in np.flatnonzero(used).tolist():
            link = read_link(extents, base + place)
            if link is None:
                damaged.append(base + place)
            else:
                links.setdefault(link.container, []).append(link)
    for found in links.values():
        found.sort(key=lambda link: link.ordinal)
    return Scan(links, damaged)


def follow(extents: Extents, links: list[Link]) -> tuple[list[Link], bool]:
    """The links, with the chunks that the writer has added since; and whether a successor cannot be read."""
    found: list[Link] = []
    for link in [*links, None]:
        while found and (link is None or found[-1].ordinal + 1 < link.ordinal):
            last = found[-1]
            next_ = extents.word(last.chunk, "next")
            if next_ == 0:
                break
            extents.map_all(0)
            following = read_link(extents, next_ - 1) if extents.has(next_ - 1) else None
            if following is None or following.container != last.container or following.ordinal != last.ordinal + 1:
                if link is None:
                    gone = extents.word(last.chunk, "retired") != 0 or extents.word(last.chunk, "epoch") != last.epoch
                    return found, not gone
                break
            found.append(following)
            found[-2] = _again(extents, last)
        if found:
            found[-1] = _again(extents, found[-1])
        if link is not None:
            found.append(link)
    return found, False


def _again(extents: Extents, link: Link) -> Link:
    """A link with its final count: the entry may have been read before the chunk was full and had a successor."""
    return replace(link, count=min(max(extents.word(link.chunk, "count"), 0), link.capacity))


def state_of(found: Scan, current: Checkpoint, durable: Checkpoint | None, boot: tuple[int, int] | None,
             written_elsewhere: Callable[[], bool]) -> str:
    marks = (durable or current).marks
    goes_on = any(links[-1].count > 0 and links[-1].first >= marks.get(container, Mark(0, 0, 0)).end
                  for container, links in found.links.items())
    if current.clean and not goes_on:
        return CLOSED
    # A writer in another container, or on a system without boot ids, has another id than this process.
    return LIVE if current.boot == boot or written_elsewhere() else LOST_POWER


@dataclass
class Chain:
    """The chunks of a container that are not retired, its first row or position, and its least end.

    If its last chunk has a successor that cannot be read, the end is one after the last readable row or position.
    """
    record: ContainerRecord
    links: list[Link]
    first: int
    end: int


def chain(record: ContainerRecord, found: Scan, extents: Extents, state: str, current: Checkpoint,
          durable: Checkpoint | None, pinned: int | None) -> Chain:
    """The part of a container that counts in this state.

    :param current: the checkpoint; if a writer may be active, with the marks' `first` of one read after the directory
    :param pinned: number of the pinned retirement; chunks of later retirements are kept, so they still count
    """
    links = found.links.get(record.id, [])
    mark = current.marks.get(record.id)
    torn = missing = False
    if state == LOST_POWER:
        links = _cut(links, (durable or current).marks.get(record.id, Mark(0, 0, 0)), record.kind == JOURNAL)
    else:
        listed, torn = follow(extents, links)
        links = _not_retired(listed, extents, state, mark, pinned)
        # The chunk before the first one that is not retired must be a retired one; else its entry is damaged.
        at = len(listed) - len(links)
        missing = bool(links) and (at == 0 or listed[at - 1].ordinal + 1 < links[0].ordinal)
    links = [_bounded(links, i, record.kind == JOURNAL) for i in range(len(links))]
    first = links[0].first if links else 0
    end = links[-1].end + (1 if torn else 0) if links else 0
    if mark is not None:
        first = mark.first if not links else min(first, mark.first) if missing or state != LIVE else first
        end = max(end, mark.end) if record.kind != JOURNAL else end
    # All chunks may have been retired since the checkpoint was read.
    return Chain(record, links, first, max(first, end))


def _not_retired(links: list[Link], extents: Extents, state: str, mark: Mark | None, pinned: int | None
                 ) -> list[Link]:
    """Chunks are retired in order, perhaps while the directory is read. So the retirement marks are read again, in
    order, until none is found after a chunk without one. A mark that stays there is damaged: the chunk's rows count.
    """
    first = 0
    for _ in range(_ROUNDS):
        gone = [_is_gone(link, extents, state, mark, pinned) for link in links]
        first = gone.index(False) if False in gone else len(gone)
        if not any(gone[first:]):
            break
    return links[first:]


def _is_gone(link: Link, extents: Extents, state: str, mark: Mark | None, pinned: int | None) -> bool:
    retired = extents.word(link.chunk, "retired")
    if extents.word(link.chunk, "epoch") > link.epoch:
        return True
    if retired == 0:
        return False
    if state == CLOSED:
        return mark is not None and link.end <= mark.first
    return pinned is None or retired <= pinned


def _bounded(links: list[Link], index: int, journal: bool) -> Link:
    link = links[index]
    following = links[index + 1] if index + 1 < len(links) else None
    if following is None:
        return link
    if journal and following.ordinal == link.ordinal + 1:
        return replace(link, count=min(following.block_length, link.capacity))
    return replace(link, count=min(link.count, following.first - link.first))


def _cut(links: list[Link], mark: Mark, journal: bool) -> list[Link]:
    """The links as a durable mark bounds them; the row counts follow from where the next chunk begins."""
    if journal:
        return [link for link in links if link.first + link.capacity > mark.first]
    kept = [link for link in links if mark.first <= link.first < mark.end or link.first < mark.first
            and link.first + link.capacity > mark.first]
    whole = mark.end if mark.whole is None else mark.whole
    kept = [link for link in kept if link.first < whole]
    found = []
    for i, link in enumerate(kept):
        end = kept[i + 1].first if i + 1 < len(kept) else whole
        count = min(end - link.first, link.capacity)
        if link.first + count > mark.first:
            found.append(replace(link, count=count))
    return found


class Checks:
    """Records which rows this process has compared with checksums."""

    def __init__(self, extents: Extents, state: str, current: Checkpoint) -> None:
        self._extents = extents
        self._state = state
        self._generation = current.generation
        self._compared: set[tuple[int, int, int]] = set()
        self._seals: dict[tuple[int, int, int], Seal] = {}

    def seal(self, link: Link, name: str, last: bool) -> Seal | None:
        """The seal of exactly these rows; None if there is none, or it does not apply.

        :raises DamagedError: if seal or footer differ from their checksums, or the chunk was reused
        """
        try:
            found = self._seal(link, name, last)
        except DamagedError as e:
            require_kept(self._extents, link, name, e)
            raise
        if found is not None:
            # The seal may belong to the chunk's next use, whose rows have other times.
            require_kept(self._extents, link, name)
        return found

    def _seal(self, link: Link, name: str, last: bool) -> Seal | None:
        found: Seal | None = None
        failure: DamagedError | None = None
        for _ in range(_ATTEMPTS):
            data = self._extents.entry_bytes(link.chunk)
            words = _seal_words(data)
            found = failure = None
            acquire_fence()
            try:
                found = self._seal_in(data, words, link, name, last)
            except DamagedError as e:
                failure = e
            acquire_fence()
            # The writer stores or removes a seal at most once while it is read.
            if words == _seal_words(self._extents.entry_bytes(link.chunk)):
                break
        if failure is not None:
            raise failure
        return found

    def _seal_in(self, data: bytes, seal_words: bytes, link: Link, name: str, last: bool) -> Seal | None:
        words = _ENTRY_HEAD.unpack(data)
        epoch, (checksum, footer_checksum, sealed, least, greatest, sealed_at) = words[5], words[15:]
        if sealed == 0 or epoch > link.epoch:
            return None
        if self._state == LOST_POWER and (sealed_at > self._generation or last and link.count < link.capacity):
            return None
        if crc32c(data[32:40] + data[92:128]) != checksum:
            raise DamagedError("seal differs from its checksum", name, link.first, link.end)
        if sealed < link.count:
            raise DamagedError(f"seal covers fewer rows than are committed: sealed={sealed}", name, link.first, link.end)
        if sealed != link.count:
            return None
        key = (link.chunk, link.epoch, sealed)
        known = self._seals.get(key)
        if known is None or known.words != seal_words:
            sums = self._footer(link, name, footer_checksum)
            self._seals[key] = Seal(sealed, least, greatest, sums, seal_words)
        elif not self._has_footer(link):
            raise DamagedError("footer has changed under its readers", name, link.first, link.end)
        return self._seals[key]

    def _footer(self, link: Link, name: str, checksum: int) -> tuple[int, ...]:
        """The checksums of the rows."""
        footer = self._extents.chunk(link.chunk)[self._extents.chunk_bytes - link.footer:].tobytes()
        if len(footer) >= 16 and footer[:4] == _FOOTER_MAGIC:
            zones, checksums = struct.unpack_from("<ii", footer, 8)
            length = 16 + zones * 32 + checksums * 4
            pieces = -(-link.count * link.stride // PIECE)
            if 0 <= zones and 0 <= checksums and length <= len(footer) and checksums == pieces \
                    and crc32c(footer[:length]) == checksum:
                return struct.unpack_from(f"<{checksums}I", footer, 16 + zones * 32)
        raise DamagedError("footer differs from its checksum", name, link.first, link.end)

    def _has_footer(self, link: Link) -> bool:
        at = self._extents.chunk_bytes - link.footer
        return self._extents.chunk(link.chunk)[at:at + 4].tobytes() == _FOOTER_MAGIC

    def require_uncut(self, link: Link, name: str) -> None:
        """Makes sure that rows that were compared with checksums are still there. If a file is truncated and regrown
        under its readers, it reads as zeros from the cut to its end, and the footer comes after the rows.

        :raises DamagedError: if they are gone
        """
        seal = self._seals.get((link.chunk, link.epoch, link.count))
        if seal is None or not self._extents.has(link.chunk) or self._has_footer(link):
            return
        acquire_fence()
        # The next writer of a closed store removes the seal of a last chunk, then overwrites the footer.
        epoch = self._extents.word(link.chunk, "epoch")
        if epoch < link.epoch or seal.words == _seal_words(self._extents.entry_bytes(link.chunk)):
            raise DamagedError("footer has changed under its readers", name, link.first, link.end)

    def compare(self, link: Link, record: ContainerRecord, last: bool) -> Seal | None:
        """Makes sure that the rows of a chunk are as they were written, as far as that can be checked."""
        if link.prefix != record.prefix or link.prefix not in PREFIXES or link.block_length < 0 \
                or link.prefix + link.block_length > link.stride:
            raise DamagedError("layout of the chunk is invalid", record.name, link.first, link.end)
        try:
            return self._compare(link, record, last)
        except DamagedError as e:
            require_kept(self._extents, link, record.name, e)
            raise

    def _compare(self, link: Link, record: ContainerRecord, last: bool) -> Seal | None:
        seal = self.seal(link, record.name, last)
        rows = self._extents.chunk(link.chunk)[:link.count * link.stride]
        if seal is None:
            self._in_order(rows, link, record)
            return None
        key = (link.chunk, link.epoch, seal.rows)
        if key not in self._compared:
            for i, checksum in enumerate(seal.checksums):
                piece = rows[i * PIECE:(i + 1) * PIECE]
                if crc32c(piece) != checksum:
                    first = link.first + i * PIECE // link.stride
                    raise DamagedError("rows differ from their checksum", record.name, first,
                                       min(link.end, link.first + -(-(i + 1) * PIECE // link.stride)))
            self._compared.add(key)
        return seal

    @staticmethod
    def _in_order(rows: np.ndarray, link: Link, record: ContainerRecord) -> None:
        if record.source == 0 or record.prefix == 0 or link.count < 2:
            return
        heads = np.ndarray((link.count,), "<i8", rows, 0, (link.stride,))
        wrong = heads[1:] <= heads[:-1] if record.prefix == 16 else heads[1:] < heads[:-1]
        if wrong.any():
            at = link.first + int(np.argmax(wrong)) + 1
            raise DamagedError("rows are not in the order of their messages", record.name, at, link.end)


def _seal_words(entry: bytes) -> bytes:
    return entry[32:40] + entry[88:128]


def require_kept(extents: Extents, link: Link, name: str, cause: Exception | None = None) -> None:
    """Makes sure that a chunk has not been reused yet. Pinned chunks never are.

    :raises DamagedError: if it has
    """
    acquire_fence()
    if extents.word(link.chunk, "epoch") != link.epoch:
        raise DamagedError("rows or messages were retired, and this reader cannot pin them", name, link.first,
                           link.end) from cause


def frame_checksum(store_low: int, container: int, epoch: int, position: int) -> int:
    """The value that is mixed into a frame's checksum."""
    mixed = store_low ^ container * 0x9e3779b97f4a7c15 & _MASK64 ^ epoch * 0xc2b2ae3d27d4eb4f & _MASK64 ^ position
    return (mixed * 0x9e3779b97f4a7c15 & _MASK64) >> 32


@dataclass(frozen=True)
class Frame:
    position: int
    time: int
    sequence: int
    row: int
    message: memoryview


def frame_at(memory: np.ndarray, link: Link, offset: int, limit: int, store_low: int) -> tuple[Frame, int] | None:
    """The whole frame at an offset of a chunk, and the offset after it; None if there is none."""
    if offset + 32 > limit:
        return None
    data = memory.data
    length, checksum = struct.unpack_from("<iI", data, offset)
    if length < 32 or offset + length > limit:
        return None
    position = link.first + offset
    mixed = frame_checksum(store_low, link.container, link.epoch, position)
    if crc32c(data[offset + 8:offset + length]) ^ mixed != checksum:
        return None
    time, sequence, row = struct.unpack_from("<qqq", data, offset + 8)
    return Frame(position, time, sequence, row, data[offset + 32:offset + length]), offset + (length + 7) // 8 * 8


class FrameSearch:
    """Finds where a journal continues after damage: at the next multiple of 8 with a whole frame.

    A checksum is computed wherever there may be a length, so damage that looks like many long frames would take time
    that is quadratic in the size of a chunk. So there is a bound on the bytes checksummed in vain in each chunk.
    """

    def __init__(self) -> None:
        self._left: dict[tuple[int, int], int] = {}

    def behind(self, memory: np.ndarray, link: Link, offset: int, limit: int, store_low: int) -> int:
        """The position after the damage at an offset; the position of the limit if the search takes too long."""
        use = (link.chunk, link.epoch)
        left = self._left.get(use, _SEARCHED * link.capacity)
        found = limit
        for at in range(offset + 8, limit - 31, 8):
            length, = struct.unpack_from("<i", memory.data, at)
            if length < 32 or at + length > limit:
                continue
            left -= length
            if left < 0 or frame_at(memory, link, at, limit, store_low) is not None:
                found = limit if left < 0 else at
                break
        self._left[use] = left
        return link.first + found


def frames(found: Chain, extents: Extents, store_low: int, start: int, state: str, mark: Mark | None, held: bool,
           search: FrameSearch | None = None) -> Iterator[Frame]:
    """Frames from a position, or the first frame after it.

    :param held: whether the chunks are pinned; otherwise the frames are copied
    :param search: for an iteration that continues after damage
    :raises DamagedError: where a frame should start and none is whole
    """
    name = found.record.name
    lost = state == LOST_POWER
    # After a loss of power, the journal ends at the first missing frame after the mark. Every frame after the mark is
    # checked, so that frames beyond the end are not taken for frames of the journal.
    durable = (0 if mark is None else mark.end) if lost else 1 << 63
    begin = min(start, durable)
    expected = reached = 0 if lost and mark is None else found.first
    for i, link in enumerate(found.links):
        following = found.links[i + 1] if i + 1 < len(found.links) else None
        followed = following is not None and following.ordinal == link.ordinal + 1
        missing = max(expected, begin)
        if link.first > missing:
            if missing >= durable:
                return
            raise DamagedError("messages are missing", name, missing, min(link.first, durable))
        limit = link.count if followed or not lost else link.capacity
        expected = link.first + extents.chunk_bytes
        reached = link.first + limit if followed else link.first
        if expected <= begin:
            continue
        memory = extents.chunk(link.chunk)
        # A whole frame is a boundary, so those before it need not be read.
        offset = begin - link.first
        if offset <= 0 or offset % 8 or frame_at(memory, link, offset, limit, store_low) is None:
            offset = 0
        # Nothing more belongs to the chunk with the mark.
        ended = lost and mark is not None and mark.detail == 1 and link.first <= mark.end < expected
        while offset < limit:
            position = link.first + offset
            if ended and position >= durable:
                return
            one = frame_at(memory, link, offset, limit, store_low)
            if one is None:
                require_kept(extents, link, name)
                if position >= durable:
                    return
                search = search or FrameSearch()
                raise DamagedError("no whole frame", name, position,
                                   search.behind(memory, link, offset, limit, store_low))
            if position >= start and held:
                yield one[0]
            elif position >= start:
                copied = replace(one[0], message=memoryview(bytes(one[0].message)))
                require_kept(extents, link, name)
                yield copied
            offset = one[1]
            reached = link.first + offset
    # Without a loss of power, the readable part also ends after a last chunk whose successor cannot be read.
    end = max(0 if mark is None else mark.end, 0 if lost else found.end)
    if end > max(reached, start):
        raise DamagedError("messages are missing", name, max(reached, start), end)
