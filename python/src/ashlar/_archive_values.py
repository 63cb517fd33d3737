# SPDX-License-Identifier: Apache-2.0
"""Last values over the days of an archive: for each key, the value in the newest day that has one."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _merge
from ._archive_head import HeadDay
from ._columns import Values
from ._days import DATE, name_of
from ._merge import Type
from ._values import LastValues
from .errors import SchemaError, in_day

if TYPE_CHECKING:
    from ._archive import Archive


class ArchiveLastValues:
    """The last value of each key, from the newest day in which the key has one. Days are opened from newest to oldest,
    as far back as needed. A day that cannot be read is an error for lookups that need that day or an older one.
    """

    def __init__(self, archive: "Archive", name: str) -> None:
        self._archive = archive
        self.name = name

    def _tables(self) -> Iterator[tuple[HeadDay, LastValues]]:
        for day in reversed(self._archive._head_days()):
            if not day.is_open and all(t.name != self.name or t.kind != "last-values" for t in day.listed):
                continue
            with in_day(day.name), self._archive._use(day) as store:
                if not day.is_open or self.name in store.last_value_tables:
                    yield day, store.last_values(self.name)

    def _find(self, key: Any) -> tuple[HeadDay, LastValues]:
        for day, values in self._tables():
            with in_day(day.name):
                if key in values and values.version(key):
                    return day, values
        raise KeyError(key)

    def __getitem__(self, key: Any) -> dict[str, Any]:
        """All fields of the last value, read atomically, with the day's date as `_date`."""
        day, values = self._find(key)
        with in_day(day.name):
            found = {name_of(name): value for name, value in values[key].items()}
        return {DATE: np.datetime64(day.date, "ns"), **found}

    def __contains__(self, key: Any) -> bool:
        return any(key in values for _, values in self._tables())

    def keys(self) -> list[Any]:
        """The keys of all days, newest day first."""
        found: dict[Any, None] = {}
        for _, values in self._tables():
            found.update(dict.fromkeys(values.keys()))
        return list(found)

    def __len__(self) -> int:
        return len(self.keys())

    def _gather(self) -> tuple[dict[str, Type], dict[str, Values]]:
        """The types of all columns, and their values, one row for each key."""
        types: dict[str, Type] = {DATE: _merge.TIME}
        days: list[tuple[HeadDay, int, dict[str, Type], dict[str, Values]]] = []
        seen: set[Any] = set()
        for day, table in self._tables():
            with in_day(day.name):
                rows = {key: one for key in table.keys() if key not in seen and (one := table._bytes(key)) is not None}
                seen.update(rows)
                own = {name_of(c.name): _merge.type_of(c) for c in table._columns}
                values = {name_of(n): v for n, v in table._decode(list(rows.values())).items()}
            for name, of in own.items():
                types[name] = _merge.both(types[name], of) if name in types else of
            days.append((day, len(rows), own, values))
        parts: dict[str, list[Values]] = {name: [] for name in types}
        for day, count, own, values in days:
            parts[DATE].append(Values(DATE, "time", np.full(count, np.datetime64(day.date, "ns"))))
            for name, of in list(types.items())[1:]:
                if name in own and not _merge.holds(of, own[name]):
                    raise SchemaError(f"{day.name}: column type differs from that in the newest day: "
                                      f"column={name}, type={own[name].kind}, newest={of.kind} ({self.name})")
                parts[name].append(_merge.convert(values[name], of) if name in own else _merge.nulls(name, of, count))
        return types, {name: _merge.join(name, of, parts[name]) for name, of in types.items()}

    def to_arrow(self) -> Any:
        """A pyarrow Table with one row for each key, and the day's date as `_date`."""
        import pyarrow as pa
        types, values = self._gather()
        return pa.table({name: _merge.arrow_array(values[name], of) for name, of in types.items()})

    def frame(self) -> Any:
        """A pandas DataFrame with one row for each key. Rows are read at different moments."""
        return self.to_arrow().to_pandas()
