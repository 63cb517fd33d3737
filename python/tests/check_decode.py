# SPDX-License-Identifier: Apache-2.0
"""Compares what `ashlar.decode` finds in a capture with what Java prints of it; started by PythonDecodeTest.java.

    check_decode.py SCHEMA.sbeir CAPTURE FRAMING EXPECTED.json
"""
from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

import ashlar
from ashlar._schema import Block
from kit import plain


RESERVED = ("template", "id", "schema", "version", "time", "header")


def same(expected: Any, found: Any) -> bool:
    """JSON shows a null composite whose other members have values, and text that no charset decodes as {"hex": …}."""
    if isinstance(expected, dict) and found is None:
        return True
    if isinstance(expected, dict) and set(expected) == {"hex"} and isinstance(found, str):
        return found.removeprefix("0x") == expected["hex"]
    if isinstance(expected, dict) and isinstance(found, dict):
        return list(expected) == list(found) and all(same(expected[k], found[k]) for k in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(same(e, f) for e, f in zip(expected, found))
    if isinstance(expected, float) and isinstance(found, float) and expected != found:
        # The shortest digits of a float that is no double.
        return bool(np.float32(expected) == np.float32(found) == found)
    return bool(expected == found)


def entries(messages: list[dict[str, Any]], path: list[Block]) -> list[tuple[int, dict[str, Any]]]:
    """The entries of a group, each with the row of its parent; the messages of a template."""
    level = [(0, m) for m in messages if m["template"] == path[0].name]
    for group in path[1:]:
        level = [(row, entry) for row, (_, parent) in enumerate(level) for entry in parent[group.name]]
    return level


def check_rows(decoding: ashlar.Decoding, messages: list[dict[str, Any]], path: list[Block]) -> int:
    expected = entries(messages, path)
    if not expected:
        return 0
    name = "/".join(block.name for block in path)
    columns = decoding.columns(name)
    for column, values in columns.items():
        assert len(values) == len(expected), f"{name}.{column}: rows={len(values)}, expected={len(expected)}"
    if len(path) > 1:
        assert columns["_parent"].values.tolist() == [row for row, _ in expected], name
    simple = {f.name for f in path[-1].fields
              if f.type.kind == "enum" or f.type.kind == "scalar" and f.type.length == 1}
    for column in simple & set(columns):
        if columns[column].kind in ("number", "enum", "text"):
            key = column + "_" if len(path) == 1 and column in RESERVED else column
            found = [None if v is None else str(v) for v in columns[column].to_list()]
            assert found == [None if e[key] is None else str(e[key]) for _, e in expected], f"{name}.{column}"
    return len(expected) + sum(check_rows(decoding, messages, [*path, group]) for group in path[-1].groups)


def main(schema: str, capture: str, framing: str, lines: str) -> None:
    decoding = ashlar.decode(schema, capture, framing=framing)
    messages = list(decoding)
    expected = [json.loads(line, parse_float=Decimal) for line in Path(lines).read_text().splitlines()]
    assert len(messages) == len(expected), f"messages={len(messages)}, expected={len(expected)}"
    for i, (line, message) in enumerate(zip(expected, messages)):
        assert same(plain(line), plain(message)), f"message {i}:\n{plain(line)}\n{plain(message)}"
    rows = sum(check_rows(decoding, messages, [block]) for block in decoding.schema.messages)
    print(f"messages={len(messages)}, rows={rows}, skipped={decoding.skipped}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ashlar.CaptureError as e:
        print(f"CaptureError: {e}")
