# SPDX-License-Identifier: Apache-2.0
"""Text is what Java makes of the same bytes."""
from __future__ import annotations

import numpy as np
import pytest

from ashlar import _columns, _gather, _messages, _schema, _texts

TEXTS = [
    (b"caf\xe9\0zz", "", "caf\xe9"),
    (b"caf\xe9", "US-ASCII", "caf\xe9"),
    (b"caf\xe9", " ascii ", "caf\xe9"),
    (b"caf\xe9\0", "UTF-8", "0x636166e9"),
    ("\u2603".encode(), "UTF-8", "\u2603"),
    (b"\0A\x01\0\0\0\0B", "UTF-16", "A\u0100"),
    (b"\xff\xfeA\0\0\x01\0\0", "UTF-16", "A\u0100"),
    (b"\xfe\xff\0A", "UTF-16", "A"),
    (b"A\0\0\x01\0\0B\0", "UTF-16LE", "A\u0100"),
    (b"\0A\x01\0\0\0", "UTF-16BE", "A\u0100"),
    (b"\0A\x01", "UTF-16", "0x004101"),
    (b"\xd8\0\0\0\0A", "UTF-16", "0xd800"),
    (b"\0\0\0A\0\0\x01\0\0\0\0\0", "UTF-32", "A\u0100"),
    (b"A\0\0\0\0\x01\0\0\0\0\0\0", "UTF-32LE", "A\u0100"),
    (b"A\0B", "no-such-charset", "0x410042"),
    (b"A\0B", "rot13", "0x41"),
    (b"\x80\xe9\x9f\0x", "windows-1252", "\u20ac\xe9\u0178"),
    (b"a\x81", "windows-1252", "0x6181"),
    (b"", "UTF-16", ""),
]


@pytest.mark.parametrize("data,encoding,text", TEXTS)
def test_should_read_text_as_java_does(data: bytes, encoding: str, text: str) -> None:
    assert _texts.decode_text(data, encoding) == text
    of = _schema.Type("scalar", "text", len(data), 0, "char", len(data), encoding=encoding)
    if len(data) > 1:
        block = _schema.Block("Text", 1, len(data), 0, (_schema.Member("text", 0, of, _schema.REQUIRED, 0),), (), ())
        schema = _schema.Schema(1, 0, "<", _schema.Type("composite", "header", 0, 0), (block,))
        assert _messages.block_of(memoryview(data), schema, 0, block, len(data)) == {"text": text}
        rows = np.frombuffer(data, np.uint8).reshape(1, -1)
        column, = _columns.columns_of(block, schema)
        assert _gather.gather([(rows, 0, 0, len(data))], column).to_list() == [text]


def test_a_single_character_should_be_one_byte_whatever_the_charset() -> None:
    of = _schema.Type("scalar", "letter", 1, 0, "char", encoding="UTF-8")
    block = _schema.Block("Letter", 1, 1, 0, (_schema.Member("letter", 0, of, _schema.REQUIRED, 0),), (), ())
    schema = _schema.Schema(1, 0, "<", _schema.Type("composite", "header", 0, 0), (block,))
    column, = _columns.columns_of(block, schema)
    rows = np.array([[0xe9], [0], [0x41]], np.uint8)
    assert _gather.gather([(rows, 0, 0, 1)], column).to_list() == ["\xe9", "", "A"]
    assert _messages.block_of(memoryview(b"\xe9"), schema, 0, block, 1) == {"letter": "\xe9"}


@pytest.mark.parametrize("data,encoding,value", [
    (b"caf\xe9", "US-ASCII", "caf\xe9"), (b"a\0b", "US-ASCII", "a\0b"), (b"\xe9", "UTF-8", b"\xe9"),
    (b"\0A\x01\0", "UTF-16", "A\u0100"), (b"\xff\xfeA\0", "UTF-16", "A"), (b"\0A", "no-such-charset", b"\0A")])
def test_data_should_be_text_in_its_charset(data: bytes, encoding: str, value: str | bytes) -> None:
    length = _schema.Type("scalar", "length", 2, 0, "uint16")
    content = _schema.Type("scalar", "varData", 0, 0, "uint8", 0, encoding=encoding)
    of = _schema.Type("composite", "data", 2, 0, members=(
        _schema.Member("length", 0, length, _schema.REQUIRED, 0),
        _schema.Member("varData", 2, content, _schema.REQUIRED, 0)))
    block = _schema.Block("Note", 1, 0, 0, (), (), (_schema.Data("text", of, 0),))
    schema = _schema.Schema(1, 0, "<", _schema.Type("composite", "header", 0, 0), (block,))
    fields: dict[str, object] = {}
    message = memoryview(len(data).to_bytes(2, "little") + data)
    assert _messages.Body(message, schema, 0).block(block, 0, 0, fields) == len(message)
    assert fields == {"text": value}


def test_keys_should_differ_by_what_follows_a_nul() -> None:
    assert _texts.decode_key(b"K\0\0\0", "") == "K" and _texts.decode_key(b"K\0x\0", "") == "K\0x"
    assert _texts.decode_key(b"\x01\0\0\0", "UTF-16") == "\u0100"
