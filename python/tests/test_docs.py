# SPDX-License-Identifier: Apache-2.0
"""The snippets of docs/python.md run, on an archive of the conformance kit, and on the demo's store: ASHLAR_DEMO names
the folder of `ashlar demo --keep`.
"""
from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import ashlar
from kit import unzip

DEMO = os.environ.get("ASHLAR_DEMO", "")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_should_run_the_snippets(snippet: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for library in re.findall(r"import (duckdb|polars)", snippet):
        pytest.importorskip(library)
    if "to_pandas" in snippet:
        pytest.importorskip("pandas")
    if '"demo/' in snippet:
        if not DEMO:
            pytest.skip("ASHLAR_DEMO names no folder of `ashlar demo --quick --keep=DIR`")
        (tmp_path / "demo").symlink_to(DEMO)
    unzip("days", tmp_path / "feed")
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "docs/python.md", "exec"), {"ashlar": ashlar})
