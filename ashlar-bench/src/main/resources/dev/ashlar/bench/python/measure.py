# SPDX-License-Identifier: Apache-2.0
"""Measures what Python reads of a table, and numpy and pyarrow of files with the same rows.

    measure.py STORE STRUCTS PARQUET     prints lines: what it was, milliseconds, or a sum
"""
from __future__ import annotations

import mmap
import sys
import time
from typing import Any, Callable

import numpy as np
import pyarrow.parquet as pq

import ashlar

PASSES = 5
WARM_PASSES = 2
COLUMNS = ["at", "dealId", "price", "ratio", "quantity", "account", "side", "level"]


def measure(name: str, work: Callable[[], Any], passes: int = PASSES, warm: int = WARM_PASSES) -> Any:
    found = None
    for i in range(warm + passes):
        found = None
        start = time.perf_counter()
        found = work()
        if i >= warm:
            print(name, (time.perf_counter() - start) * 1e3, flush=True)
    return found


def main(folder: str, structs: str, parquet: str) -> None:
    def open_and_close() -> int:
        with ashlar.open(folder) as store:
            return len(store["Deal"])

    rows = measure("Python: open", open_and_close, warm=1)
    with ashlar.open(folder) as store:
        deals = store["Deal"]

        def total() -> int:
            return sum(int(chunk["quantity"].sum()) for chunk in deals.chunks())

        # Sealed chunks are compared with their checksums once.
        measure("Python: first sum over chunks(), with checksums", total, 1, 0)
        expected = measure("Python: sum over chunks()", total)
        views = [chunk["quantity"] for chunk in deals.chunks()]
        assert measure("numpy: sum over views of the same pages", lambda: sum(int(view.sum()) for view in views)) == expected
        del views
        dtype = next(deals.chunks()).dtype
        table = measure("Python: to_arrow of 8 columns", lambda: deals.to_arrow(COLUMNS), 3, 1)
        assert table.num_rows == rows
        quantity = int(np.asarray(table["quantity"].combine_chunks()).sum())
        assert quantity == expected, f"sum={quantity}, expected={expected}"
        del table
    array = measure("numpy: fromfile of the same structs", lambda: np.fromfile(structs, dtype), 3, 1)
    assert len(array) == rows and int(array["quantity"].sum()) == expected
    measure("numpy: sum over an array of the same stride", lambda: int(array["quantity"].sum()))
    memory = mmap.mmap(-1, array.nbytes)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    small = np.frombuffer(memory, dtype)
    small[:] = array
    del array
    assert measure("numpy: sum over such an array in pages of 4 KiB", lambda: int(small["quantity"].sum())) == expected
    del small
    mapped = np.memmap(structs, dtype, "r")
    assert measure("numpy: sum over a memmap of the same structs", lambda: int(mapped["quantity"].sum())) == expected
    del mapped
    table = measure("Parquet: read by pyarrow alone", lambda: pq.read_table(parquet, columns=COLUMNS), 3, 1)
    assert table.num_rows == rows
    assert int(np.asarray(table["quantity"].combine_chunks()).sum()) == expected
    print("sum of quantities", expected)
    print("native", int(ashlar.is_native()))


if __name__ == "__main__":
    main(*sys.argv[1:])
