# SPDX-License-Identifier: Apache-2.0
"""Values of columns, gathered from rows and decoded."""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._columns import Column, Values
from ._texts import decode_text
from .errors import SchemaError

# Bytes of rows that fit into processor caches.
_BLOCK_BYTES = 1 << 18
_NO_TIME = np.datetime64("NaT", "ns")
Part = tuple[np.ndarray, int, int, int]


def moment_of(value: Any) -> np.datetime64:
    """A time in nanoseconds, from a datetime64 or anything that datetime64 accepts.

    :raises ValueError: if it is not a time, or not in the range of 64-bit nanoseconds: years 1677 to 2262
    """
    given = np.datetime64(value.to_datetime64() if hasattr(value, "to_datetime64") else value)
    time: np.datetime64 = given.astype("M8[ns]")
    if np.isnat(time) or time.astype(given.dtype) != given:
        raise ValueError(f"not a time in the range of 64-bit nanoseconds: {value!r}")
    return time


def raw(rows: np.ndarray, column: Column, prefix: int) -> np.ndarray:
    """A view of the bytes of a column.

    :param rows: uint8, contiguous, `stride` bytes for each row
    """
    begin = prefix + column.offset
    if len(rows) == 0:
        return np.empty((0,) if column.length == 1 else (0, column.length), column.dtype)
    shape: tuple[int, ...] = (len(rows),)
    strides: tuple[int, ...] = (rows.strides[0],)
    if column.length != 1:
        shape, strides = (*shape, column.length), (*strides, column.dtype.itemsize)
    found: np.ndarray = np.ndarray(shape, column.dtype, rows, begin, strides)
    return found


def gather(parts: Sequence[Part], column: Column) -> Values:
    """The values of a column in several chunks, contiguous.

    :param parts: rows, prefix, schema version and block length of each
    """
    return gather_all(parts, [column])[0]


class _Target:
    """Collects the values of a column."""

    def __init__(self, column: Column, total: int) -> None:
        self.column = column
        self.total = total
        self.found = np.empty((total,) if column.length == 1 else (total, column.length),
                              column.dtype.newbyteorder("="))
        self.exponents = None if column.exponent is None else np.zeros(total, column.exponent.dtype.newbyteorder("="))
        self.absent: np.ndarray | None = None

    def skip(self, at: int, end: int) -> None:
        """Marks rows of an older version that do not have the column."""
        self.absent = np.zeros(self.total, bool) if self.absent is None else self.absent
        self.absent[at:end] = True
        self.found[at:end] = 0

    def copy(self, rows: np.ndarray, prefix: int, at: int) -> None:
        end = at + len(rows)
        self.found[at:end] = raw(rows, self.column, prefix)
        if self.exponents is not None and self.column.exponent is not None:
            self.exponents[at:end] = raw(rows, self.column.exponent, prefix)

    def values(self) -> Values:
        column, found, mask = self.column, self.found, self.absent
        if column.null is not None:
            null = np.isnan(found) if column.any_nan else found == np.array(column.null).astype(found.dtype)
            if column.kind == "text":
                null = null if column.length == 1 else null[:, 0] if column.null == 0 else null.all(axis=1)
            elif column.length > 1:
                null = null.all(axis=1)
            mask = null if mask is None else mask | null
        mask = np.ascontiguousarray(mask) if mask is not None and mask.any() else None
        return _finish(found, self.exponents, mask, column)


def gather_all(parts: Sequence[Part], columns: list[Column]) -> list[Values]:
    """The same for several columns at once: block by block, so that rows are read from memory once."""
    total = sum(len(rows) for rows, _, _, _ in parts)
    targets = [None if c.kind == "constant" else _Target(c, total) for c in columns]
    at = 0
    for rows, prefix, version, length in parts:
        here = [t for t in targets if t is not None and t.column.is_in(version, length)]
        for target in targets:
            if target is not None and not target.column.is_in(version, length):
                target.skip(at, at + len(rows))
        step = max(1, _BLOCK_BYTES // max(1, rows.strides[0])) if len(here) > 1 else max(1, len(rows))
        for begin in range(0, len(rows), step):
            block = rows[begin:begin + step]
            for target in here:
                target.copy(block, prefix, at + begin)
        at += len(rows)
    return [Values(c.name, "constant", np.full(total, c.constant, object)) if t is None else t.values()
            for c, t in zip(columns, targets)]


def _finish(found: np.ndarray, exponents: np.ndarray | None, mask: np.ndarray | None, column: Column) -> Values:
    if column.kind == "bool":
        return Values(column.name, "bool", found >> found.dtype.type(column.bit) & found.dtype.type(1) != 0, mask)
    if column.kind == "time":
        return _times(found, mask, column)
    if column.kind == "enum":
        return _enum(found, mask, column)
    if column.kind == "text":
        return _text(found, mask, column)
    if exponents is not None:
        return _scaled(found, exponents, mask, column)
    return Values(column.name, column.kind, found, mask, column.scale)


def _times(found: np.ndarray, mask: np.ndarray | None, column: Column) -> Values:
    limit = (2 ** 63 - 1) // column.unit
    valid = found if mask is None else found[~mask]
    if len(valid) and (int(valid.max()) > limit or int(valid.min()) < -limit):
        raise SchemaError(f"time beyond the year 2262: column={column.name}")
    numbers = found.view(np.int64) if found.itemsize == 8 else found.astype(np.int64)
    times = (numbers if column.unit == 1 else numbers * column.unit).view("datetime64[ns]")
    if mask is not None:
        times[mask] = _NO_TIME
    return Values(column.name, "time", times, mask)


def _enum(found: np.ndarray, mask: np.ndarray | None, column: Column) -> Values:
    known = sorted(column.names)
    if found.itemsize == 1:
        # With a lookup table of all values, if none is unknown.
        codes_of = np.full(256, -2, np.int32)
        codes_of[np.array(known, found.dtype).view(np.uint8)] = np.arange(len(known))
        codes = codes_of[found.view(np.uint8)]
        if mask is not None:
            codes[mask] = -1
        if not len(codes) or int(codes.min()) > -2:
            return Values(column.name, "enum", codes, mask, categories=[column.names[v] for v in known])
    table = np.array(known, found.dtype)
    codes = np.searchsorted(table, found).astype(np.int32) if len(table) else np.zeros(len(found), np.int32)
    codes = np.minimum(codes, max(0, len(table) - 1))
    categories = [column.names[v] for v in known]
    unknown = np.ones(len(found), bool) if not len(table) else table[codes] != found
    if mask is not None:
        unknown &= ~mask
        codes[mask] = -1
    if unknown.any():
        others = np.unique(found[unknown])
        codes[unknown] = len(categories) + np.searchsorted(others, found[unknown])
        categories += [str(v) for v in others.tolist()]
    return Values(column.name, "enum", codes, mask, categories=categories)


def _text(found: np.ndarray, mask: np.ndarray | None, column: Column) -> Values:
    data = np.ascontiguousarray(found).reshape(len(found), column.length)
    distinct, codes = np.unique(data.view(f"V{data.shape[1]}").ravel(), return_inverse=True) if data.size else \
        (np.empty(0, object), np.empty(0, int))
    texts = np.array([decode_text(bytes(v), column.encoding) for v in distinct.tolist()], object)
    values = texts[codes] if len(texts) else np.full(len(found), "", object)
    return Values(column.name, "text", values, mask)


def _scaled(found: np.ndarray, exponents: np.ndarray, mask: np.ndarray | None, column: Column) -> Values:
    assert column.exponent is not None
    if column.exponent.null is not None:
        null = exponents == column.exponent.null
        mask = null if mask is None else mask | null
    # Zero is zero, whatever its exponent. Other numbers with an exponent beyond one byte are too large or too small.
    counts = found != 0 if mask is None else (found != 0) & ~mask
    far = counts & ((exponents < -128) | (exponents > 127))
    if far.any():
        at = int(np.argmax(far))
        raise SchemaError(f"decimal out of range: mantissa={found[at]}, exponent={exponents[at]}, column={column.name}")
    scale = max(0, -int(exponents[counts].min())) if counts.any() else 0
    numbers = [int(m) * 10 ** (int(e) + scale) if c else 0
               for m, e, c in zip(found.tolist(), exponents.tolist(), counts.tolist())]
    small = all(-2 ** 63 <= n < 2 ** 63 for n in numbers)
    return Values(column.name, "decimal", np.array(numbers, np.int64 if small else object), mask, scale)
