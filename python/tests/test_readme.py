# SPDX-License-Identifier: Apache-2.0
"""README's snippet runs in an environment into which pip installed the package, on the demo's store: ASHLAR_DEMO names
the folder of `ashlar demo --keep`.
"""
from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path

import numpy as np
import pytest

from installing import PROJECT, install, make, run, wheel

DEMO = os.environ.get("ASHLAR_DEMO", "")
README = PROJECT.parent / "README.md"


@pytest.mark.skipif(not DEMO, reason="ASHLAR_DEMO names no folder of `ashlar demo --quick --keep=DIR`")
def test_should_run_the_snippet_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    (snippet,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
    assert "pip install './python[pandas]'" in README.read_text()
    make(tmp_path)
    (tmp_path / "demo").symlink_to(DEMO)
    path = install(tmp_path, wheel(tmp_path, "./python", "out"), np, pandas)
    shown = run(tmp_path, "-c", snippet + "print(ashlar.__file__)", path=path)
    assert shown.returncode == 0, shown.stderr
    *frame, file = shown.stdout.splitlines()
    assert Path(file).is_relative_to(tmp_path / "venv"), file
    # The package of the tests prints the same.
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()) as expected:
        exec(compile(snippet, "README.md", "exec"), {})
    assert frame == expected.getvalue().splitlines() and len(frame) > 5, shown.stdout
