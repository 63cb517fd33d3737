# SPDX-License-Identifier: Apache-2.0
"""Schemas that are made here, token by token."""
from __future__ import annotations

import struct
import subprocess
import sys

import numpy as np
import pytest

import ashlar
from ashlar import _columns, _gather, _messages

MESSAGE, END_MESSAGE, COMPOSITE, END_COMPOSITE, FIELD, END_FIELD = range(1, 7)
GROUP, END_GROUP, ENUM, VALUE, END_ENUM, SET, CHOICE, END_SET, DATA, END_DATA, SCALAR = range(7, 18)
INT8, UINT8, UINT64 = 2, 6, 9


def token(signal: int, name: str, size: int = 0, primitive: int = 0, offset: int = 0, constant: bytes = b"",
          semantic: str = "", presence: int = 0, least: bytes = b"", greatest: bytes = b"") -> bytes:
    texts = [name.encode(), constant, least, greatest, b"", b"", b"", b"", semantic.encode(), b"", b"", b""]
    return struct.pack("<iiiii4Bi", offset, size, 1, 0, 0, signal, primitive, 0, presence, 0) \
        + b"".join(struct.pack("<H", len(text)) + text for text in texts)


def schema_of(size: int, *fields: bytes) -> ashlar.Schema:
    tokens = [token(COMPOSITE, "messageHeader"), token(END_COMPOSITE, "messageHeader"), token(MESSAGE, "Quote", size),
              *fields, token(END_MESSAGE, "Quote", size)]
    return ashlar.parse_schema(struct.pack("<iii6x", 7, 0, 0) + b"".join(tokens), "made here")


def test_a_field_should_be_a_time_by_its_type() -> None:
    for own, typed, expected in (("Price", "UTCTimestamp", "time"), ("UTCTimestamp", "Price", "time"),
                                 ("", "UTCTimestamp", "time"), ("Price", "", "number")):
        schema = schema_of(8, token(FIELD, "at", 8, semantic=own), token(SCALAR, "at", 8, UINT64, semantic=typed),
                           token(END_FIELD, "at", 8, semantic=own))
        column, = _columns.columns_of(schema.messages[0], schema)
        assert column.kind == expected, (own, typed)


def test_a_value_with_two_names_should_have_the_first() -> None:
    schema = schema_of(1, token(FIELD, "side", 1), token(ENUM, "Side", 1, UINT8),
                       *(token(VALUE, name, 1, UINT8, constant=bytes([value]))
                         for name, value in (("Buy", 1), ("Bid", 1), ("Sell", 2))),
                       token(END_ENUM, "Side", 1, UINT8), token(END_FIELD, "side", 1))
    block = schema.messages[0]
    assert block.fields[0].type.names == {1: "Buy", 2: "Sell"}
    assert _messages.block_of(memoryview(b"\1"), schema, 0, block, 1) == {"side": "Buy"}
    values = _gather.gather_all([(np.array([[1], [2]], np.uint8), 0, 0, 1)], _columns.columns_of(block, schema))
    assert values[0].to_list() == ["Buy", "Sell"]


def test_what_a_schema_cannot_mean_should_be_refused() -> None:
    field, end = token(FIELD, "f", 1), token(END_FIELD, "f", 1)
    cases = {
        "another type": [token(ENUM, "E", 1, UINT8), token(VALUE, "Far", 8, UINT64, constant=bytes(8)),
                         token(END_ENUM, "E", 1, UINT8)],
        "outside its set": [token(SET, "S", 1, UINT8), token(CHOICE, "Eighth", 1, UINT8, constant=b"\x08"),
                            token(END_SET, "S", 1, UINT8)],
        "fixed length": [token(SCALAR, "c", 0, UINT8, constant=b"\x08", presence=2)],
        "without a fixed": [token(SCALAR, "v", -1, UINT8)]}
    for what, tokens in cases.items():
        with pytest.raises(ashlar.SchemaError, match=what):
            schema_of(1, field, *tokens, end)


def test_counts_and_lengths_should_be_in_the_range_of_the_schema() -> None:
    dimension = [token(COMPOSITE, "groupSize", 2), token(SCALAR, "blockLength", 1, UINT8),
                 token(SCALAR, "numInGroup", 1, INT8, 1, greatest=b"\2"), token(END_COMPOSITE, "groupSize", 2)]
    text = [token(COMPOSITE, "text", -1), token(SCALAR, "length", 1, UINT8, least=b"\1"),
            token(SCALAR, "varData", -1, UINT8, 1), token(END_COMPOSITE, "text", -1)]
    schema = schema_of(0, token(GROUP, "legs", 1), *dimension, token(END_GROUP, "legs", 1), token(DATA, "note"), *text,
                       token(END_DATA, "note"))

    def decode(message: bytes) -> dict[str, object]:
        fields: dict[str, object] = {}
        assert _messages.Body(memoryview(message), schema, 0).block(schema.messages[0], 0, 0, fields) == len(message)
        return fields

    assert decode(b"\1\2ab\1c") == {"legs": [{}, {}], "note": b"c"}
    assert decode(b"\1\0\xff" + bytes(255)) == {"legs": [], "note": bytes(255)}
    for message, what in ((b"\1\3abc\1c", r"numInGroup=3, min=0, max=2 \(legs\)"), (b"\1\xff", "numInGroup=-1, min=0"),
                          (b"\1\1a\0", r"length=0, min=1, max=255 \(note\)")):
        with pytest.raises(ashlar.DamagedError, match=what):
            decode(message)


@pytest.mark.parametrize("change, message", [
    ("sys.byteorder = 'big'", "a little-endian machine"),
    # Windows, where this module is missing.
    ("sys.platform = 'win32'; sys.modules['fcntl'] = None", "64-bit Linux: platform=win32, maxsize="),
    ("sys.platform = 'darwin'", "64-bit Linux: platform=darwin, maxsize="),
    ("sys.maxsize = 2**31 - 1", "64-bit Linux: platform=linux, maxsize=2147483647")])
def test_other_machines_should_be_refused(change: str, message: str) -> None:
    code = f"import numpy, sys; {change}; import ashlar"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode != 0 and f"ImportError: ashlar needs {message}" in found.stderr
