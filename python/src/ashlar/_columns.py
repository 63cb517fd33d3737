# SPDX-License-Identifier: Apache-2.0
"""Columns of a block: their bytes, when they are null, and their types in numpy and Arrow."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Iterable

import numpy as np

from ._schema import CONSTANT, OPTIONAL, TIMESTAMP, Block, Member, Schema, Type, default_null, dtype_of

# Names of columns that do not come from fields.
RESERVED = ("_row", "_parent", "_position", "_time")
_UNITS = {"": 1, "nanosecond": 1, "microsecond": 1_000, "millisecond": 1_000_000, "second": 1_000_000_000}
_UNIT_CODES = {0: 1_000_000_000, 3: 1_000_000, 6: 1_000, 9: 1}
# Digits of decimals in SQL, and of mantissas by their bytes; unsigned ones have the digits of the next longer type.
MAX_DIGITS = 38
DIGITS = {1: 3, 2: 5, 4: 10, 8: 19}


@dataclass(frozen=True)
class Column:
    """One column.

    :ivar kind: "number", "text", "array", "enum", "bool", "decimal", "time" or "constant"
    :ivar path: names of the field and the members, for the structured views
    :ivar null: the null value; None if there is none
    :ivar exponent: for a decimal with its exponent on the wire: the column of the exponent
    :ivar flat: whether its name was joined from several; if so, a name that was not joined takes precedence
    """
    name: str
    kind: str
    dtype: np.dtype
    offset: int
    since: int
    length: int = 1
    null: Any = None
    any_nan: bool = False
    scale: int = 0
    exponent: "Column | None" = None
    unit: int = 1
    bit: int = 0
    encoding: str = ""
    names: dict[int, str] = field(default_factory=dict)
    constant: Any = None
    flat: bool = False

    def is_in(self, version: int, length: int) -> bool:
        """Whether blocks of a version and length have it."""
        return self.since <= version and self.offset + self.dtype.itemsize * self.length <= length \
            and (self.exponent is None or self.exponent.is_in(version, length))


def columns_of(block: Block, schema: Schema) -> list[Column]:
    """The columns of a block. Several may have one name."""
    found: list[Column] = []
    for member in block.fields:
        columns = _columns(member, member.name, member.offset, member.since, schema.order,
                           member.presence == OPTIONAL)
        found += [replace(c, flat=c.name != member.name) for c in columns]
    return found


def named(found: list[Column], reserved: Iterable[str] = RESERVED) -> list[Column]:
    """The same columns with unique names, as in SQL (docs/query.md): a field with a reserved name gets `_` appended; a
    name of several parts is joined with `$` if a field has the name joined with `_`.
    """
    taken = set(reserved)
    names: dict[int, str] = {}
    for flat in (False, True):
        for i, column in enumerate(found):
            if column.flat == flat:
                name = column.name.replace("_", "$") if flat and column.name in taken else column.name
                names[i] = free_name(name, taken)
    return [replace(column, name=names[i]) for i, column in enumerate(found)]


def free_name(name: str, taken: set[str]) -> str:
    """Adds a name to `taken`, with `_` appended while it is taken already."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def key_column(member: Member, schema: Schema) -> Column:
    """The column of a scalar or enum, for memory that has only the bytes of the field."""
    return _columns(member, member.name, 0, 0, schema.order, False)[0]


def _columns(member: Member, name: str, base: int, since: int, order: str, optional: bool) -> list[Column]:
    """
    :param optional: whether the member may be null, by its own presence or as null indicator of its composite
    """
    of = member.type
    if member.presence == CONSTANT:
        return [Column(name, "constant", np.dtype("i1"), 0, since, constant=member.constant)]
    if of.kind == "set":
        return [Column(f"{name}_{choice}", "bool", dtype_of(of.primitive, order), base, since, bit=bit)
                for bit, choice in of.names.items()]
    if of.kind == "enum":
        null = of.null if optional or of.null not in of.names else None
        return [Column(name, "enum", dtype_of(of.primitive, order), base, since, null=null, names=of.names)]
    if of.kind == "composite":
        return _composite(of, name, base, since, order, optional)
    return [_scalar(of, name, base, since, order, optional, member)]


def _scalar(of: Type, name: str, base: int, since: int, order: str, optional: bool, member: Member) -> Column:
    if of.primitive == "char":
        return Column(name, "text", np.dtype("u1"), base, since, of.length, of.null if optional else None,
                      encoding=of.charset)
    real = of.primitive in ("float", "double")
    column = Column(name, "number" if of.length == 1 else "array", dtype_of(of.primitive, order), base, since,
                    of.length, of.null if optional else None, optional and real and of.null != of.null)
    if member.semantic == TIMESTAMP and of.length == 1 and of.primitive in ("int64", "uint64") \
            and member.unit.lower() in _UNITS and member.epoch.lower() in ("", "unix"):
        return replace(column, kind="time", unit=_UNITS[member.unit.lower()])
    return column


def _composite(of: Type, name: str, base: int, since: int, order: str, optional: bool) -> list[Column]:
    parts = {m.name: m for m in of.members}
    if of.is_power(since):
        columns = _decimal(parts["mantissa"], parts["exponent"], name, base, since, order, optional)
        if columns:
            return columns
    time = parts.get("time")
    unit = parts.get("unit")
    if time is not None and unit is not None and len(parts) == 2 and unit.presence == CONSTANT \
            and unit.constant in _UNIT_CODES and time.is_on_wire and time.is_whole(since) and time.type.size == 8:
        indicated = optional or time.presence == OPTIONAL
        return [Column(name, "time", dtype_of(time.type.primitive, order), base + time.offset, since,
                       null=time.type.null if indicated else None, unit=_UNIT_CODES[unit.constant])]
    indicator = of.indicator(since)
    found: list[Column] = []
    for m in of.members:
        # Only fields, not members, are times by their semantic type.
        found += _columns(replace(m, semantic=""), f"{name}_{m.name}", base + m.offset, max(since, m.since), order,
                          m.is_optional or optional and m is indicator)
    return found


def _decimal(mantissa: Member, exponent: Member, name: str, base: int, since: int, order: str, optional: bool
             ) -> list[Column]:
    """The column of a decimal, followed by those of its parts if its exponent is on the wire. None if its numbers are
    too large for SQL, which shows it by its members, too.
    """
    of = mantissa.type
    digits = 20 if of.primitive == "uint64" else DIGITS[of.size * (2 if of.primitive[0] == "u" else 1)]
    if exponent.presence == CONSTANT and not -MAX_DIGITS <= exponent.constant <= MAX_DIGITS - digits:
        return []
    indicated = optional or mantissa.presence == OPTIONAL
    column = Column(name, "decimal", dtype_of(mantissa.type.primitive, order), base + mantissa.offset,
                    max(since, mantissa.since), null=mantissa.type.null if indicated else None)
    if exponent.presence == CONSTANT:
        return [replace(column, scale=-int(exponent.constant))]
    part = Column(name + "_exponent", "number", dtype_of(exponent.type.primitive, order), base + exponent.offset,
                  max(since, exponent.since),
                  null=exponent.type.null if exponent.presence == OPTIONAL else None)
    number = replace(column, name=name + "_mantissa", kind="number")
    return [replace(column, exponent=part), number, part]


def decimal_of(mantissa: int, exponent: int) -> Decimal:
    """A mantissa times a power of ten. Parsed from text, because arithmetic would round to the current context."""
    return Decimal(f"{mantissa}E{exponent}")


@dataclass
class Values:
    """The values of a column, contiguous in memory.

    :ivar values: by kind: numbers; scaled integers; datetime64[ns]; codes of `categories`, -1 for null; booleans;
        objects for text. Undefined where `mask` is true
    :ivar mask: true where null; None if there are no nulls
    :ivar scale: digits after the point of a decimal
    :ivar categories: names of an enum, by code
    """
    name: str
    kind: str
    values: np.ndarray
    mask: np.ndarray | None = None
    scale: int = 0
    categories: list[str] | None = None

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.asarray(self.values, dtype)

    def masked(self) -> np.ma.MaskedArray:
        """As numpy's masked array."""
        return np.ma.MaskedArray(self.values, np.zeros(len(self), bool) if self.mask is None else self.mask)

    def to_float(self) -> np.ndarray:
        """As float64, NaN where null. Decimals are divided by their power of ten."""
        found = self.values.astype(np.float64)
        if self.kind == "decimal":
            found = found / 10.0 ** self.scale
        if self.mask is not None:
            found[self.mask] = np.nan
        return found

    def to_decimal(self) -> list[Decimal | None]:
        """As Decimal, exactly; None where null."""
        found: list[Decimal | None] = [decimal_of(int(v), -self.scale) for v in self.values]
        return self._without_nulls(found)

    def to_list(self) -> list[Any]:
        """As Python values, None where null."""
        if self.kind == "decimal":
            return self.to_decimal()
        if self.categories is not None:
            return [None if code < 0 else self.categories[code] for code in self.values.tolist()]
        if self.kind == "time":
            return self._without_nulls(list(self.values))
        return self._without_nulls(self.values.tolist())

    def _without_nulls(self, found: list[Any]) -> list[Any]:
        if self.mask is not None:
            for i in np.flatnonzero(self.mask):
                found[i] = None
        return found


def structure(block: Block, schema: Schema, prefix: int, stride: int, version: int, length: int) -> np.dtype:
    """The dtype of structured views of rows: raw values, with the names of fields and members."""
    names = {0: [], 8: ["_parent"], 16: ["_position", "_time"]}[prefix]
    formats: list[Any] = ["<i8" if name != "_time" else "<M8[ns]" for name in names]
    offsets = [8 * i for i in range(len(names))]
    taken = set(names)
    for member in block.fields:
        if member.is_on_wire and member.is_present(0, version, length):
            names.append(free_name(member.name, taken))
            formats.append(_format(member.type, schema.order, member.since, version, length - member.offset))
            offsets.append(prefix + member.offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": stride})


def _format(of: Type, order: str, since: int, version: int, room: int) -> Any:
    """
    :param room: bytes to the end of the block, which may have fewer members of a composite than the newest version
    """
    if of.kind == "composite":
        parts = [m for m in of.members if m.is_on_wire and m.is_present(since, version, room)]
        formats = [_format(m.type, order, max(since, m.since), version, room - m.offset) for m in parts]
        return np.dtype({"names": [m.name for m in parts], "formats": formats, "offsets": [m.offset for m in parts],
                         "itemsize": min(of.size, room)})
    if of.primitive == "char" and of.kind == "scalar":
        return f"S{of.length}"
    one = dtype_of(of.primitive, order)
    return one if of.length == 1 else (one, (of.length,))


__all__ = ["RESERVED", "Column", "Values", "columns_of", "decimal_of", "default_null", "free_name", "key_column",
           "named", "structure"]
