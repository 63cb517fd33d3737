# SPDX-License-Identifier: Apache-2.0
"""The snippets of docs/python.md run, on the demo's store: ASHLAR_DEMO names the folder of `ashlar demo --keep`."""
from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import ashlar

DEMO = os.environ.get("ASHLAR_DEMO", "")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)


@pytest.mark.skipif(not DEMO, reason="ASHLAR_DEMO names no folder of `ashlar demo --quick --keep=DIR`")
@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_should_run_the_snippets(snippet: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for library in re.findall(r"import (duckdb|polars)", snippet):
        pytest.importorskip(library)
    if "to_pandas" in snippet:
        pytest.importorskip("pandas")
    (tmp_path / "demo").symlink_to(DEMO)
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "docs/python.md", "exec"), {"ashlar": ashlar})
