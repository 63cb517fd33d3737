# SPDX-License-Identifier: Apache-2.0
"""Nulls of composites, exact decimals, and names: of blocks that are made here."""
from __future__ import annotations

import decimal
import struct
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ashlar
from ashlar import _columns, _gather, _messages, _schema
from ashlar._schema import CONSTANT, OPTIONAL, REQUIRED, Block, Member, Schema, Type
from kit import BOOT, unzip

INT8 = Type("scalar", "int8", 1, 0, "int8", null=-128)
INT64 = Type("scalar", "int64", 8, 0, "int64", null=-2 ** 63)
SIDE = Type("enum", "Side", 1, 0, "uint8", null=255, names={1: "Buy", 255: "None"})


def composite(*members: Member) -> Type:
    return Type("composite", "composite", sum(m.type.size for m in members if m.presence != CONSTANT), 0,
                members=members)


def schema_of(field: Member) -> tuple[Schema, Block]:
    block = Block("Block", 1, field.type.size, 0, (field,), (), ())
    return Schema(1, 0, "<", Type("composite", "header", 0, 0), (block,)), block


def lists(field: Member, *rows: bytes) -> tuple[dict[str, list[Any]], list[Any]]:
    """The columns of a field, and its values as messages show them."""
    schema, block = schema_of(field)
    data = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    columns = _columns.named(_columns.columns_of(block, schema))
    values = _gather.gather_all([(data, 0, 0, block.length)], columns)
    return ({c.name: v.to_list() for c, v in zip(columns, values)},
            [_messages.block_of(memoryview(row), schema, 0, block, block.length)[field.name] for row in rows])


def test_a_null_composite_should_be_told_by_the_first_number_in_it() -> None:
    inner = composite(Member("x", 0, INT8, REQUIRED, 0), Member("y", 1, INT8, REQUIRED, 0))
    outer = composite(Member("inner", 0, inner, REQUIRED, 0), Member("z", 2, INT8, REQUIRED, 0))
    rows = (bytes([0x80, 5, 6]), bytes([1, 0x80, 0x80]))
    columns, values = lists(Member("point", 0, outer, OPTIONAL, 0), *rows)
    assert columns == {"point_inner_x": [None, 1], "point_inner_y": [5, -128], "point_z": [6, -128]}
    assert values == [None, {"inner": {"x": 1, "y": -128}, "z": -128}]
    columns, _ = lists(Member("point", 0, outer, REQUIRED, 0), *rows)
    assert columns["point_inner_x"] == [-128, 1]


def test_a_null_composite_should_be_told_by_an_enum_that_names_its_null() -> None:
    of = composite(Member("side", 0, SIDE, REQUIRED, 0), Member("z", 1, INT8, REQUIRED, 0))
    rows = (bytes([255, 5]), bytes([1, 6]))
    columns, values = lists(Member("order", 0, of, OPTIONAL, 0), *rows)
    assert columns == {"order_side": [None, "Buy"], "order_z": [5, 6]}
    assert values == [None, {"side": "Buy", "z": 6}]
    assert lists(Member("order", 0, of, REQUIRED, 0), *rows)[0]["order_side"] == ["None", "Buy"]


def test_a_decimal_in_an_optional_composite_should_be_null() -> None:
    price = composite(Member("mantissa", 0, INT64, REQUIRED, 0), Member("exponent", 8, INT8, CONSTANT, 0, -2))
    of = composite(Member("price", 0, price, REQUIRED, 0), Member("z", 8, INT8, REQUIRED, 0))
    rows = (struct.pack("<qb", -2 ** 63, 1), struct.pack("<qb", 125, 2))
    columns, values = lists(Member("level", 0, of, OPTIONAL, 0), *rows)
    assert columns == {"level_price": [None, Decimal("1.25")], "level_z": [1, 2]}
    assert values == [None, {"price": Decimal("1.25"), "z": 2}]


def test_the_first_member_should_be_that_of_every_version() -> None:
    newer = composite(Member("added", 0, INT8, REQUIRED, 2), Member("x", 1, INT8, REQUIRED, 0))
    assert newer.indicator(0) is newer.members[1] and newer.indicator(3) is newer.members[0]
    within = composite(Member("newer", 0, composite(Member("a", 0, INT8, REQUIRED, 2)), REQUIRED, 0),
                       Member("x", 1, INT8, REQUIRED, 1))
    assert within.indicator(0) is within.members[1]
    assert composite(Member("unit", 0, INT8, CONSTANT, 0, 9)).indicator(0) is None


DECIMAL = composite(Member("mantissa", 0, INT64, REQUIRED, 0), Member("exponent", 8, INT64, OPTIONAL, 0))
FIXED = composite(Member("mantissa", 0, INT64, REQUIRED, 0), Member("exponent", 8, INT8, CONSTANT, 0, -9))


def floating(mantissa: int, exponent: int) -> bytes:
    return struct.pack("<qq", mantissa, exponent)


def test_decimals_should_be_exact_whatever_the_context_of_the_program() -> None:
    exact = [Decimal("9223372036.854775807"), Decimal("-1.234567891")]
    with decimal.localcontext() as context:
        context.prec = 3
        context.traps[decimal.Inexact] = True
        columns, values = lists(Member("price", 0, FIXED, REQUIRED, 0), struct.pack("<q", 2 ** 63 - 1),
                                struct.pack("<q", -1234567891))
        assert columns["price"] == exact and values == exact
        columns, values = lists(Member("price", 0, DECIMAL, REQUIRED, 0), floating(2 ** 63 - 1, -9),
                                floating(-1234567891, -9))
        assert columns["price"] == exact and values == exact


def test_decimals_of_arrow_should_be_exact() -> None:
    pa = pytest.importorskip("pyarrow")
    from ashlar import _arrow
    with decimal.localcontext() as context:
        context.prec = 3
        whole = _arrow.array(_columns.Values("price", "decimal", np.array([2 ** 63 - 1, -7]), np.array([False, True]), -4))
        wide = _arrow.array(_columns.Values("price", "decimal", np.array([10 ** 37 + 1, -7], object), None, 3))
    assert whole.to_pylist() == [Decimal((2 ** 63 - 1) * 10_000), None]
    assert wide.type == pa.decimal128(38, 3)
    assert wide.to_pylist() == [Decimal(f"{10 ** 37 + 1}E-3"), Decimal("-0.007")]


def test_exponents_that_nobody_can_hold_should_be_refused_at_once() -> None:
    field = Member("price", 0, DECIMAL, REQUIRED, 0)
    begun = time.process_time()
    for exponent in (128, -129, 10 ** 9, -10 ** 9, 2 ** 62):
        with pytest.raises(ashlar.SchemaError, match="out of range: mantissa=7"):
            lists(field, floating(7, exponent))
        columns, _ = lists(field, floating(0, exponent), floating(5, -1), floating(7, -2 ** 63))
        assert columns["price"] == [0, Decimal("0.5"), None]
    assert time.process_time() - begun < 5
    # Messages show the members, as JSON does.
    schema, block = schema_of(field)
    row = memoryview(floating(7, 100_000))
    assert _messages.block_of(row, schema, 0, block, 16)["price"] == {"mantissa": 7, "exponent": 100_000}
    assert lists(field, floating(7, 127), floating(7, -128))[0]["price"] == [Decimal("7E127"), Decimal("7E-128")]


def test_decimals_beyond_those_of_arrow_should_be_refused() -> None:
    pytest.importorskip("pyarrow")
    from ashlar import _arrow
    for numbers, scale in (([7], 39), ([10 ** 38], 2), ([10 ** 37], -2)):
        values = _columns.Values("price", "decimal", np.array(numbers, object), None, scale)
        with pytest.raises(ashlar.SchemaError, match="column=price"):
            _arrow.array(values)


def test_a_composite_should_be_in_blocks_of_before_it_grew() -> None:
    grown = composite(Member("x", 0, INT8, REQUIRED, 0), Member("y", 1, INT8, REQUIRED, 0),
                      Member("z", 2, INT8, REQUIRED, 1))
    schema, block = schema_of(Member("point", 0, grown, OPTIONAL, 0))
    cases = [(0, bytes([7, 8]), {"x": 7, "y": 8, "z": None}), (1, bytes([7, 8, 9]), {"x": 7, "y": 8, "z": 9}),
             (1, bytes([7, 8]), {"x": 7, "y": 8, "z": None}), (0, bytes([7]), None), (0, bytes([0x80, 8]), None)]
    columns = _columns.named(_columns.columns_of(block, schema))
    for version, row, expected in cases:
        length = len(row)
        assert _messages.block_of(memoryview(row), schema, version, block, length) == {"point": expected}
        rows = np.frombuffer(row + b"\x55", np.uint8).reshape(1, -1)
        found = {c.name: v.to_list()[0]
                 for c, v in zip(columns, _gather.gather_all([(rows, 0, version, length)], columns))}
        assert found["point_z"] == (9 if length == 3 else None)
        if expected is not None:
            assert (found["point_x"], found["point_y"]) == (7, 8)
            view = np.frombuffer(row + b"\x55", _columns.structure(block, schema, 0, length + 1, version, length))
            assert {name: view["point"][name][0] for name in view["point"].dtype.names or ()} \
                == {name: value for name, value in expected.items() if value is not None}


def test_constants_should_always_be_there() -> None:
    unit = composite(Member("unit", 0, Type("scalar", "uint8", 0, 0, "uint8", presence=CONSTANT), CONSTANT, 0, 9))
    schema, block = schema_of(Member("scale", 0, unit, REQUIRED, 3))
    assert _messages.block_of(memoryview(b""), schema, 0, block, 0) == {"scale": {"unit": 9}}


def columns_of(field: Member) -> list[str]:
    schema, block = schema_of(field)
    return [f"{c.name} {c.kind}" for c in _columns.named(_columns.columns_of(block, schema))]


def test_what_is_no_decimal_in_sql_should_be_shown_by_its_members() -> None:
    later = composite(Member("mantissa", 0, INT64, REQUIRED, 0), Member("exponent", 8, INT8, REQUIRED, 1))
    schema, block = schema_of(Member("price", 0, later, REQUIRED, 0))
    assert columns_of(block.fields[0]) == ["price_mantissa number", "price_exponent number"]
    assert columns_of(Member("price", 0, later, REQUIRED, 1))[0] == "price decimal"
    row = memoryview(struct.pack("<q", 7))
    assert _messages.block_of(row, schema, 0, block, 8) == {"price": {"mantissa": 7, "exponent": None}}
    # A block may end between them.
    block = replace(block, fields=(Member("price", 0, later, REQUIRED, 1),))
    columns = _columns.named(_columns.columns_of(block, schema))
    rows = np.frombuffer(bytes(row) + b"\x03", np.uint8).reshape(1, -1)
    assert [v.to_list() for v in _gather.gather_all([(rows, 0, 1, 8)], columns)] == [[None], [7], [None]]
    for exponent, whole in ((-38, True), (-39, False), (19, True), (20, False)):
        fixed = composite(Member("mantissa", 0, INT64, REQUIRED, 0),
                          Member("exponent", 8, INT8, CONSTANT, 0, exponent))
        assert columns_of(Member("price", 0, fixed, REQUIRED, 0)) \
            == (["price decimal"] if whole else ["price_mantissa number", "price_exponent constant"])


def test_only_what_is_a_time_in_sql_should_be_one() -> None:
    unit = Member("unit", 8, INT8, CONSTANT, 0, 9)
    long = composite(Member("time", 0, INT64, REQUIRED, 0), unit)
    assert columns_of(Member("at", 0, long, REQUIRED, 0)) == ["at time"]
    short = composite(Member("time", 0, Type("scalar", "int32", 4, 0, "int32", null=0), REQUIRED, 0), unit)
    assert columns_of(Member("at", 0, short, REQUIRED, 0)) == ["at_time number", "at_unit constant"]
    later = composite(Member("time", 0, INT64, REQUIRED, 2), unit)
    assert columns_of(Member("at", 0, later, REQUIRED, 0)) == ["at_time number", "at_unit constant"]
    stamp = Member("stamp", 0, INT64, REQUIRED, 0, semantic="UTCTimestamp")
    assert columns_of(stamp) == ["stamp time"]
    assert columns_of(Member("at", 0, composite(stamp), REQUIRED, 0)) == ["at_stamp number"]


def test_arrow_should_know_the_type_of_columns_without_values() -> None:
    pa = pytest.importorskip("pyarrow")
    from ashlar import _arrow
    for rows in (0, 3):
        mask = np.ones(rows, bool)
        text = _columns.Values("name", "text", np.full(rows, "", object), mask if rows else None)
        assert _arrow.array(text).type == pa.string() and _arrow.array(text).null_count == rows
        for constant, of in (("GBP", pa.string()), (7, pa.int64()), (0.5, pa.float64())):
            column = _columns.Column("unit", "constant", np.dtype("i1"), 0, 0, constant=constant)
            values = _columns.Values("unit", "constant", np.full(rows, constant, object), mask if rows else None)
            assert _arrow.array(values, column).type == of and _arrow.array(values, column).null_count == rows


def test_names_should_be_those_of_sql() -> None:
    pair = composite(Member("x", 0, INT8, REQUIRED, 0), Member("y", 1, INT8, REQUIRED, 0))
    fields = (Member("at", 0, pair, REQUIRED, 0), Member("at_x", 2, INT8, REQUIRED, 0),
              Member("_row", 3, INT8, REQUIRED, 0), Member("_row_", 4, INT8, REQUIRED, 0),
              Member("_time", 5, INT8, REQUIRED, 0))
    block = Block("Block", 1, 6, 0, fields, (), ())
    schema = Schema(1, 0, "<", Type("composite", "header", 0, 0), (block,))
    names = [c.name for c in _columns.named(_columns.columns_of(block, schema))]
    assert names == ["at$x", "at_y", "at_x", "_row_", "_row__", "_time_"]


def renamed(block: Block, fields: dict[str, str]) -> Block:
    return replace(block, fields=tuple(replace(f, name=fields.get(f.name, f.name)) for f in block.fields),
                   groups=tuple(renamed(g, fields) for g in block.groups))


def test_columns_of_one_name_should_be_told_apart(tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path), boot=BOOT) as store:
        legs = store["Order_legs"].column("leg").to_list()
        ids_of_orders = store["Order"].column("id").to_list()
        ids = store["Order_legs"].column("id").to_list()
        times = store["Order_legs"].column("_time").to_list()
        for number, schema in store._catalog.schemas.items():
            assert isinstance(schema, Schema)
            of = {m.name: renamed(m, {"leg": "id"} if m.name == "Order" else {}) for m in schema.messages}
            store._catalog.schemas[number] = replace(schema, messages=tuple(of.values()))
        table = store["Order_legs"]
        assert "id" in table.columns and "Order_id" not in table.columns
        assert table.column("id").to_list() == legs and table.column("Order_id").to_list() == ids
        pytest.importorskip("pyarrow")
        assert table.to_arrow(["id"])["id"].to_pylist() == legs
        arrow = table.to_arrow()
        assert len(set(arrow.column_names)) == len(arrow.column_names)
        assert arrow["id"].to_pylist() == legs and arrow["Order_id"].to_pylist() == ids
        for number, schema in store._catalog.schemas.items():
            assert isinstance(schema, Schema)
            of = {m.name: renamed(m, {"id": "_time"}) for m in schema.messages}
            store._catalog.schemas[number] = replace(schema, messages=tuple(of.values()))
        table = store["Order_legs"]
        assert table.column("_time_").to_list() == legs and table.column("_time").to_list() == times
        assert next(table.rows())["_time"] == legs[0]
        assert next(store["Order"].rows())["_time_"] == store["Order"].column("_time_").to_list()[0]
        view = next(store["Order"].chunks())
        assert view["_time_"].tolist() == ids_of_orders[:len(view)] and view["_time"].dtype == np.dtype("<M8[ns]")
        assert len(table.to_arrow()["_time"]) == len(legs)
