# SPDX-License-Identifier: Apache-2.0
"""A table over the days of an archive."""
from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _merge
from ._archive_head import HeadDay, hour_begin
from ._columns import Values
from ._gather import moment_of
from ._merge import Type
from ._pandas import pandas_column
from ._tables import Table
from .errors import SchemaError, in_day

if TYPE_CHECKING:
    from ._archive import Archive
    from ._day import Day

DATE = "_date"
_SAME: Any = object()


def name_of(column: str) -> str:
    """The name of a day's column here: a field with the name of the date column gets another name."""
    return column + "_" if column.startswith(DATE) and not column[len(DATE):].strip("_") else column


@dataclass(frozen=True)
class _Range:
    """Days by their dates, or by their start times; None for no bound."""
    first: datetime.date | None
    last: datetime.date | None
    begin: int | None
    end: int | None

    def has(self, day: HeadDay) -> bool:
        return (self.first is None or day.date >= self.first) and (self.last is None or day.date <= self.last) \
            and (self.begin is None or day.begin >= self.begin) and (self.end is None or day.begin <= self.end)


def date_range(first: Any, last: Any) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and the last date of two values: dates, or months and years as numpy's datetime64 reads them."""
    def of(value: Any, end: bool) -> datetime.date | None:
        if value is None:
            return None
        moment = np.datetime64(value)
        if np.isnat(moment) or moment != moment.astype("M8[D]"):
            raise ValueError(f"not a date: {value!r}; use between() to select by time")
        day: datetime.date = ((moment + 1).astype("M8[D]") - 1 if end and np.datetime_data(moment.dtype)[0] in "YM"
                              else moment.astype("M8[D]")).astype(object)
        return day
    return of(first, False), of(last, True)


class ArchiveTable:
    """A table over all days of an archive, or over some of them, as they were when the archive was opened or refreshed.

    It has the columns of all days, and `_date`. Nothing is read until rows are requested; then the days that may have
    such rows are opened, one after the other. A day that cannot be read is an error if its rows are needed; exclude it
    with `days`.

    Numbers of rows and messages (`_row`, `_parent`, `_position`) are unique across days.
    """

    def __init__(self, archive: "Archive", name: str, selected: tuple[_Range, ...] = (),
                 low: np.datetime64 | None = None, high: np.datetime64 | None = None) -> None:
        self._archive = archive
        self.name = name
        self._selected = selected
        self._low = low
        self._high = high

    # ------------------------------------------------------------------------------------------------------ selection

    def days(self, first: Any, last: Any = _SAME) -> "ArchiveTable":
        """The rows recorded in the days from one date to another, both inclusive, like label slices in pandas.

        :param first: a date, a month or year such as "2026-03", or the name of an hour; None for the oldest
        :param last: likewise; None for the newest; if omitted, only the day or days of `first` are selected
        :raises ValueError: if an argument is not one of these, or is a time within a day
        """
        last = first if last is _SAME else last
        by_name = {day.name: day.begin for day in self._archive._head_days()}
        by_hours = self._archive.division == "hour"
        hours = [by_name.get(one, hour_begin(one)) if by_hours and isinstance(one, str) else None
                 for one in (first, last)]
        dates = (None if hours[0] is not None else date_range(first, first)[0],
                 None if hours[1] is not None else date_range(last, last)[1])
        return ArchiveTable(self._archive, self.name, (*self._selected, _Range(*dates, *hours)), self._low, self._high)

    def between(self, begin: Any, end: Any) -> "ArchiveTable":
        """The rows with a time from `begin` (inclusive) to `end` (exclusive), in any day; for a group, the rows whose
        parents have such a time. Days and chunks outside the range are not read.
        """
        low = moment_of(begin)
        high = moment_of(end)
        low = low if self._low is None or low > self._low else self._low
        high = high if self._high is None or high < self._high else self._high
        return ArchiveTable(self._archive, self.name, self._selected, low, high)

    def _may_have_rows(self, day: HeadDay) -> bool:
        """Whether a day may have rows of the selection; True if unknown."""
        if not all(selected.has(day) for selected in self._selected):
            return False
        if day.is_open:
            return True
        listed = day.tables.get(self.name)
        if listed is None or listed.rows == 0:
            return False
        if self._low is None or self._high is None or listed.min_time is None or listed.max_time is None:
            return True
        return listed.max_time >= int(self._low.astype(np.int64)) and listed.min_time < int(self._high.astype(np.int64))

    def _tables(self) -> Iterator[tuple[HeadDay, Table]]:
        for day in self._archive._head_days():
            if not self._may_have_rows(day):
                continue
            with in_day(day.name), self._archive._use(day) as store:
                if day.is_open and not store._has(self.name):
                    continue
                table = store[self.name]
                if self._low is not None and self._high is not None:
                    table = table.between(self._low, self._high)
                yield day, table

    def by_day(self) -> Iterator[tuple["Day", Table]]:
        """Each day with its table, whose columns and row numbers are those of the day's store. The table can be read
        until the iterator advances; views of it stay valid.
        """
        for day, table in self._tables():
            yield self._archive._day_of(day), table

    # -------------------------------------------------------------------------------------------------------- columns

    @property
    def columns(self) -> list[str]:
        """Names of its own columns in any day, `_date` first."""
        return [DATE, *self._archive._columns_of(self.name)[0]]

    def _names(self, parents: bool) -> list[str]:
        own, of_parents = self._archive._columns_of(self.name)
        return [DATE, *own, *(of_parents if parents else ())]

    def _type(self, name: str) -> Type:
        if name == DATE:
            return _merge.TIME
        own, of_parents = self._archive._columns_of(self.name)
        found = own.get(name) or of_parents.get(name)
        if found is None:
            raise KeyError(f"no such column: {name}; columns of {self.name}: {', '.join(self._names(True))}")
        return found

    def __len__(self) -> int:
        rows = 0
        if self._low is None:
            # The head lists the tables of sealed days.
            for day in self._archive._head_days():
                if self._may_have_rows(day):
                    if not day.is_open:
                        rows += day.tables[self.name].rows
                        continue
                    with in_day(day.name), self._archive._use(day) as store:
                        rows += len(store[self.name]) if store._has(self.name) else 0
            return rows
        return sum(len(table) for _, table in self._tables())

    def __repr__(self) -> str:
        names = [day.name for day in self._archive._head_days() if self._may_have_rows(day)]
        shown = f"{names[0]}…{names[-1]}" if len(names) > 1 else "".join(names)
        return f"ArchiveTable({self.name!r}, days={len(names)} ({shown}))"

    # ----------------------------------------------------------------------------------------------------------- rows

    def chunks(self) -> Iterator[np.ndarray]:
        """Read-only structured views of all rows, chunk by chunk, day after day: raw values, with the fields and row
        numbers of their day. Use `by_day` to know which day that is. Nothing is copied, except from days that this
        process cannot pin because it may not write to their files.

        :raises DamagedError: at the first rows that are damaged or missing
        """
        for day, table in self._tables():
            with in_day(day.name):
                yield from table.chunks()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Rows as dicts, with the fields of their day. Slow: meant for inspection."""
        for day, table in self._tables():
            date = np.datetime64(day.date, "ns")
            with in_day(day.name):
                numbers = table._head_numbers
                for row in table.rows():
                    found = {DATE: date}
                    for key, value in row.items():
                        found[name_of(key)] = value + day.base if key in numbers else value
                    yield found

    def column(self, name: str, decimals: str = "scaled") -> Values:
        """The values of a column in all days, contiguous; null in days without the column.

        :param name: the name in SQL; for the table of a group, also that of a parent's column
        :param decimals: "scaled" for integers and their `scale`, "float", or "Decimal"
        :raises SchemaError: if the type in a day has no common type with that in the newest
        """
        if decimals not in ("scaled", "float", "Decimal"):
            raise ValueError(f'decimals is "scaled", "float" or "Decimal": decimals={decimals!r}')
        found = self._gather([name])[0]
        if found.kind == "decimal" and decimals == "float":
            return Values(name, "number", found.to_float(), found.mask)
        if found.kind == "decimal" and decimals == "Decimal":
            return Values(name, "constant", np.array(found.to_decimal(), object), found.mask)
        return found

    def _gather(self, names: list[str]) -> list[Values]:
        types = [self._type(name) for name in names]
        parts: list[list[Values]] = [[] for _ in names]
        for day, table in self._tables():
            for place, values in enumerate(self._of_day(day, table, names, types)):
                parts[place].append(values)
        return [_merge.join(name, of, found) for name, of, found in zip(names, types, parts)]

    def _of_day(self, day: HeadDay, table: Table, names: list[str], types: list[Type]) -> list[Values]:
        with in_day(day.name):
            return self._converted(day, table, names, types)

    def _converted(self, day: HeadDay, table: Table, names: list[str], types: list[Type]) -> list[Values]:
        pieces = list(table._all())
        rows = sum(len(piece.rows) for piece in pieces)
        there = {name_of(n): (n, c) for n, c in table._described(True).items()}
        found = []
        wanted = [there[name][0] for name in names if name in there]
        gathered = dict(zip(wanted, table._gather(wanted, pieces)))
        for name, of in zip(names, types):
            if name == DATE:
                found.append(Values(name, "time", np.full(rows, np.datetime64(day.date, "ns"))))
                continue
            if name not in there:
                found.append(_merge.nulls(name, of, rows))
                continue
            in_table, column = there[name]
            own = _merge.type_of(column)
            if not _merge.holds(of, own):
                raise SchemaError(f"column type differs from that in the newest day: column={name}, "
                                  f"type={own.kind}, newest={of.kind}; select other days, or other columns "
                                  f"({self.name})")
            values = _merge.convert(gathered[in_table][0], of)
            if column == "number":
                values = Values(name, "number", values.values + day.base, values.mask)
            values.name = name
            found.append(values)
        return found

    # ----------------------------------------------------------------------------------------- Arrow, pandas and polars

    def _reader(self, names: list[str]) -> Any:
        import pyarrow as pa
        types = [self._type(name) for name in names]
        schema = pa.schema([(name, _merge.arrow_type(of)) for name, of in zip(names, types)])

        def batches() -> Iterator[Any]:
            for day, table in self._tables():
                arrays = [_merge.arrow_array(values, of)
                          for values, of in zip(self._of_day(day, table, names, types), types)]
                yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        return pa.RecordBatchReader.from_batches(schema, batches())

    def to_arrow(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A pyarrow Table.

        :param columns: names; None for all
        :param parents: whether all columns include those of a group's parents
        """
        return self._reader(columns if columns is not None else self._names(parents)).read_all().unify_dictionaries()

    def to_batches(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A pyarrow RecordBatchReader with one batch for each day; a day is opened when its batch is read."""
        return self._reader(columns if columns is not None else self._names(parents))

    def to_pandas(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A pandas DataFrame; decimals as float64, enums as categories."""
        import pandas as pd
        names = columns if columns is not None else self._names(parents)
        return pd.DataFrame({name: pandas_column(values) for name, values in zip(names, self._gather(names))})

    def to_polars(self, columns: list[str] | None = None, parents: bool = True) -> Any:
        """A polars DataFrame."""
        import polars as pl
        return pl.from_arrow(self.to_arrow(columns, parents))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Lets polars, DuckDB and others read the table directly, in one batch for each day."""
        return self._reader(self._names(True)).__arrow_c_stream__(requested_schema)
