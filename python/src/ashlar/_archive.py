# SPDX-License-Identifier: Apache-2.0
"""Archives: folders of stores, one for each day or hour, read as one (docs/formats/archive-v1.md)."""
from __future__ import annotations

import os
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from ._archive_head import HeadDay, hour_begin, is_archive, read_head
from ._archive_values import ArchiveLastValues
from ._day import Day, Key, key_of, require
from ._days import ArchiveTable, date_range, name_of
from ._gather import moment_of
from ._merge import Type, both, type_of
from ._messages import Message
from ._store import CLOSED, Problem, Report, Store
from .errors import ClosedError, DamagedError, DayChangedError, NotAStoreError, StoreError, in_day

if TYPE_CHECKING:
    from ._tables import Table

_MAX_FILES = 256
_Columns = tuple[dict[str, Type], dict[str, Type]]


class Archive:
    """An archive that is open for reading, with the days that it had when it was opened or last refreshed (`refresh`).

    Only its head is read until rows are needed; then days are opened one after the other. Close it, or use it in a
    `with` statement. Views that are still in use stay valid.

    :param path: its folder
    :param boot: boot id of the machine, to read the archive as another machine would; for tests
    """

    def __init__(self, path: str | os.PathLike[str], boot: tuple[int, int] | None = None) -> None:
        self.path = os.path.realpath(path)
        self._boot = boot
        self._head = read_head(self.path)
        self._closed = False
        self._stores: OrderedDict[Key, Store] = OrderedDict()
        self._users: dict[int, int] = {}
        self._described: dict[tuple[Key, str], _Columns] = {}
        self._merged: dict[str, _Columns] = {}
        self._opened = 0

    # ------------------------------------------------------------------------------------------------------------ days

    @property
    def division(self) -> str:
        """The time span of one store: "day" or "hour"."""
        return self._head.division

    @property
    def zone(self) -> str:
        """The time zone of its days or hours, such as Europe/London."""
        return self._head.zone

    @property
    def days(self) -> list[Day]:
        """Its days, oldest first."""
        return [Day(self, day) for day in self._head_days()]

    def _head_days(self) -> tuple[HeadDay, ...]:
        if self._closed:
            raise ClosedError(f"archive is closed ({self.path})")
        return self._head.days

    def _day_of(self, day: HeadDay) -> Day:
        return Day(self, day)

    def day(self, day: Any) -> Store:
        """The store of a day, which the caller closes.

        :param day: its name, or its date
        :raises KeyError: if there is no such day, or several hours have the date
        :raises DamagedError: if its store cannot be opened, or differs from the one that the head describes
        """
        found = [d for d in self._head_days() if d.name == str(day)]
        if not found and hour_begin(str(day)) is None:
            try:
                first, last = date_range(day, day)
                found = [d for d in self._head.days if first == last == d.date]
            except ValueError:
                pass
        if len(found) != 1:
            there = ", ".join(d.name for d in found or self._head.days)
            raise KeyError(f"{'several hours have this date' if found else 'no such day'}: {day}; there are: {there}")
        with in_day(found[0].name):
            return self._open(found[0])

    def _open(self, day: HeadDay) -> Store:
        """Opens the store of a day, and checks that it is the one that the head describes."""
        self._head_days()
        try:
            try:
                store = Store(os.path.join(self.path, day.name), self._boot)
            except NotAStoreError as e:
                raise DamagedError(f"day is missing: {e}") from e
            try:
                require(store, day)
            except StoreError:
                store.close()
                raise
        except StoreError as e:
            if self._changed(day):
                raise DayChangedError("day was dropped or written since the head was read: refresh, and try again"
                                      ) from e
            raise
        self._opened += 1
        return store

    def _changed(self, day: HeadDay) -> bool:
        """Whether the current head describes the day differently."""
        try:
            now = read_head(self.path).day(day.name)
        except StoreError:
            return False
        return now is None or key_of(now) != key_of(day)

    @contextmanager
    def _use(self, day: HeadDay) -> Iterator[Store]:
        """The store of a day, open until the end of the block at least."""
        self._head_days()
        key = key_of(day)
        store = self._stores.get(key)
        if store is None:
            store = self._stores[key] = self._open(day)
        self._stores.move_to_end(key)
        self._users[id(store)] = self._users.get(id(store), 0) + 1
        try:
            yield store
        finally:
            self._users[id(store)] -= 1
            if not self._users[id(store)]:
                del self._users[id(store)]
                if self._closed or self._stores.get(key) is not store:
                    store.close()
                self._evict()

    def _evict(self) -> None:
        """Keeps only the files of the most recently used days open, since the files of a process are limited. The open
        day must show the same until the next refresh, so its store stays open.
        """
        files = {key: len(store._extents.bytes) + 2 for key, store in self._stores.items()}
        for key in list(self._stores):
            if sum(files.values()) <= _MAX_FILES:
                return
            if not key[2] and id(self._stores[key]) not in self._users:
                del files[key]
                self._stores.pop(key).close()

    # ---------------------------------------------------------------------------------------------------------- tables

    @property
    def tables(self) -> list[str]:
        """Names of the tables of all days, those of the newest first."""
        found: dict[str, None] = {}
        for day in reversed(self._head_days()):
            found.update(dict.fromkeys(self._tables_of(day)))
        return list(found)

    def _tables_of(self, day: HeadDay) -> list[str]:
        if not day.is_open:
            return list(day.tables)
        try:
            with in_day(day.name), self._use(day) as store:
                return store.tables
        except ClosedError:
            raise
        except StoreError:
            # An error for callers that need its rows.
            return []

    def __contains__(self, name: str) -> bool:
        return name in self.tables

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __getitem__(self, name: str) -> ArchiveTable:
        """The table with this name, over all days."""
        if name not in self.tables:
            raise KeyError(f"no such table: {name}; there are: {', '.join(self.tables)}")
        return ArchiveTable(self, name)

    def _columns_of(self, name: str) -> _Columns:
        """The columns of a table, and those of its parents, in all days. One day is opened for each shape in the head.
        Days that cannot be opened are left out; reading their rows is an error.
        """
        self._head_days()
        if name in self._merged:
            return self._merged[name]
        own: dict[str, Type] = {}
        parents: dict[str, Type] = {}
        seen: set[frozenset[tuple[str, str | None]]] = set()
        error: StoreError | None = None
        for day in reversed(self._head.days):
            shapes = frozenset((t.name, t.shape) for t in day.tables.values())
            if not day.is_open and (name not in day.tables or shapes in seen):
                continue
            try:
                of_day = self._describe(day, name)
            except ClosedError:
                raise
            except StoreError as e:
                error = error or e
                continue
            if of_day is None:
                continue
            for merged, more in zip((own, parents), of_day):
                for column, of in more.items():
                    merged[column] = both(merged[column], of) if column in merged else of
            if not day.is_open and all(shape is not None for _, shape in shapes):
                seen.add(shapes)
        if not own and error is not None:
            raise error
        parents = {column: of for column, of in parents.items() if column not in own}
        self._merged[name] = (own, parents)
        return own, parents

    def _describe(self, day: HeadDay, name: str) -> _Columns | None:
        """The columns of a table in a day, and those of its parents; None if the day does not have the table."""
        key = (key_of(day), name)
        if key not in self._described:
            with in_day(day.name), self._use(day) as store:
                if day.is_open and not store._has(name):
                    return None
                table: Table = store._table(name)
                all_ = {name_of(n): type_of(c) for n, c in table._described(True).items()}
                own = [name_of(n) for n in table.columns]
                self._described[key] = ({n: all_[n] for n in own},
                                        {n: of for n, of in all_.items() if n not in own})
        return self._described[key]

    # -------------------------------------------------------------------------------------------------------- messages

    @property
    def journals(self) -> list[str]:
        """Names of the journals of all days, those of the newest first."""
        found: dict[str, None] = {}
        for day in reversed(self._head_days()):
            found.update(dict.fromkeys(self._names_of(day, "journal")))
        return list(found)

    def _names_of(self, day: HeadDay, kind: str) -> list[str]:
        if not day.is_open:
            return [t.name for t in day.listed if t.kind == kind]
        try:
            with in_day(day.name), self._use(day) as store:
                return store.journals if kind == "journal" else store.last_value_tables
        except ClosedError:
            raise
        except StoreError:
            return []

    def messages(self, journal: str | None = None, start: int | Any = 0, decode: bool = True) -> Iterator[Message]:
        """Messages of a journal, day after day. Positions and row numbers are unique in the archive.

        :param journal: name of the journal; None for the only one
        :param start: a position; or a time (datetime64), to begin at the first message that is not older. All messages
            after that one are returned, even older ones
        :raises DamagedError: where a message, or a day, is damaged or missing
        """
        names = self.journals
        if journal is None:
            if len(names) != 1:
                raise KeyError(f"archive does not have exactly one journal: name one of {', '.join(names)}")
            journal = names[0]
        elif journal not in names:
            raise KeyError(f"no such journal: {journal}; there are: {', '.join(names)}")
        if not isinstance(start, (int, np.integer)):
            start = moment_of(start)
        return self._messages(journal, start, decode)

    def _messages(self, journal: str, start: Any, decode: bool) -> Iterator[Message]:
        by_position = isinstance(start, (int, np.integer))
        found = by_position
        days = self._head_days()
        for i, day in enumerate(days):
            before = by_position and i + 1 < len(days) and days[i + 1].base <= start
            listed = [t for t in day.listed if t.kind == "journal" and t.name == journal and t.rows > 0]
            if before or not day.is_open and not listed:
                continue
            latest = listed[0].max_time if listed else None
            if not found and latest is not None and latest < start.astype(np.int64):
                continue
            with in_day(day.name), self._use(day) as store:
                if day.is_open and journal not in store.journals:
                    continue
                begin = max(0, int(start) - day.base) if by_position else 0 if found else start
                for message in store.messages(journal, begin, decode):
                    found = True
                    yield replace(message, position=message.position + day.base,
                                  row=None if message.row is None else message.row + day.base)

    # ----------------------------------------------------------------------------------------------------- last values

    @property
    def last_value_tables(self) -> list[str]:
        """Names of the last-value tables of all days, those of the newest first."""
        found: dict[str, None] = {}
        for day in reversed(self._head_days()):
            found.update(dict.fromkeys(self._names_of(day, "last-values")))
        return list(found)

    def last_values(self, name: str) -> ArchiveLastValues:
        """The last-value table with this name, over all days."""
        names = self.last_value_tables
        if name not in names:
            raise KeyError(f"no such last-value table: {name}; there are: {', '.join(names)}")
        return ArchiveLastValues(self, name)

    # ----------------------------------------------------------------------------------------------- state and checks

    def refresh(self) -> bool:
        """Shows the days that the archive has now, and what was committed to the open one since.

        :return: whether there is anything new
        """
        self._head_days()
        head = read_head(self.path)
        changed = head != self._head
        listed = {key_of(day) for day in head.days}
        for key, store in list(self._stores.items()):
            if key[2] and key in listed:
                with in_day(key[0]):
                    if store._was_recovered():
                        # The store must be opened again to show what its writer has done since.
                        listed.discard(key)
                        changed = True
                    changed = store.refresh() or changed
        # Nothing fails from here on.
        self._head = head
        for key in [k for k in self._stores if k not in listed]:
            store = self._stores.pop(key)
            if id(store) not in self._users:
                store.close()
        # The open day may have another schema by now.
        self._described = {k: v for k, v in self._described.items() if k[0] in listed and not k[0][2]}
        self._merged = {}
        return changed

    def verify(self) -> Report:
        """Reads everything in all days, and reports what is damaged or missing."""
        rows = messages = values = 0
        problems: list[Problem] = []
        for day in self._head_days():
            try:
                with in_day(day.name), self._use(day) as store:
                    if not day.is_open and store.state != CLOSED:
                        problems.append(Problem("", "sealed, and its store was not closed", 0, 0, day.name))
                    report = store.verify()
            except ClosedError:
                raise
            except StoreError as e:
                problems.append(Problem("", str(e), 0, 0, day.name))
                continue
            rows += report.rows
            messages += report.messages
            values += report.values
            problems += [replace(problem, day=day.name) for problem in report.problems]
        return Report(rows, messages, values, problems)

    def close(self) -> None:
        """Closes the stores of its days. Stores that `day` returned stay open."""
        if not self._closed:
            self._closed = True
            for store in self._stores.values():
                if id(store) not in self._users:
                    store.close()
            self._stores.clear()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Archive({self.path!r}, days={len(self._head.days)}, division={self.division}, zone={self.zone})"


def open(path: str | os.PathLike[str], *, boot: tuple[int, int] | None = None) -> Store | Archive:
    """Opens a store or an archive for reading, while it is being written or after. `Store(path)` and `Archive(path)`
    tell type checkers which one it is.

    :param boot: boot id of the machine, to read a store as another machine would; for tests
    :raises NotAStoreError: if the folder has neither
    :raises DamagedError: if it is damaged so that nothing can be read
    """
    if is_archive(os.fspath(path)):
        return Archive(path, boot)
    return Store(path, boot)
