# SPDX-License-Identifier: Apache-2.0
"""Last-value tables: keys and versioned cells (docs/formats/store-v1.md and cell-v1.md)."""
from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ._cells import Cell, is_cell, read_cell, recover_cell
from ._chains import LOST_POWER, Chain, Link, follow
from ._columns import Values, columns_of, key_column, named
from ._files import ContainerRecord
from ._gather import gather
from ._memory import Words, crc32c
from ._texts import decode_key
from .errors import DamagedError, SchemaError, StoreError

if TYPE_CHECKING:
    from ._store import Store

_RECORD = 24
_MAX_KEY = 256
_RESERVED = ("_record", "_version")


class LastValues:
    """The last value of each key, read in place. Each lookup returns all fields of one value, read atomically."""

    def __init__(self, store: "Store", record: ContainerRecord, chain: Chain, damaged: list[DamagedError] | None = None
                 ) -> None:
        """
        :param damaged: collects errors for keys and records that cannot be read; None to raise the first one
        """
        self._store = store
        self._record = record
        self._chain = chain
        # The links of the chain, and those that the writer has added since.
        self._links = chain.links
        self.name: str = record.name
        self._schema = store._schema(record)
        self._block = self._schema.block(record.path)
        self._columns = named(columns_of(self._block, self._schema), _RESERVED)
        self._key_fields = record.fields.split(",")
        self._key_members = []
        for name in self._key_fields:
            member = next((f for f in self._block.fields if f.name == name), None)
            if member is None:
                raise SchemaError(f"key field is missing: {name} ({self.name})")
            self._key_members.append(member)
        self._key_length = sum(m.type.size for m in self._key_members)
        if self._key_length > _MAX_KEY:
            raise SchemaError(f"key out of range: length={self._key_length}, max={_MAX_KEY} ({self.name})")
        self._places: dict[Any, tuple[Link, int]] = {}
        self._scan(damaged)

    @property
    def columns(self) -> list[str]:
        """Names of its columns."""
        return [c.name for c in self._columns]

    def _scan(self, damaged: list[DamagedError] | None) -> None:
        expected = self._chain.first
        for link in self._chain.links:
            if link.first > expected:
                self._miss("records are missing", expected, link.first, damaged)
            expected = link.end
            if not self._fits(link):
                self._miss("layout of the chunk is invalid", link.first, link.end, damaged)
                continue
            memory = self._store._cells_of(link)
            for i in range(link.count):
                at = i * link.stride
                record = memory[at:at + _RECORD + self._key_length].tobytes()
                if crc32c(record[_RECORD:], crc32c(record[8:16])) != struct.unpack_from("<I", record, 16)[0]:
                    self._miss("key differs from its checksum", link.first + i, link.first + i + 1, damaged)
                else:
                    self._places[self._key(record[_RECORD:])] = (link, at)
        if expected < self._chain.end:
            self._miss("records are missing", expected, self._chain.end, damaged)

    def _fits(self, link: Link) -> bool:
        """Whether records with a key and a cell can lie in a chunk."""
        slots = self._record.detail
        return is_cell(slots, link.block_length) and link.prefix % 8 == 0 and link.stride % 8 == 0 \
            and _RECORD + -(-self._key_length // 8) * 8 <= link.prefix \
            and link.prefix + Cell.size(link.block_length, slots) <= link.stride

    def _miss(self, what: str, first: int, end: int, damaged: list[DamagedError] | None) -> None:
        error = DamagedError(what, self.name, first, end)
        if damaged is None:
            raise error
        damaged.append(error)

    def _key(self, data: bytes) -> Any:
        parts: list[Any] = []
        at = 0
        for member in self._key_members:
            of = member.type
            value = data[at:at + of.size]
            at += of.size
            if of.kind in ("set", "composite"):
                parts.append(value)
                continue
            column = key_column(member, self._schema)
            if column.kind == "text":
                parts.append(decode_key(value, column.encoding))
            else:
                rows = np.frombuffer(value, np.uint8).reshape(1, of.size)
                part = gather([(rows, 0, 0, of.size)], replace(column, null=None)).to_list()[0]
                parts.append(tuple(part) if isinstance(part, list) else part)
        return parts[0] if len(parts) == 1 else tuple(parts)

    def keys(self) -> list[Any]:
        """The keys: single values; tuples if the key has several fields or is an array. Sets and composites are their
        bytes in the block.
        """
        return list(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: Any) -> bool:
        return key in self._places

    def __getitem__(self, key: Any) -> dict[str, Any]:
        """All fields of the last value of a key, read atomically."""
        found = self._bytes(key)
        if found is None:
            raise KeyError(key)
        return {name: values.to_list()[0] for name, values in self._decode([found]).items()}

    def version(self, key: Any) -> int:
        """Number of values that the key has had; 0 if it was never written."""
        link, at = self._current(*self._places[key])
        found = self._read(link, at)
        before, = struct.unpack("<q", self._store._cells_of(link)[at + 8:at + 16].tobytes())
        return 0 if found is None else found[0] + before

    def _bytes(self, key: Any) -> tuple[Link, bytes] | None:
        """The latest value of a key; None if it has none."""
        link, at = self._current(*self._places[key])
        found = self._read(link, at)
        return None if found is None else (link, found[1])

    def _current(self, link: Link, at: int) -> tuple[Link, int]:
        """The record with the current value of a key. After a schema change, the next value is in another record."""
        while True:
            self._store._require_open()
            moved = Words(self._store._cells_of(link)).load(at)
            place = self._place(moved) if moved > link.first + at // link.stride else None
            # A writer may have died after it stored the number, which a record with another key then got.
            if place is None or self._key_bytes(*place) != self._key_bytes(link, at):
                return link, at
            link, at = place

    def _key_bytes(self, link: Link, at: int) -> bytes:
        return self._store._cells_of(link)[at + _RECORD:at + _RECORD + self._key_length].tobytes()

    def _place(self, number: int) -> tuple[Link, int] | None:
        """The place of a record; None if the record is not published yet.

        :raises DamagedError: if it may be in a chunk that cannot be read
        """
        if self._store.state != LOST_POWER and (not self._links or number >= self._links[-1].end):
            self._links, torn = follow(self._store._extents, self._links)
            end = self._links[-1].end if self._links else 0
            if torn and number >= end:
                raise DamagedError("records are missing", self.name, end, number + 1)
        for link in reversed(self._links):
            if link.first <= number < link.end:
                return link, (number - link.first) * link.stride
        return None

    def _read(self, link: Link, at: int) -> tuple[int, bytes] | None:
        self._store._require_open()
        memory = self._store._cells_of(link)
        try:
            if self._store.state == LOST_POWER:
                return recover_cell(memory, at + link.prefix, self._record.detail, link.block_length)
            return read_cell(memory, Words(memory), at + link.prefix, self._record.detail, link.block_length)
        except DamagedError as e:
            row = link.first + at // link.stride
            raise DamagedError(str(e), self.name, row, row + 1) from e

    def _decode(self, found: list[tuple[Link, bytes]]) -> dict[str, Values]:
        parts = [(np.frombuffer(value, np.uint8).reshape(1, len(value)), 0, link.version, link.block_length)
                 for link, value in found]
        return {c.name: gather(parts, c) for c in self._columns}

    def _values(self) -> dict[str, Values]:
        return self._decode([one for key in self._places if (one := self._bytes(key)) is not None])

    def to_arrow(self) -> Any:
        """A pyarrow Table with one row for each key."""
        import pyarrow as pa
        from . import _arrow
        by_name = {c.name: c for c in self._columns}
        return pa.table({name: _arrow.array(values, by_name[name]) for name, values in self._values().items()})

    def frame(self) -> Any:
        """A pandas DataFrame with one row for each key. Rows are read at different moments."""
        return self.to_arrow().to_pandas()
