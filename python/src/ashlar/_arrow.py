# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays of columns. Needs pyarrow."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import Column, Values

_DIGITS = {"i1": 3, "i2": 5, "i4": 10, "i8": 19, "u1": 3, "u2": 5, "u4": 10, "u8": 20}


def array(values: Values, column: Column | None = None) -> Any:
    """The Arrow array of a column: exact decimals, timestamps in nanoseconds, dictionaries for enums."""
    import pyarrow as pa
    if values.kind == "decimal":
        return _decimals(pa, values, column)
    if values.categories is not None:
        return pa.DictionaryArray.from_arrays(pa.array(values.values, pa.int32(), mask=values.mask),
                                              pa.array(values.categories, pa.string()))
    if values.kind == "array":
        width = values.values.shape[1]
        flat = pa.array(np.ascontiguousarray(values.values).ravel())
        return pa.FixedSizeListArray.from_arrays(
            flat, width, mask=None if values.mask is None else pa.array(values.mask))
    if values.kind in ("text", "constant"):
        return pa.array(values.values, mask=values.mask, from_pandas=False)
    return pa.array(values.values, mask=values.mask)


def _decimals(pa: Any, values: Values, column: Column | None) -> Any:
    numbers = values.values
    code = "i8" if column is None else column.dtype.newbyteorder("=").str[1:]
    digits = _DIGITS.get(code, 19)
    scale = values.scale
    if numbers.dtype == object or scale < 0 or column is not None and column.exponent is not None:
        exact = [None if d is None else d.quantize(1) if scale < 0 else d for d in values.to_decimal()]
        return pa.array(exact, pa.decimal128(38, max(0, scale)))
    wide = np.empty((len(numbers), 2), np.int64)
    wide[:, 0] = numbers.astype(np.uint64, copy=False).view(np.int64) if numbers.dtype.kind == "u" else numbers
    wide[:, 1] = 0 if numbers.dtype.kind == "u" else wide[:, 0] >> 63
    return _wide(pa, wide, values.mask, pa.decimal128(max(digits, scale), scale))


def decimals(numbers: np.ndarray, mask: np.ndarray | None, of: Any) -> Any:
    """Scaled integers of 64 bits as decimals of a type with their scale."""
    import pyarrow as pa
    wide = np.empty((len(numbers), 2), np.int64)
    wide[:, 0] = numbers
    wide[:, 1] = numbers >> 63
    return _wide(pa, wide, mask, of)


def _wide(pa: Any, wide: np.ndarray, mask: np.ndarray | None, of: Any) -> Any:
    validity = None if mask is None else pa.py_buffer(np.packbits(~mask, bitorder="little"))
    return pa.Array.from_buffers(of, len(wide), [validity, pa.py_buffer(wide)])
