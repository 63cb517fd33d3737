# SPDX-License-Identifier: Apache-2.0
"""Columns for pandas. Needs pandas."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import Values


def pandas_column(values: Values) -> Any:
    """Decimals as float64, enums as categories, integers with nulls as pandas' nullable ones."""
    import pandas as pd
    if values.kind == "decimal":
        return values.to_float()
    if values.categories is not None:
        return pd.Categorical.from_codes(values.values, values.categories)
    if values.kind == "array":
        return values.to_list()
    if values.mask is not None and values.kind == "number" and values.values.dtype.kind in "iu":
        return pd.arrays.IntegerArray(values.values, values.mask)
    if values.mask is not None and values.kind == "bool":
        return pd.arrays.BooleanArray(values.values, values.mask)
    if values.mask is not None and values.kind == "number":
        return np.where(values.mask, np.nan, values.values)
    if values.mask is not None and values.kind in ("text", "constant"):
        return np.where(values.mask, np.array(None, object), values.values)
    return values.values
