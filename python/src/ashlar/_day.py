# SPDX-License-Identifier: Apache-2.0
"""A day of an archive, and whether a store is the one that the head describes."""
from __future__ import annotations

import datetime
import os
import uuid
from typing import TYPE_CHECKING

import numpy as np

from ._archive_head import HeadDay
from ._files import JOURNAL, LAST_VALUES, TABLE
from ._schema import Schema
from ._store import Store
from .errors import ClosedError, DamagedError, StoreError, in_day

if TYPE_CHECKING:
    from ._archive import Archive

Key = tuple[str, str, bool, int]


def key_of(day: HeadDay) -> Key:
    """A key that changes when the state of the day changes or its store is replaced."""
    return day.name, day.store_id, day.is_open, day.bytes_on_disk


class Day:
    """A day, or an hour, of an archive.

    :ivar name: name of its folder, such as 2026-01-05 or 2026-10-25T01+0100
    :ivar date: date in the time zone of the archive
    :ivar begin: start, inclusive, UTC
    :ivar end: end, exclusive, UTC
    :ivar path: path of its folder
    :ivar listed: state in the head of the archive: "sealed", or "open" for the day that may be written
    :ivar rows: rows by table, from the head of the archive; empty for the open day
    """

    def __init__(self, archive: "Archive", day: HeadDay) -> None:
        self._archive = archive
        self._day = day
        self.name = day.name
        self.date: datetime.date = day.date
        self.begin = np.datetime64(day.begin, "ns")
        self.end = np.datetime64(day.end, "ns")
        self.path = os.path.join(archive.path, day.name)
        self.listed = "open" if day.is_open else "sealed"
        self.rows: dict[str, int] = {t.name: t.rows for t in day.tables.values()}

    @property
    def error(self) -> StoreError | None:
        """Why its store cannot be opened; None if it can. Opens it."""
        try:
            with in_day(self.name), self._archive._use(self._day):
                return None
        except ClosedError:
            raise
        except StoreError as e:
            return e

    @property
    def state(self) -> str:
        """"sealed", "open", or "damaged" if its store cannot be opened. Opens it."""
        return self.listed if self.error is None else "damaged"

    def open(self) -> Store:
        """Its store, which the caller closes."""
        return self._archive.day(self.name)

    def __repr__(self) -> str:
        return f"Day({self.name!r}, {self.listed})"


def require(store: Store, day: HeadDay) -> None:
    """Checks that a store is the one that the head describes."""
    high, low = store._head.store_id
    found = str(uuid.UUID(int=high << 64 | low))
    if found != day.store_id:
        raise DamagedError(f"folder holds a different store than the archive's head lists: id={found}, listed={day.store_id} "
                           f"({store.path})")
    if day.is_open:
        return
    kinds = {"journal": JOURNAL, "last-values": LAST_VALUES}
    records = {r.name: r for r in store._catalog.containers.values()}
    for listed in day.listed:
        record = records.get(listed.name)
        is_table = record is not None and record.kind == TABLE
        readable = record is None or not is_table or isinstance(store._catalog.schemas.get(record.schema), Schema)
        if listed.kind == "table" and readable:
            chain = store._chains[listed.name] if is_table else None
            rows = 0 if chain is None else chain.end - chain.first
            if chain is None or rows != listed.rows:
                raise DamagedError(f"store differs from the archive's head: table={listed.name}, rows={rows}, "
                                   f"listed={listed.rows} ({store.path})")
        elif listed.kind in kinds and (record is None or record.kind != kinds[listed.kind]):
            raise DamagedError(f"store differs from the archive's head: {listed.kind}={listed.name} is missing "
                               f"({store.path})")
