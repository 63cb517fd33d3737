# SPDX-License-Identifier: Apache-2.0
"""Last-value tables: keys and versioned cells (docs/formats/store-v1.md and cell-v1.md)."""
from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from ._cells import read_cell, recover_cell
from ._chains import LOST_POWER, Chain, Link
from ._columns import Column, Values, columns_of, named
from ._files import ContainerRecord
from ._gather import gather
from ._memory import Words, crc32c
from .errors import DamagedError, StoreError

if TYPE_CHECKING:
    from ._store import Store

_RECORD = 24
_RESERVED = ("_record", "_version")


class LastValues:
    """The last value of each key, read in place: each look-up gives all fields of one moment."""

    def __init__(self, store: "Store", record: ContainerRecord, chain: Chain) -> None:
        self._store = store
        self._record = record
        self._chain = chain
        self.name: str = record.name
        self._schema = store._schema(record)
        self._block = self._schema.block(record.path)
        self._columns = named(columns_of(self._block, self._schema), _RESERVED)
        self._key_fields = record.fields.split(",")
        self._key_members = []
        for name in self._key_fields:
            member = next((f for f in self._block.fields if f.name == name), None)
            if member is None:
                raise StoreError(f"key field is missing: {name} ({self.name})")
            self._key_members.append(member)
        self._key_length = sum(m.type.size for m in self._key_members)
        self._places: dict[Any, tuple[Link, int]] = {}
        self._scan()

    @property
    def columns(self) -> list[str]:
        """Names of its columns."""
        return [c.name for c in self._columns]

    def _scan(self) -> None:
        expected = self._chain.first
        for link in self._chain.links:
            if link.first > expected:
                raise DamagedError("records are missing", self.name, expected, link.first)
            expected = link.end
            memory = self._store._cells_of(link)
            for i in range(link.count):
                at = i * link.stride
                record = memory[at:at + _RECORD + self._key_length].tobytes()
                if crc32c(record[_RECORD:], crc32c(record[8:16])) != struct.unpack_from("<I", record, 16)[0]:
                    raise DamagedError("key differs from its checksum", self.name, link.first + i, link.first + i + 1)
                self._places[self._key(record[_RECORD:])] = (link, at)
        if expected < self._chain.end:
            raise DamagedError("records are missing", self.name, expected, self._chain.end)

    def _key(self, data: bytes) -> Any:
        parts = []
        at = 0
        for member in self._key_members:
            of = member.type
            column = next(c for c in self._columns if c.name == member.name or c.name.startswith(member.name + "_"))
            if of.kind in ("scalar", "enum"):
                flat = Column(member.name, column.kind, column.dtype, 0, 0, column.length, encoding=column.encoding,
                              names=column.names, scale=column.scale, unit=column.unit)
                rows = np.frombuffer(data, np.uint8, of.size, at).reshape(1, of.size)
                parts.append(gather([(rows, 0, 0, of.size)], flat).to_list()[0])
            else:
                parts.append(data[at:at + of.size])
            at += of.size
        return parts[0] if len(parts) == 1 else tuple(parts)

    def keys(self) -> list[Any]:
        """The keys: single values, or tuples where several fields make the key."""
        return list(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: Any) -> bool:
        return key in self._places

    def __getitem__(self, key: Any) -> dict[str, Any]:
        """All fields of one moment."""
        found = self._bytes(key)
        if found is None:
            raise KeyError(key)
        return {name: values.to_list()[0] for name, values in self._decode([found]).items()}

    def version(self, key: Any) -> int:
        """How many values the key has had; 0 if none."""
        link, at = self._places[key]
        found = self._read(link, at)
        before, = struct.unpack("<q", self._store._extents.chunk(link.chunk)[at + 8:at + 16].tobytes())
        return 0 if found is None else found[0] + before

    def _bytes(self, key: Any) -> tuple[Link, bytes] | None:
        """The latest value of a key; None if it has none."""
        link, at = self._places[key]
        found = self._read(link, at)
        return None if found is None else (link, found[1])

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
        """A pyarrow Table with a row for each key."""
        import pyarrow as pa
        from . import _arrow
        by_name = {c.name: c for c in self._columns}
        return pa.table({name: _arrow.array(values, by_name[name]) for name, values in self._values().items()})

    def frame(self) -> Any:
        """A pandas DataFrame with a row for each key; rows are of different moments."""
        return self.to_arrow().to_pandas()
