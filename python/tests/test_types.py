# SPDX-License-Identifier: Apache-2.0
"""The type hints of the package hold, and so do those that its users see."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]


def test_type_hints_should_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(PROJECT)
    user = tmp_path / "user.py"
    user.write_text("import ashlar\n"
                    "with ashlar.Archive('feed') as feed:\n"
                    "    reveal_type(feed['Trade'].days('2026-03-02').column('price'))\n"
                    "reveal_type(ashlar.open('feed'))\n")
    options = ["--config-file", "pyproject.toml", "--cache-dir", os.devnull]
    output, errors, code = api.run([*options, "src/ashlar", str(user)])
    assert code == 0, output + errors
    assert 'Revealed type is "ashlar._columns.Values"' in output
    assert "ashlar._store.Store" in output and "ashlar._archive.Archive" in output
