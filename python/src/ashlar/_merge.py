# SPDX-License-Identifier: Apache-2.0
"""Merges the columns of several days: one type for the values of all days, and NULL for days without the column.

The rules are those of SQL (docs/archives.md): numbers of different lengths, and decimals of different scales, get a
type that can represent both. If there is no common type, the type in the newest day is used.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import _arrow
from ._columns import DIGITS, MAX_DIGITS, Column, Values
from .errors import SchemaError

_VARYING_SCALE = 18


@dataclass(frozen=True)
class Type:
    """The type of a column in all days.

    :ivar kind: "exact", "floating", "time", "bool", "text" or "array"
    :ivar dtype: type of integers, floating-point numbers and array elements; None for decimals
    :ivar digits: number of digits of exact numbers
    :ivar scale: digits after the point of exact numbers
    :ivar varying: whether each value has its own scale
    :ivar names: names of an enum; None for other texts
    """
    kind: str
    dtype: np.dtype | None = None
    digits: int = 0
    scale: int = 0
    varying: bool = False
    length: int = 1
    names: tuple[str, ...] | None = None


INT64 = Type("exact", np.dtype("i8"), 19)
TIME = Type("time")


def _number(dtype: np.dtype) -> Type:
    """Unsigned types become the next larger signed type, as in SQL; uint64 has none."""
    dtype = dtype.newbyteorder("=")
    if dtype.kind == "f":
        return Type("floating", dtype)
    if dtype == np.dtype("u8"):
        return Type("exact", dtype, 20)
    if dtype.kind == "u":
        dtype = np.dtype(f"i{2 * dtype.itemsize}")
    return Type("exact", dtype, DIGITS[dtype.itemsize])


def type_of(column: Column | str) -> Type:
    """The type of a column in one day.

    :param column: "number" or "time" for columns of row numbers and prefixes
    """
    if isinstance(column, str):
        return TIME if column == "time" else INT64
    if column.kind in ("number", "array"):
        found = _number(column.dtype)
        return found if column.kind == "number" else Type("array", found.dtype, found.digits, length=column.length)
    if column.kind == "decimal":
        if column.exponent is not None:
            return Type("exact", None, MAX_DIGITS, _VARYING_SCALE, True)
        digits = 20 if column.dtype.kind == "u" and column.dtype.itemsize == 8 else _number(column.dtype).digits
        return Type("exact", None, min(MAX_DIGITS, max(digits + max(0, -column.scale), column.scale)),
                    max(0, column.scale))
    if column.kind == "constant":
        if isinstance(column.constant, str):
            return Type("text")
        return Type("floating", np.dtype("f8")) if isinstance(column.constant, float) else INT64
    if column.kind == "enum":
        return Type("text", names=tuple(column.names[v] for v in sorted(column.names)))
    return Type(column.kind)


def both(newer: Type, older: Type) -> Type:
    """A type that can represent the values of both; the newer type if there is none."""
    if newer.kind != older.kind:
        return newer
    if newer.kind == "exact":
        return _exact(newer, older)
    if newer.kind == "floating":
        return newer if _size(newer) >= _size(older) else older
    if newer.kind == "array":
        return _arrays(newer, older)
    if newer.names is not None and older.names is not None:
        return replace(newer, names=newer.names + tuple(n for n in older.names if n not in newer.names))
    return replace(newer, names=None)


def _size(of: Type) -> int:
    return 0 if of.dtype is None else of.dtype.itemsize


def _exact(one: Type, other: Type) -> Type:
    if one.dtype is not None and other.dtype is not None:
        if one.dtype == other.dtype:
            return one
        if "u" not in one.dtype.kind + other.dtype.kind:
            return one if _size(one) > _size(other) else other
    scale = max(one.scale, other.scale)
    whole = max(one.digits - one.scale, other.digits - other.scale)
    return Type("exact", None, min(MAX_DIGITS, whole + scale), scale, one.varying or other.varying)


def _arrays(one: Type, other: Type) -> Type:
    assert one.dtype is not None and other.dtype is not None
    wide = np.result_type(one.dtype, other.dtype)
    kinds = {one.dtype.kind, other.dtype.kind}
    return replace(one, dtype=wide) if one.length == other.length and kinds in ({"i"}, {"f"}, {"u"}) else one


def holds(of: Type, part: Type) -> bool:
    """Whether the type for all days can represent all values of the type in one day."""
    return both(of, part) == of and of.kind == part.kind and (of.kind != "array" or of.length == part.length and (
        of.dtype is not None and part.dtype is not None and np.can_cast(part.dtype, of.dtype)))


def nulls(name: str, of: Type, rows: int) -> Values:
    """The values for a day without the column."""
    mask = np.ones(rows, bool) if rows else None
    if of.kind == "time":
        return Values(name, "time", np.full(rows, np.datetime64("NaT", "ns")), mask)
    if of.kind == "text":
        if of.names is not None:
            return Values(name, "enum", np.full(rows, -1, np.int32), mask, categories=list(of.names))
        return Values(name, "text", np.full(rows, "", object), mask)
    if of.kind == "array":
        return Values(name, "array", np.zeros((rows, of.length), of.dtype), mask)
    if of.kind == "bool":
        return Values(name, "bool", np.zeros(rows, bool), mask)
    kind = "decimal" if of.dtype is None else "number"
    return Values(name, kind, np.zeros(rows, of.dtype or np.dtype("i8")), mask, of.scale)


def convert(values: Values, of: Type) -> Values:
    """Converts the values of one day to the type for all days."""
    found = values.values
    if of.kind in ("floating", "array") or of.kind == "exact" and of.dtype is not None:
        assert of.dtype is not None
        kind = "array" if of.kind == "array" else "number"
        return Values(values.name, kind, found.astype(of.dtype, copy=False), values.mask)
    if of.kind == "exact":
        scale = max(values.scale, 0) if of.varying else of.scale
        return Values(values.name, "decimal", scaled(found, values.mask, scale - values.scale), values.mask, scale)
    if of.kind == "text":
        if of.names is not None:
            return _renamed(values, list(of.names))
        if values.categories is not None:
            texts = np.array([*values.categories, ""], object)
            return Values(values.name, "text", texts[found], values.mask)
        return Values(values.name, "text", found, values.mask)
    return values


def scaled(numbers: np.ndarray, mask: np.ndarray | None, places: int) -> np.ndarray:
    """Integers times a power of ten; as objects if they do not fit 64 bits."""
    factor = 10 ** places
    plain = numbers.dtype.kind == "i" and numbers.dtype != object
    if plain and factor < 2 ** 63:
        valid = numbers if mask is None else numbers[~mask]
        limit = (2 ** 63 - 1) // factor
        if not len(valid) or -limit <= int(valid.min()) and int(valid.max()) <= limit:
            small: np.ndarray = numbers.astype(np.int64)
            if mask is not None:
                small[mask] = 0
            small *= factor
            return small
    products = [0 if mask is not None and mask[i] else int(n) * factor for i, n in enumerate(numbers.tolist())]
    fits = all(-2 ** 63 <= p < 2 ** 63 for p in products)
    return np.array(products, np.int64 if fits else object)


def _renamed(values: Values, names: list[str]) -> Values:
    """Codes in the names of all days; names and numbers that only this day has are appended."""
    assert values.categories is not None
    names = names + [n for n in values.categories if n not in names]
    places = {name: i for i, name in enumerate(names)}
    codes = np.array([*(places[n] for n in values.categories), -1], np.int32)
    return Values(values.name, "enum", codes[values.values], values.mask, categories=names)


def join(name: str, of: Type, parts: list[Values]) -> Values:
    """Concatenates the converted values of several days."""
    if not parts:
        return nulls(name, of, 0)
    scale = max(part.scale for part in parts)
    arrays = [part.values for part in parts]
    categories = None
    if of.kind == "text" and of.names is not None:
        categories = list(of.names)
        for part in parts:
            categories += [n for n in part.categories or [] if n not in categories]
        arrays = [_renamed(part, categories).values for part in parts]
    elif of.kind == "exact" and of.dtype is None:
        arrays = [scaled(p.values, p.mask, scale - p.scale) for p in parts]
    mask = None
    if any(part.mask is not None for part in parts):
        mask = np.concatenate([np.zeros(len(p), bool) if p.mask is None else p.mask for p in parts])
    kind = parts[0].kind
    return Values(name, kind, np.concatenate(arrays), mask, scale, categories)


def arrow_type(of: Type) -> Any:
    import pyarrow as pa
    if of.kind == "exact" and of.dtype is None:
        return pa.decimal128(of.digits, of.scale)
    if of.kind == "text":
        return pa.string() if of.names is None else pa.dictionary(pa.int32(), pa.string())
    if of.kind == "time":
        return pa.timestamp("ns")
    if of.kind == "bool":
        return pa.bool_()
    element = pa.from_numpy_dtype(of.dtype)
    return element if of.kind != "array" else pa.list_(element, of.length)


def arrow_array(values: Values, of: Type) -> Any:
    """The Arrow array of converted values, with the same type in all days."""
    import pyarrow as pa
    wanted = arrow_type(of)
    if of.kind == "exact" and of.dtype is None:
        if values.scale > of.scale:
            raise SchemaError(f"decimal has more digits after the point than its Arrow type: column={values.name}, "
                              f"scale={values.scale}, most={of.scale}")
        numbers = scaled(values.values, values.mask, of.scale - values.scale)
        if numbers.dtype == object:
            return _arrow.exact(Values(values.name, "decimal", numbers, values.mask, of.scale), wanted)
        return _arrow.decimals(numbers, values.mask, wanted)
    if of.kind == "text" and of.names is None:
        return pa.array(values.values, wanted, mask=values.mask, from_pandas=False)
    found = _arrow.array(values)
    return found if found.type == wanted else found.cast(wanted)
