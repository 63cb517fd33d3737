# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays of columns. Needs pyarrow."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import Column, Values
from .errors import SchemaError

_MAX_DIGITS = 38
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
    if values.kind == "text":
        # Type given explicitly: it cannot be inferred if there are no values.
        return pa.array(values.values, pa.string(), mask=values.mask, from_pandas=False)
    if values.kind == "constant":
        one = None if column is None else column.constant
        return pa.array(values.values, pa.array([one]).type, mask=values.mask, from_pandas=False)
    return pa.array(values.values, mask=values.mask)


def _decimals(pa: Any, values: Values, column: Column | None) -> Any:
    numbers = values.values
    code = "i8" if column is None else column.dtype.newbyteorder("=").str[1:]
    digits = _DIGITS.get(code, 19)
    scale = values.scale
    if numbers.dtype == object or scale < 0 or column is not None and column.exponent is not None:
        return exact(values)
    wide = np.empty((len(numbers), 2), np.int64)
    wide[:, 0] = numbers.astype(np.uint64, copy=False).view(np.int64) if numbers.dtype.kind == "u" else numbers
    wide[:, 1] = 0 if numbers.dtype.kind == "u" else wide[:, 0] >> 63
    return _wide(pa, wide, values.mask, pa.decimal128(max(digits, scale), scale))


def exact(values: Values, of: Any = None) -> Any:
    """Decimals of any size, as an Arrow array with their scale, which is at least 0.

    :param of: the type; None for the one with most digits
    :raises SchemaError: if a decimal has more digits than the type
    """
    import pyarrow as pa
    if values.scale > _MAX_DIGITS:
        raise SchemaError(f"decimal has more digits after the point than Arrow supports: column={values.name}, "
                          f"scale={values.scale}, most={_MAX_DIGITS}")
    of = of or pa.decimal128(_MAX_DIGITS, max(0, values.scale))
    factor = 10 ** max(0, -values.scale)
    numbers = [int(n) * factor for n in values.values.tolist()]
    if values.mask is not None:
        numbers = [0 if null else n for n, null in zip(numbers, values.mask.tolist())]
    most = 10 ** of.precision
    wrong = next((n for n in numbers if not -most < n < most), None)
    if wrong is not None:
        raise SchemaError(f"decimal has more digits than its Arrow type: column={values.name}, mantissa={wrong}, "
                          f"scale={max(0, values.scale)}, digits={of.precision}")
    wide = np.frombuffer(b"".join(n.to_bytes(16, "little", signed=True) for n in numbers), np.int64).reshape(-1, 2)
    return _wide(pa, wide, values.mask, of)


def decimals(numbers: np.ndarray, mask: np.ndarray | None, of: Any) -> Any:
    """Scaled 64-bit integers as Arrow decimals with the same scale."""
    import pyarrow as pa
    wide = np.empty((len(numbers), 2), np.int64)
    wide[:, 0] = numbers
    wide[:, 1] = numbers >> 63
    return _wide(pa, wide, mask, of)


def _wide(pa: Any, wide: np.ndarray, mask: np.ndarray | None, of: Any) -> Any:
    validity = None if mask is None else pa.py_buffer(np.packbits(~mask, bitorder="little"))
    return pa.Array.from_buffers(of, len(wide), [validity, pa.py_buffer(wide)])
