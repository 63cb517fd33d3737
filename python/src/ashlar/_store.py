# SPDX-License-Identifier: Apache-2.0
"""Stores: opening, following, messages, last values, verification (docs/formats/store-v1.md)."""
from __future__ import annotations

import itertools
import os
import weakref
from dataclasses import dataclass, replace
from typing import Any, Callable, Iterator

import numpy as np

from . import _chains, _commits
from ._chains import CLOSED, LIVE, LOST_POWER, Chain, Checks, Link
from ._files import (JOURNAL, JOURNAL_INDEX, LAST_VALUES, TABLE, Catalog, Checkpoint, ContainerRecord, Extents, Live,
                     Pin, boot_id, read_head, require_head)
from ._gather import moment_of
from ._journal_index import JournalIndex
from ._locks import Locks
from ._messages import Decoder, Message
from ._schema import Schema
from ._tables import Table
from ._values import LastValues
from .errors import ClosedError, DamagedError, RecoveryNeededError, SchemaError, StoreError

_ATTEMPTS = 5


@dataclass(frozen=True)
class Lag:
    """How much the writer has committed that this reader does not show yet.

    :ivar rows: rows of all tables
    :ivar bytes: bytes of all journals
    """
    rows: int
    bytes: int


@dataclass(frozen=True)
class Problem:
    """Something that contradicts the format. Rows or positions from `first` (inclusive) to `end` (exclusive) cannot be
    read. `day` is the day of an archive that has the problem, or empty."""
    container: str
    message: str
    first: int
    end: int
    day: str = ""


@dataclass(frozen=True)
class Report:
    """How much a verification read, and the problems that it found."""
    rows: int
    messages: int
    values: int
    problems: list[Problem]

    @property
    def ok(self) -> bool:
        return not self.problems


class Store:
    """A store that is open for reading. It shows what was committed when it was opened or last refreshed (`refresh`).

    Close it, or use it in a `with` statement. Tables and views that are still in use stay valid after that, and keep
    their rows from being overwritten.

    :param path: its folder
    :param boot: boot id of the machine, to read the store as another machine would; for tests
    """

    def __init__(self, path: str | os.PathLike[str], boot: tuple[int, int] | None = None) -> None:
        self.path = os.path.realpath(path)
        require_head(self.path)
        self._boot = boot if boot is not None else boot_id()
        self._closed = False
        self._chains: dict[str, Chain] = {}
        for _ in range(_ATTEMPTS):
            if self._open():
                return
        raise StoreError(f"a writer recovered the store at each attempt: attempts={_ATTEMPTS} ({path})")

    def _open(self) -> bool:
        head, durable = read_head(self.path, self._boot)
        self._extents = Extents(self.path, head)
        self._pin: Pin | None = None
        self._live = self._register(head)
        try:
            opened = self._read(head, durable)
        except BaseException:
            self._release()
            raise
        if not opened:
            self._release()
        return opened

    def _register(self, head: Checkpoint) -> Live | None:
        """Takes a reader slot. It is released when the store is closed or garbage-collected."""
        try:
            live = Live(self.path, head.store_id)
        except (OSError, StoreError):
            # No write access or no free slot: this reader has no pin, so it copies what it returns.
            shared = Locks.share(self.path)
            self._unregister: Callable[[], Any] = (lambda: None) if shared is None else \
                weakref.finalize(self, shared.unshare)
            return None
        self._unregister = weakref.finalize(self, live.close)
        return live

    def _read(self, head: Checkpoint, durable: Checkpoint | None) -> bool:
        """:return: False if a writer recovered the store meanwhile"""
        self._pin = self._live.pin() if self._live is not None else None
        self._extents.map_all(head.extents)
        self._catalog = Catalog(self.path, head.store_id)
        self._catalog.read(head.catalog_bytes)
        found = _chains.scan(self._extents)
        self.state = _chains.state_of(found, head, durable, self._boot, self._is_written_elsewhere)
        self._cells: dict[int, np.ndarray] = {}
        if self.state == LOST_POWER:
            head = durable = _commits.continued(found, self._extents, durable or head)
        elif self.state == LIVE:
            head = self._with_firsts_now(head)
        self._head, self._durable = head, durable
        self._checks = Checks(self._extents, self.state, head)
        self._damaged_chunks = found.damaged
        self._chains = self._chains_of(self._catalog, found, self.state, head, durable, self._pin)
        if self.state != LOST_POWER:
            return True
        self._copy_cells()
        return read_head(self.path, self._boot)[0].generation == head.generation

    def _copy_cells(self) -> None:
        """Copies the last values: a writer that recovers the store changes them in place."""
        for record in self._records(LAST_VALUES):
            for link in self._chains[record.name].links:
                self._cells[link.chunk] = self._extents.chunk(link.chunk)[:link.count * link.stride].copy()

    def _with_firsts_now(self, head: Checkpoint) -> Checkpoint:
        """The checkpoint with the first rows and positions of the current one, which is read now, after the directory:
        chunks that were reused before the directory was read were retired by then.
        """
        now = read_head(self.path, self._boot)[0].marks
        return replace(head, marks={container: replace(mark, first=now[container].first) if container in now else mark
                                    for container, mark in head.marks.items()})

    def _chains_of(self, catalog: Catalog, found: _chains.Scan, state: str, head: Checkpoint,
                   durable: Checkpoint | None, pin: Pin | None) -> dict[str, Chain]:
        # Groups before their parents, and tables before their journal: what is read later has everything that belongs
        # to what was read before.
        return {record.name: _chains.chain(record, found, self._extents, state, head, durable,
                                           None if pin is None else pin.number)
                for record in reversed(catalog.containers.values())}

    def _is_written_elsewhere(self) -> bool:
        return self._live is not None and self._live.is_written_elsewhere()

    def _require_open(self) -> None:
        if self._closed:
            raise ClosedError(f"store is closed ({self.path})")

    def _schema(self, record: ContainerRecord) -> Schema:
        schema = self._catalog.schemas.get(record.schema)
        if isinstance(schema, Schema):
            return schema
        raise SchemaError(f"schema cannot be read: container={record.name}: {schema or 'its record is missing'}")

    def _records(self, kind: int) -> list[ContainerRecord]:
        return [r for r in self._catalog.containers.values() if r.kind == kind]

    def _record(self, name: str, kind: int, what: str) -> ContainerRecord:
        self._require_open()
        record = next((r for r in self._records(kind) if r.name == name), None)
        if record is None:
            raise KeyError(f"no such {what}: {name}; there are: {', '.join(r.name for r in self._records(kind))}")
        return record

    @property
    def tables(self) -> list[str]:
        """Names of the tables."""
        return [r.name for r in self._records(TABLE)]

    @property
    def journals(self) -> list[str]:
        """Names of the journals."""
        return [r.name for r in self._records(JOURNAL)]

    @property
    def last_value_tables(self) -> list[str]:
        """Names of the last-value tables."""
        return [r.name for r in self._records(LAST_VALUES)]

    @property
    def problems(self) -> list[str]:
        """Problems of the store's own files: damage, and records of unknown kinds. Containers or rows may be missing
        because of them.
        """
        damaged = [f"entry of a chunk is damaged: chunk={c}" for c in self._damaged_chunks]
        schemas = [str(s) for s in self._catalog.schemas.values() if isinstance(s, SchemaError)]
        return [*self._catalog.problems, *schemas, *self._extents.problems.values(), *damaged]

    def __contains__(self, name: str) -> bool:
        return name in self.tables

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __getitem__(self, name: str) -> Table:
        """The table with this name."""
        self._require_split(self._record(name, TABLE, "table"))
        return self._table(name)

    def _has(self, name: str) -> bool:
        return any(r.name == name for r in self._records(TABLE))

    def _table(self, name: str) -> Table:
        """Also a table whose last messages are not rows yet."""
        self._record(name, TABLE, "table")
        return Table(self, self._chains[name], self._pin)

    def _table_of(self, source: int, path: str, chains: dict[str, Chain], pin: Any) -> Table | None:
        """A table at the moment of other tables, given by their chains and their pin."""
        record = next((r for r in self._records(TABLE) if r.source == source and r.path == path), None)
        return None if record is None or record.name not in chains else Table(self, chains[record.name], pin, None,
                                                                              chains)

    def _require_split(self, record: ContainerRecord) -> None:
        """After a loss of power, frames after the mark have no rows yet."""
        if self.state != LOST_POWER or record.source == 0:
            return
        journal = self._catalog.containers.get(record.source)
        if journal is None:
            return
        mark = self._head.marks.get(journal.id)
        end = 0 if mark is None else mark.end
        after = next(self._frames(journal, end), None)
        if after is not None:
            raise RecoveryNeededError(f"the machine lost power, and messages after position {end} of {journal.name} are "
                                      f"not in {record.name} yet: open the store for writing once, or read messages() "
                                      f"({self.path})")

    def _was_recovered(self) -> bool:
        """Whether a writer has recovered the store since it was opened here after a loss of power."""
        return self.state == LOST_POWER and read_head(self.path, self._boot)[0].generation != self._head.generation

    def refresh(self) -> bool:
        """Shows what the writer has committed since. A store that was opened after a loss of power, before its next
        writer, shows the same until it is opened again.

        :return: whether there is anything new
        """
        self._require_open()
        if self.state == LOST_POWER:
            return False
        before = {name: (c.first, c.end) for name, c in self._chains.items()}
        pin = self._live.pin() if self._live is not None else None
        try:
            self._extents.map_all(0)
            catalog = self._catalog.copy()
            catalog.read(0)
            head, durable = read_head(self.path, self._boot)
            if (head.store_id, head.chunk_bytes, head.extent_chunks) != \
                    (self._head.store_id, self._head.chunk_bytes, self._head.extent_chunks):
                raise DamagedError(f"store was replaced by another one since it was opened ({self.path})")
            found = _chains.scan(self._extents)
            state = _chains.state_of(found, head, durable, self._boot, self._is_written_elsewhere)
            if state != CLOSED:
                state, head = LIVE, self._with_firsts_now(head)
            chains = self._chains_of(catalog, found, state, head, durable, pin)
        except BaseException:
            # The previous state and its pin stay.
            if pin is not None:
                pin.release()
            raise
        self._pin, self._catalog, self._head, self._durable = pin, catalog, head, durable
        self.state, self._damaged_chunks, self._chains = state, found.damaged, chains
        return before != {name: (c.first, c.end) for name, c in chains.items()}

    @property
    def lag(self) -> Lag:
        """How far this reader is behind the writer. Reads the directory; does not refresh."""
        self._require_open()
        rows = 0
        size = 0
        if self.state == LOST_POWER:
            return Lag(0, 0)
        self._extents.map_all(0)
        found = _chains.scan(self._extents)
        for record in self._catalog.containers.values():
            now = _chains.chain(record, found, self._extents, self.state, self._head, self._durable,
                                None if self._pin is None else self._pin.number)
            more = max(0, now.end - self._chains[record.name].end)
            rows += more if record.kind == TABLE else 0
            size += more if record.kind == JOURNAL else 0
        return Lag(rows, size)

    def _frames(self, record: ContainerRecord, start: int, search: _chains.FrameSearch | None = None
                ) -> Iterator[_chains.Frame]:
        return _chains.frames(self._chains[record.name], self._extents, self._head.store_id[1], start, self.state,
                              self._head.marks.get(record.id), self._pin is not None, search)

    def _cells_of(self, link: Link) -> np.ndarray:
        """The memory of a chunk of last values; a copy if the machine lost power."""
        found = self._cells.get(link.chunk)
        return self._extents.chunk(link.chunk) if found is None else found

    def messages(self, journal: str | None = None, start: int | Any = 0, decode: bool = True) -> Iterator[Message]:
        """Messages of a journal, in the order of recording.

        :param journal: name of the journal; None for the only one
        :param start: a position; or a time (datetime64), to begin at the first message that is not older. All messages
            after that one are returned, even older ones
        :raises DamagedError: where a message is damaged or missing
        """
        self._require_open()
        if journal is None:
            if len(self.journals) != 1:
                raise KeyError(f"store does not have exactly one journal: name one of {', '.join(self.journals)}")
            journal = self.journals[0]
        record = self._record(journal, JOURNAL, "journal")
        if isinstance(start, (int, np.integer)):
            return self._messages(record, int(start), None, decode)
        return self._messages(record, 0, max(0, int(moment_of(start).astype(np.int64))), decode)

    def _messages(self, record: ContainerRecord, start: int, time: int | None, decode: bool) -> Iterator[Message]:
        schemas = [s for _, s in sorted(self._catalog.schemas.items()) if isinstance(s, Schema)]
        decoder = Decoder(schemas, len(schemas) < len(self._catalog.schemas))
        pin = self._pin
        self._require_open()
        found = self._frames(record, start) if time is None else self._frames_since(record, time)
        while (frame := self._next(found)) is not None:
            data = bytes(frame.message)
            fields: dict[str, Any] = {}
            template = None
            words = (0, -1, -1, -1)
            if frame.row != -2:
                words = decoder.header(memoryview(data))
                if decode:
                    block, fields = decoder.decode(memoryview(data))
                    template = None if block is None else block.name
            yield Message(frame.position, np.datetime64(frame.time, "ns"), frame.sequence,
                          frame.row if frame.row >= 0 else None, template, words[1], words[2], words[3], fields, data)
        del pin

    def _next(self, found: Iterator[_chains.Frame]) -> _chains.Frame | None:
        self._require_open()
        return next(found, None)

    def _frames_since(self, record: ContainerRecord, time: int) -> Iterator[_chains.Frame]:
        chain = self._chains[record.name]
        index = next((r for r in self._records(JOURNAL_INDEX) if r.source == record.id), None)
        start = chain.first if index is None else \
            JournalIndex(self._chains[index.name], self._extents).before(time, chain)
        frames = self._frames(record, start)
        return itertools.dropwhile(lambda frame: frame.time & (1 << 64) - 1 < time, frames)

    def last_values(self, name: str) -> LastValues:
        """The last-value table with this name."""
        record = self._record(name, LAST_VALUES, "last-value table")
        return LastValues(self, record, self._chains[name])

    def verify(self) -> Report:
        """Reads everything and reports what is damaged or missing."""
        self._require_open()
        problems = [Problem("", p, 0, 0) for p in self.problems]
        rows = messages = values = 0
        for record in self._catalog.containers.values():
            chain = self._chains[record.name]
            if record.kind == TABLE:
                rows += self._verify_table(record, chain, problems)
            elif record.kind == JOURNAL:
                messages += self._verify_journal(record, chain, problems)
            elif record.kind == LAST_VALUES:
                values += self._verify_values(record, chain, problems)
        return Report(rows, messages, values, problems)

    def _verify_table(self, record: ContainerRecord, chain: Chain, problems: list[Problem]) -> int:
        rows = 0
        expected = chain.first
        if not isinstance(self._catalog.schemas.get(record.schema), Schema):
            problems.append(Problem(record.name, "schema cannot be read", chain.first, chain.end))
        for i, link in enumerate(chain.links):
            if link.first > expected:
                problems.append(Problem(record.name, "rows are missing", expected, link.first))
            expected = link.end
            try:
                self._checks.compare(link, record, i + 1 == len(chain.links))
                rows += link.count
            except DamagedError as e:
                problems.append(Problem(record.name, str(e), e.first, e.end))
        if expected < chain.end:
            problems.append(Problem(record.name, "rows are missing", expected, chain.end))
        return rows

    def _verify_values(self, record: ContainerRecord, chain: Chain, problems: list[Problem]) -> int:
        damaged: list[DamagedError] = []
        try:
            table = LastValues(self, record, chain, damaged)
        except StoreError as e:
            problems.append(Problem(record.name, str(e), chain.first, chain.end))
            return 0
        values = 0
        for key in table.keys():
            try:
                table.version(key)
                values += 1
            except DamagedError as e:
                damaged.append(e)
        problems += [Problem(record.name, str(e), e.first, e.end) for e in damaged]
        return values

    def _verify_journal(self, record: ContainerRecord, chain: Chain, problems: list[Problem]) -> int:
        messages = 0
        start = chain.first
        search = _chains.FrameSearch()
        while True:
            try:
                for frame in self._frames(record, start, search):
                    messages += 1
                    start = frame.position + 8
                return messages
            except DamagedError as e:
                problems.append(Problem(record.name, str(e), e.first, e.end))
                if e.end <= start:
                    return messages
                start = e.end

    def _release(self) -> None:
        self._pin = None
        self._unregister()
        self._extents.close()

    def close(self) -> None:
        """Closes the store. Its pin ends with the last table or view that needs it."""
        if not self._closed:
            self._closed = True
            self._chains = {}
            self._release()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store({self.path!r}, state={self.state!r}, tables={self.tables})"


__all__ = ["CLOSED", "LIVE", "LOST_POWER", "Lag", "Problem", "Report", "Store"]
