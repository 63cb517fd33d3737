# SPDX-License-Identifier: Apache-2.0
"""Tables: chunks as structured views, columns as contiguous arrays, all of it as Arrow."""
from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _columns
from ._chains import PREFIXES, Chain, Link, require_kept
from ._columns import RESERVED, Column, Values
from ._files import Held
from ._gather import gather_all, moment_of
from ._messages import block_of
from ._pandas import pandas_column
from ._schema import Block, Schema
from .errors import DamagedError, StoreError

if TYPE_CHECKING:
    from ._store import Store

# Views that a table keeps for reuse: about 100 bytes each, and 16 MiB of rows.
_MAX_KEPT = 4096

_PREFIX: dict[int, list[tuple[str, int, str]]] = {
    0: [], 8: [("_parent", 0, "number")], 16: [("_position", 0, "number"), ("_time", 8, "time")]}


@dataclass(frozen=True)
class _Part:
    """Rows of one chunk: all of them, or those at chosen indices."""
    rows: np.ndarray
    link: Link
    chosen: Any = None

    @property
    def numbers(self) -> np.ndarray:
        numbers = np.arange(self.link.first, self.link.end)
        return numbers if self.chosen is None else numbers[self.chosen]


class Table:
    """Rows of one block, as they were when the store was opened or last refreshed.

    A table keeps its rows: those that are retired meanwhile stay until the table and all views of it are gone.
    """

    def __init__(self, store: "Store", chain: Chain, pin: Any, parts: list[_Part] | None = None,
                 chains: dict[str, Chain] | None = None) -> None:
        self._store = store
        self._chain = chain
        self._pin = pin
        self._parts = parts
        # All chains of the same moment, for parents: in those of a later moment, parents may have been retired.
        self._chains = store._chains if chains is None else chains
        self._views: list[tuple[np.ndarray, _Part]] | None = None
        self._record = chain.record
        self.name: str = chain.record.name
        self._schema: Schema = store._schema(chain.record)
        self._block: Block = self._schema.block(chain.record.path)
        self._fields = _columns.columns_of(self._block, self._schema)
        if self._record.prefix not in PREFIXES:
            raise DamagedError(f"no row has this prefix: prefix={self._record.prefix}", self.name, chain.first,
                               chain.end)

    @functools.cached_property
    def _places(self) -> dict[str, tuple[int, str | Column]]:
        """By name, how many levels up a column is, and what it is there: a field, or the name of another column."""
        levels = [self]
        while (parent := levels[-1]._parent()) is not None:
            levels.append(parent)
        found: dict[str, tuple[int, str | Column]] = {"_row": (0, "_row")}
        taken = set(RESERVED)
        for level, table in enumerate(levels):
            for name, _, _ in _PREFIX[table._record.prefix]:
                other = level > 0 and name == "_parent"
                found[_columns.free_name(f"{table._block.name}_{name}", taken) if other else name] = (level, name)
        for level, table in enumerate(levels):
            for column in _columns.named(table._fields, () if level else RESERVED):
                name = column.name if not level or column.name not in taken else f"{table._block.name}_{column.name}"
                found[_columns.free_name(name, taken)] = (level, column)
        return dict(sorted(found.items(), key=lambda place: place[1][0]))

    @property
    def columns(self) -> list[str]:
        """Names of its own columns, `_row` and those of the prefix first."""
        return self._names(False)

    @property
    def _head_numbers(self) -> list[str]:
        """Names of the columns with row numbers and positions, which come before the fields."""
        return ["_row", *(name for name, _, kind in _PREFIX[self._record.prefix] if kind == "number")]

    @property
    def first_row(self) -> int:
        """The first row that is not retired."""
        return self._chain.first

    @property
    def end_row(self) -> int:
        """The row after the last."""
        return self._chain.end

    def __len__(self) -> int:
        if self._parts is not None:
            return sum(len(part.rows) for part in self._parts)
        return self._chain.end - self._chain.first

    def __repr__(self) -> str:
        return f"Table({self.name!r}, rows={len(self)}, columns={self.columns})"

    def chunks(self) -> Iterator[np.ndarray]:
        """Read-only structured views of all rows, chunk by chunk, without copying. Values are raw: nulls, decimals and
        enums are as on the wire, and composites are nested. Rows do not change while a view of them exists. A field
        with the name of a prefix column gets `_` appended.

        :raises DamagedError: at the first rows that are damaged or missing
        """
        if self._views is not None:
            for view, part in self._views:
                self._store._require_open()
                self._leave([part])
                # Its own object for each caller: shape and dtype of an array can be set.
                yield view.view()
                self._leave([part])
            return
        views: list[tuple[np.ndarray, _Part]] = []
        for view, part in self._structured():
            if len(views) <= _MAX_KEPT:
                views.append((view, part))
            yield view.view()
            self._leave([part])
        # Copies are not cached: they would use as much memory as the rows.
        if self._shows_memory() and len(views) <= _MAX_KEPT:
            self._views = views

    def _shows_memory(self) -> bool:
        return self._parts is None and self._pin is not None

    def _structured(self) -> Iterator[tuple[np.ndarray, _Part]]:
        dtypes: dict[tuple[int, int, int, int], np.dtype] = {}
        for part in self._all():
            link = part.link
            key = (link.prefix, link.stride, link.version, link.block_length)
            if key not in dtypes:
                dtypes[key] = _columns.structure(self._block, self._schema, *key)
            dtype = dtypes[key]
            if part.rows.flags.owndata or not part.rows.flags.c_contiguous:
                yield np.ndarray((len(part.rows),), dtype, np.ascontiguousarray(part.rows)), part
            else:
                yield part.rows.reshape(-1).view(dtype), part

    def _all(self) -> Iterator[_Part]:
        if self._parts is not None:
            yield from self._parts
            return
        for link, last in self._links():
            if link.count:
                yield self._part(link, last)

    def _leave(self, parts: list[_Part]) -> None:
        """Makes sure that no file was truncated while rows were read from it."""
        for part in parts:
            self._store._checks.require_uncut(part.link, self.name)

    def _links(self) -> Iterator[tuple[Link, bool]]:
        """Its chunks, and whether each is the last.

        :raises DamagedError: where rows are missing between them
        """
        expected = self._chain.first
        links = self._chain.links
        for i, link in enumerate(links):
            if link.first > expected:
                raise DamagedError("rows are missing", self.name, expected, link.first)
            expected = link.end
            yield link, i + 1 == len(links)
        if expected < self._chain.end:
            raise DamagedError("rows are missing", self.name, expected, self._chain.end)

    def _part(self, link: Link, last: bool) -> _Part:
        self._store._require_open()
        self._store._checks.compare(link, self._record, last)
        memory = self._store._extents.chunk(link.chunk)
        stride = np.dtype((np.void, link.stride))
        held = np.asarray(Held(memory, stride, link.count, self._pin))
        if not self._shows_memory():
            # This reader has no pin: copy, then check that the chunk was not reused meanwhile.
            held = held.copy()
            require_kept(self._store._extents, link, self.name)
            self._store._checks.require_uncut(link, self.name)
        return _Part(held.reshape(link.count, link.stride), link)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Rows as dicts, decoded like messages. Slow: meant for inspection."""
        heads = _PREFIX[self._record.prefix]
        for part in self._all():
            link = part.link
            columns = [self._head(name, offset, kind, [part]).values for name, offset, kind in heads]
            for i, number in enumerate(part.numbers.tolist()):
                row = {"_row": number}
                row.update((name, column[i]) for (name, _, _), column in zip(heads, columns))
                block = memoryview(part.rows[i].tobytes())[link.prefix:link.prefix + link.block_length]
                fields = block_of(block, self._schema, link.version, self._block, link.block_length)
                row.update((name + "_" if name in row else name, value) for name, value in fields.items())
                yield row
            self._leave([part])

    def column(self, name: str, decimals: str = "scaled") -> Values:
        """The values of a column, contiguous.

        :param name: the name in SQL; for the table of a group, also that of a parent's column
        :param decimals: "scaled" for integers and their `scale`, "float", or "Decimal"
        """
        if decimals not in ("scaled", "float", "Decimal"):
            raise ValueError(f'decimals is "scaled", "float" or "Decimal": decimals={decimals!r}')
        found = self._column(name, list(self._all()))[0]
        if found.kind == "decimal" and decimals == "float":
            return Values(name, "number", found.to_float(), found.mask)
        if found.kind == "decimal" and decimals == "Decimal":
            return Values(name, "constant", np.array(found.to_decimal(), object), found.mask)
        return found

    def _gather(self, names: list[str], parts: list[_Part]) -> list[tuple[Values, Column | None]]:
        """Several columns; reads the rows from memory once."""
        places = [self._places.get(name) for name in names]
        own = {name: place[1] for name, place in zip(names, places)
               if place is not None and place[0] == 0 and isinstance(place[1], Column)}
        found = dict(zip(own, gather_all(_pieces(parts), list(own.values()))))
        self._leave(parts)
        return [(found[name], own[name]) if name in own else self._column(name, parts) for name in names]

    def _column(self, name: str, parts: list[_Part]) -> tuple[Values, Column | None]:
        place = self._places.get(name)
        if place is None:
            raise KeyError(f"no such column: {name}; columns of {self.name}: {', '.join(self._names(True))}")
        values, column = self._at(*place, parts)
        self._leave(parts)
        return replace(values, name=name), column

    def _at(self, level: int, what: str | Column, parts: list[_Part]) -> tuple[Values, Column | None]:
        """A column of this table, or of a parent `level` levels up."""
        if level:
            return self._of_parent(level - 1, what, parts)
        if isinstance(what, Column):
            return gather_all(_pieces(parts), [what])[0], what
        if what == "_row":
            numbers = [part.numbers for part in parts]
            return Values(what, "number", np.concatenate(numbers) if numbers else np.empty(0, np.int64)), None
        offset, kind = next((offset, kind) for name, offset, kind in _PREFIX[self._record.prefix] if name == what)
        return self._head(what, offset, kind, parts), None

    @staticmethod
    def _head(name: str, offset: int, kind: str, parts: list[_Part]) -> Values:
        found = np.empty(sum(len(p.rows) for p in parts), np.int64)
        at = 0
        for part in parts:
            end = at + len(part.rows)
            found[at:end] = np.ndarray((len(part.rows),), "<i8", part.rows, offset, (part.rows.strides[0],))
            at = end
        return Values(name, kind, found.view("datetime64[ns]") if kind == "time" else found)

    def _parent(self) -> "Table | None":
        if self._record.prefix != 8:
            return None
        return self._store._table_of(self._record.source, self._record.path.rpartition("/")[0], self._chains,
                                     self._pin)

    def _of_parent(self, level: int, what: str | Column, parts: list[_Part]) -> tuple[Values, Column | None]:
        parent = self._parent()
        assert parent is not None
        rows = self._head("_parent", 0, "number", parts).values
        of_parent = list(parent._all())
        found, column = parent._at(level, what, of_parent)
        parent._leave(of_parent)
        places = rows - parent.first_row
        missing = (places < 0) | (places >= len(found))
        places = np.where(missing, 0, places)
        values = found.values[places] if len(found) else np.zeros(len(rows), found.values.dtype)
        mask = missing if found.mask is None else missing | found.mask[places]
        if found.categories is not None:
            values = np.where(mask, -1, values)
        if found.kind == "time":
            values = np.where(mask, np.datetime64("NaT", "ns"), values)
        return Values(found.name, found.kind, values, mask if mask.any() else None, found.scale,
                      found.categories), column

    def between(self, begin: Any, end: Any) -> "Table":
        """The rows with a time from `begin` (inclusive) to `end` (exclusive), which are datetime64 values or anything
        that datetime64 accepts; for a group, the rows whose parents have such a time. Chunks outside the range are not
        read.
        """
        low = moment_of(begin)
        high = moment_of(end)
        parts = list(self._between(low, high))
        return Table(self._store, self._chain, self._pin, parts, self._chains)

    def _between(self, low: np.datetime64, high: np.datetime64) -> Iterator[_Part]:
        parent = self._parent()
        if parent is not None:
            chosen = parent.between(low, high)
            wanted = chosen._column("_row", chosen._parts or [])[0].values
            for part in self._all():
                rows = np.ndarray((len(part.rows),), "<i8", part.rows, 0, (part.rows.strides[0],))
                yield from self._taken(part, np.isin(rows, wanted))
            return
        time = self._time()
        for part in self._parts if self._parts is not None else self._around(time, low, high):
            times = self._at(0, time, [part])[0].values
            yield from self._taken(part, (times >= low) & (times < high))

    def _taken(self, part: _Part, which: np.ndarray) -> list[_Part]:
        found = list(_taken(part, which))
        self._leave([part])
        return found

    def _time(self) -> str | Column:
        """The column with the times of the rows: in the prefix, or a field."""
        if self._record.prefix == 16:
            return "_time"
        column = next((c for c in self._fields if c.name == self._record.fields), None)
        if column is None:
            raise StoreError(f"table has no time: {self.name}")
        # A time field without a semantic type counts nanoseconds, too.
        return replace(column, kind="time") if column.kind == "number" else column

    def _around(self, time: str | Column, low: np.datetime64, high: np.datetime64) -> Iterator[_Part]:
        """The chunks that may have rows with these times."""
        for link, last in self._links():
            seal = self._store._checks.seal(link, self.name, last) if link.count else None
            # Times of seals are unsigned: rows from before 1970 have the greatest ones.
            outside = seal is not None and time == "_time" and seal.max_time < 1 << 63 \
                and (seal.max_time < low.astype(np.int64) or seal.min_time >= high.astype(np.int64))
            if link.count and not outside:
                yield self._part(link, last)

    def to_arrow(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A pyarrow Table.

        :param columns: names; None for all
        :param parents: whether all columns include those of a group's parents
        """
        import pyarrow as pa
        from . import _arrow
        parts = list(self._all())
        names = columns if columns is not None else self._names(parents)
        return pa.table({name: _arrow.array(*found) for name, found in zip(names, self._gather(names, parts))})

    def _described(self, parents: bool) -> dict[str, Column | str]:
        """Columns by name, with or without those of parents; "number" and "time" for row numbers and prefixes."""
        kinds = {"_time": "time"}
        return {name: what if isinstance(what, Column) else kinds.get(what, "number")
                for name, (level, what) in self._places.items() if parents or level == 0}

    def _names(self, parents: bool) -> list[str]:
        return [name for name, (level, _) in self._places.items() if parents or level == 0]

    def to_pandas(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A pandas DataFrame; decimals as float64, enums as categories."""
        import pandas as pd
        parts = list(self._all())
        names = columns if columns is not None else self._names(parents)
        return pd.DataFrame({name: pandas_column(found) for name, (found, _) in zip(names, self._gather(names, parts))})

    def to_polars(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A polars DataFrame."""
        import polars as pl
        return pl.from_arrow(self.to_arrow(columns, parents))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Lets polars, DuckDB and others read the table directly."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def _pieces(parts: list[_Part]) -> list[tuple[np.ndarray, int, int, int]]:
    return [(p.rows, p.link.prefix, p.link.version, p.link.block_length) for p in parts]


def _taken(part: _Part, which: np.ndarray) -> Iterator[_Part]:
    places = np.flatnonzero(which)
    if len(places) == 0:
        return
    first, last = int(places[0]), int(places[-1])
    chosen = slice(first, last + 1) if last - first + 1 == len(places) else which
    rows = part.rows[chosen]
    # All views of the part show these.
    rows.flags.writeable = False
    yield _Part(rows, part.link, chosen if part.chosen is None else np.arange(part.link.count)[part.chosen][chosen])
