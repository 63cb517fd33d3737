# SPDX-License-Identifier: Apache-2.0
"""Columns, views and Arrow say the same; views outlive the store; nobody reads what is closed."""
from __future__ import annotations

import gc
import os
import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ashlar
from ashlar import _memory, _tables
from kit import BOOT, plain, unzip

SEED = int(os.environ.get("TEST_SEED", random.randrange(1 << 30)))


@pytest.fixture(params=["types", "types-big"])
def types(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with ashlar.open(unzip(request.param, tmp_path), boot=BOOT) as store:
        yield store


def flat(value: Any, name: str, into: dict[str, Any]) -> None:
    """A decoded value under the names of columns."""
    if isinstance(value, dict):
        for key, part in value.items():
            flat(part, f"{name}_{key}", into)
    else:
        into[name] = value


def test_columns_should_hold_what_rows_do(types: ashlar.Store) -> None:
    compared = 0
    for name in types:
        table = types[name]
        columns = {c: table.column(c).to_list() for c in table.columns}
        for i, row in enumerate(table.rows()):
            found: dict[str, Any] = {}
            for field, value in row.items():
                flat(value, field, found)
            for column, values in columns.items():
                if column in found and column != "time":
                    compared += 1
                    number_without_name = column == "status" and isinstance(found[column], int)
                    expected = str(found[column]) if number_without_name else found[column]
                    assert plain(values[i]) == plain(expected), column
    assert compared > 1_000


def test_sets_and_times_should_be_decoded(types: ashlar.Store) -> None:
    table = types["All"]
    flags = [row["flags"] for row in table.rows()]
    assert table.column("flags_Middle").values.tolist() == ["Middle" in f for f in flags]
    assert table.column("flags_Last").values.tolist() == ["Last" in f for f in flags]
    times = table.column("time")
    assert times.values.dtype == np.dtype("M8[ns]")
    assert times.values[5] - times.values[4] == np.timedelta64(1_000, "ns")


def test_decimals_should_be_exact(types: ashlar.Store) -> None:
    price = types["All"].column("price")
    assert price.kind == "decimal" and price.scale == 4
    assert price.to_decimal()[1] == Decimal("0.0001") and price.to_decimal()[0] is None
    assert types["All"].column("price", decimals="float").values[1] == pytest.approx(0.0001)
    assert np.isnan(types["All"].column("price", decimals="float").values[0])
    with pytest.raises(ValueError):
        types["All"].column("price", decimals="exact")


def test_views_should_hold_raw_values(types: ashlar.Store) -> None:
    table = types["All"]
    view = np.concatenate([np.asarray(c["i64"]).astype(np.int64) for c in table.chunks()])
    assert (view == table.column("i64").values).all()
    chunk = next(table.chunks())
    assert chunk["at"]["x"].tolist() == table.column("at_x").values[:len(chunk)].tolist()
    assert not chunk.flags.writeable


def test_views_should_outlive_the_store(tmp_path: Path) -> None:
    store = ashlar.open(unzip("retired", tmp_path), boot=BOOT)
    table = store["Ticks"]
    view = next(table.chunks())
    copy = view.copy()
    store.close()
    gc.collect()
    assert (view == copy).all()
    with pytest.raises(ashlar.ClosedError):
        store["Ticks"]
    with pytest.raises(ashlar.ClosedError):
        list(table.chunks())


def test_views_should_be_the_same_the_next_time(tmp_path: Path) -> None:
    store = ashlar.open(unzip("commits", tmp_path), boot=BOOT)
    table = store["Ticks"]
    first = list(table.chunks())
    assert len(first) > 1
    again = list(table.chunks())
    assert [view.tobytes() for view in again] == [view.tobytes() for view in first]
    # Who changes the shape or type of a view changes no other.
    shape, dtype = first[0].shape, first[0].dtype
    again[0].shape = (1, -1)
    again[0].dtype = np.dtype("V1")
    third = next(table.chunks())
    assert (third.shape, third.dtype) == (shape, dtype)
    passing = table.chunks()
    next(passing)
    store.close()
    with pytest.raises(ashlar.ClosedError):
        next(passing)
    with pytest.raises(ashlar.ClosedError):
        list(table.chunks())


def test_pins_should_end_with_the_last_view(tmp_path: Path) -> None:
    folder = unzip("live", tmp_path)

    def pinned() -> int:
        return int.from_bytes((folder / "store.live").read_bytes()[128:136], "little")

    store = ashlar.open(folder, boot=BOOT)
    view = next(store["Ticks"].chunks())
    assert pinned() > 0
    store.close()
    gc.collect()
    assert pinned() > 0
    del view
    gc.collect()
    assert pinned() == 0


def test_parents_should_be_shown(types: ashlar.Store) -> None:
    legs = types["All_legs"]
    symbols = types["All"].column("symbol").to_list()
    parents = legs.column("_parent").values
    assert legs.column("symbol").to_list() == [symbols[p] for p in parents]
    fills = types["All_legs_fills"]
    assert fills.column("symbol").to_list() == [symbols[parents[p]] for p in fills.column("_parent").values]
    with pytest.raises(KeyError):
        legs.column("nobody")


def test_parents_should_be_those_of_the_same_moment(tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path), boot=BOOT) as store:
        kept = store["Order_legs"]
        before = kept.column("id").to_list()
        orders = store._chains["Order"]
        assert len(orders.links) > 1
        # As if a refresh had found the first orders retired.
        store._chains = {**store._chains, "Order": replace(orders, links=orders.links[1:], first=orders.links[1].first)}
        assert kept.column("id").to_list() == before
        assert store["Order_legs"].column("id").to_list() != before


def test_between_should_cut_by_time(tmp_path: Path) -> None:
    with ashlar.open(unzip("retired", tmp_path), boot=BOOT) as store:
        orders = store["Order"]
        times = orders.column("_time").values
        low, high = times[3], times[len(times) - 5]
        wanted = (times >= low) & (times < high)
        assert (orders.between(low, high).column("id").values == orders.column("id").values[wanted]).all()
        legs = store["Order_legs"]
        parents = orders.column("_row").values[wanted]
        expected = legs.column("leg").values[np.isin(legs.column("_parent").values, parents)]
        assert len(expected) > 0
        assert (legs.between(low, high).column("leg").values == expected).all()
        assert len(orders.between(high, low)) == 0


def test_between_should_choose_of_what_was_chosen(tmp_path: Path) -> None:
    with ashlar.open(unzip("retired", tmp_path), boot=BOOT) as store:
        times = store["Order"].column("_time").values
        low, high = times[len(times) // 4], times[len(times) // 2]
        for name in ("Order", "Order_legs"):
            table = store[name]
            expected = table.between(low, high).column("_row").values.tolist()
            found = table.between(low, times[-2]).between(times[0], high)
            assert 0 < len(expected) < len(table.between(low, times[-2]))
            assert found.column("_row").values.tolist() == expected
            assert [row["_row"] for row in found.rows()] == expected
            assert len(found.between(high, times[-1])) == 0


def test_rows_that_were_chosen_should_keep_their_numbers(tmp_path: Path) -> None:
    with ashlar.open(unzip("retired", tmp_path), boot=BOOT) as store:
        table = store["Order"]
        part = next(table._all())
        odd, = _tables._taken(part, np.arange(len(part.rows)) % 2 == 1)
        third, = _tables._taken(odd, np.arange(len(odd.rows)) % 3 == 2)
        numbers = [part.link.first + place for place in range(len(part.rows)) if place % 6 == 5]
        assert len(numbers) > 3 and third.numbers.tolist() == numbers
        chosen = ashlar.Table(store, table._chain, table._pin, [third])
        assert chosen.column("_row").values.tolist() == numbers
        assert chosen.column("id").values.tolist() == table.column("id").values[5::6][:len(numbers)].tolist()
        view = next(chosen.chunks())
        assert view["id"].tolist() == chosen.column("id").values.tolist() and not view.flags.writeable


def test_arrow_should_hold_what_columns_do(types: ashlar.Store) -> None:
    pytest.importorskip("pyarrow")
    for name in types:
        table = types[name]
        arrow = table.to_arrow()
        assert arrow.num_rows == len(table)
        for column in table.columns:
            values = table.column(column)
            found = arrow[column].to_pylist() if values.kind != "time" else \
                [None if v is None else np.datetime64(v, "ns") for v in arrow[column].cast("int64").to_pylist()]
            assert plain(found) == plain(values.to_list()), column


def test_pandas_should_take_tables(types: ashlar.Store) -> None:
    pandas = pytest.importorskip("pandas")
    frame = types["All"].to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(types["All"])
    assert frame["oi64"].isna().tolist() == [n % 3 == 0 for n in range(len(frame))]
    assert frame["side"].tolist()[:2] == ["Buy", "Sell"]


def test_enums_should_be_categories(types: ashlar.Store) -> None:
    pandas = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    table = types["All"]
    side = table.column("side")
    assert side.kind == "enum" and side.values.dtype == np.dtype("i4") and side.categories is not None
    dtype = table.to_pandas(["side"])["side"].dtype
    assert isinstance(dtype, pandas.CategoricalDtype) and dtype.categories.tolist() == side.categories
    of = table.to_arrow(["side"]).schema.field("side").type
    assert pa.types.is_dictionary(of) and pa.types.is_string(of.value_type)
    streamed = pa.RecordBatchReader.from_stream(table).schema.field("side").type
    assert streamed == of


def test_columns_should_be_contiguous(types: ashlar.Store) -> None:
    for name in types:
        table = types[name]
        for column in table.columns:
            values = table.column(column)
            assert values.values.flags.c_contiguous and values.values.flags.aligned, column
            assert values.values.dtype.isnative, column
            assert values.mask is None or values.mask.flags.c_contiguous and values.mask.dtype == bool, column


def test_polars_and_duckdb_should_take_tables(types: ashlar.Store) -> None:
    pa = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    for name in types:
        trades = types[name]
        expected = trades.to_arrow()
        assert expected.num_rows > 0
        streamed = pa.RecordBatchReader.from_stream(trades).read_all()
        # NaN is equal to nothing, but to itself as text.
        assert streamed.schema.equals(expected.schema) and str(streamed.to_pylist()) == str(expected.to_pylist())
        frame = trades.to_polars()
        assert frame.height == polars.DataFrame(trades).height == expected.num_rows
        assert polars.DataFrame(trades).equals(frame)
        # Polars makes a series of structs of a stream that is not pyarrow's.
        taken = polars.from_arrow(trades)
        assert (taken if isinstance(taken, polars.DataFrame) else taken.struct.unnest()).equals(frame)
        for column in ("i64", "leg", "fill", "price", "side", "oi64"):
            if column in expected.column_names:
                assert frame[column].to_list() == expected[column].to_pylist(), column
                # DuckDB finds the table by the name of the variable.
                found = duckdb.sql(f'select "{column}" from trades').fetchall()
                assert [v for v, in found] == expected[column].to_pylist(), column


def test_should_read_without_being_seen(tmp_path: Path) -> None:
    folder = unzip("live", tmp_path)
    with ashlar.open(folder, boot=BOOT) as store:
        expected = list(map(plain, store["Ticks"].rows()))
    (folder / "store.live").unlink()
    (folder / "store.lock").unlink()
    with ashlar.open(folder, boot=BOOT) as store:
        assert list(map(plain, store["Ticks"].rows())) == expected
        assert not (folder / "store.lock").exists()


def test_should_refuse_what_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(ashlar.NotAStoreError):
        ashlar.open(tmp_path)
    folder = unzip("versions", tmp_path / "store")
    with ashlar.open(folder, boot=BOOT) as store, pytest.raises(KeyError, match="there are: "):
        store["Nobody"]


def test_checksums_should_be_those_of_the_polynomial() -> None:
    print(f"seed={SEED}")
    assert ashlar.crc32c(b"123456789") == 0xe3069283
    some = random.Random(SEED)
    for length in (0, 1, 7, 4095, 4096, 5000, 65_536, 70_001):
        data = some.randbytes(length)
        cut = some.randrange(length + 1)
        assert ashlar.crc32c(data[cut:], ashlar.crc32c(data[:cut])) == ashlar.crc32c(data)
        assert _memory._crc_pure(data, 5) == ashlar.crc32c(data, 5)


def test_schemas_should_be_refused_wherever_they_are_cut(tmp_path: Path) -> None:
    data = (unzip("versions", tmp_path) / "schemas" / "0001.sbeir").read_bytes()
    whole = ashlar.parse_schema(data, "whole")
    assert [m.name for m in whole.messages]
    refused = 0
    for length in range(0, len(data), 7):
        try:
            # A cut between two messages leaves a schema.
            assert len(ashlar.parse_schema(data[:length], "cut").messages) < len(whole.messages)
        except ashlar.SchemaError:
            refused += 1
    assert refused > len(data) / 7 * 0.9


def test_last_values_should_be_found_by_key(tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path), boot=BOOT) as store:
        prices = store.last_values("prices")
        assert "K3" in prices and len(prices) == 7
        assert prices["K3"]["symbol"] == "K3"
        with pytest.raises(KeyError):
            prices["nobody"]
        pytest.importorskip("pandas")
        assert sorted(prices.frame()["symbol"]) == [f"K{i}" for i in range(7)]
