# SPDX-License-Identifier: Apache-2.0
"""Heads of archives are read as the format page says, and refused where they contradict it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ashlar
from ashlar._archive_head import parse_head

GOOD = """ashlar-archive 1
id 2b8a3e0c-9d0e-4a55-8d3a-0d6f3d6b1a11
generation 7
division day Europe/London
index Trade hash tradeId
index a%20name%25 sorted symbol price
day 2026-01-05 sealed 6c1d3c8e-20a8-4b43-a2a7-54a9f14e3f10 1767571200000000000 1767657600000000000 33656832
table Trade table 1200345 1767571200000000001 1767657599000000000 1c291ca3
table a%20name%25 journal 7 - - -
day 2026-01-06 open f1b5c7a4-5b0e-4a53-b1f1-bb1b8e0a7f22 1767657600000000000 1767744000000000000 0
dropped 2026-01-02 0d8c8b8e-7b4c-4c60-8e37-1f8d5a1f0c33
"""


def parse(text: str) -> Any:
    return parse_head(f"{text}crc32c {ashlar.crc32c(text.encode()):08x}\n".encode(), "archive.head")


def test_should_read_the_head_of_the_format_page() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/formats/archive-v1.md").read_text()
    assert GOOD + "crc32c 55850fba\n" in page
    head = parse_head((GOOD + "crc32c 55850fba\n").encode(), "archive.head")
    assert [(d.name, d.is_open) for d in head.days] == [("2026-01-05", False), ("2026-01-06", True)]
    assert [(t.name, t.kind, t.rows, t.shape) for t in head.days[0].listed] == [
        ("Trade", "table", 1200345, "1c291ca3"), ("a name%", "journal", 7, None)]


@pytest.mark.parametrize("old, new", [
    ("day 2026-01-05", "day ../01-05"), ("day 2026-01-05", "day 2026-13-05"), ("day 2026-01-05", "day 2026-01-5"),
    ("day 2026-01-05", "day 2026-01-05T00+0000"), ("day 2026-01-06 open", "day 2026-01-05 open"),
    ("-05 sealed", "-05 open"), ("-05 sealed", "-05 lost"), ("generation 7\n", ""), ("generation 7", "generation x"),
    ("generation 7", "generation 7 8"), ("dropped 2026-01-02", "dropped ../etc"),
    ("1767571200000000000 17676", "9 8 1 "), ("1200345", "1_200"), ("1200345", "99999999999999999999"),
    ("1c291ca3", "shape"), ("journal 7", "index 7"), ("division day", "division week"),
    ("index Trade hash tradeId", "index Trade tree tradeId"), ("index Trade hash tradeId", "index Trade hash "),
    ("dropped", "removed"), ("1767571200000000000 1767657600000000000", "1767657600000000000 1767657600000000000"),
    ("division day Europe/London", "division day ../London"), ("%25 journal", "%zz journal")])
def test_should_refuse_a_head_that_contradicts_its_format(old: str, new: str) -> None:
    assert old in GOOD
    with pytest.raises(ashlar.DamagedError, match="contradicts its format"):
        parse(GOOD.replace(old, new, 1))


def test_should_tell_a_later_version_from_damage() -> None:
    with pytest.raises(ashlar.FormatVersionError, match="version=2"):
        parse(GOOD.replace("archive 1", "archive 2", 1))
    with pytest.raises(ashlar.DamagedError):
        parse_head(GOOD.encode(), "archive.head")
    for length in range(0, len(GOOD), 11):
        with pytest.raises(ashlar.DamagedError):
            parse_head((GOOD + "crc32c 55850fba\n").encode()[:length], "archive.head")
    with pytest.raises(ashlar.DamagedError):
        parse(GOOD + "later line\n")
