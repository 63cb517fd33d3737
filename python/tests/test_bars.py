# SPDX-License-Identifier: Apache-2.0
"""The example that draws bars: its numbers by hand, and a picture of the demo's archive, which ASHLAR_DEMO names."""
from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FILE = Path(__file__).resolve().parents[1] / "examples" / "bars.py"
DEMO = os.environ.get("ASHLAR_DEMO", "")


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bars", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bars"] = module
    spec.loader.exec_module(module)
    return module


def test_should_make_bars_of_trades(example: ModuleType) -> None:
    times = np.array([0, 10, 59, 60, 200, 239, 240], "M8[s]").astype("M8[ns]")
    bars = example.bars_of(times, np.array([5.0, 7.0, 6.0, 1.0, 2.0, 9.0, 4.0]), np.arange(7), 60 * 10**9)
    assert bars.begin.astype("M8[s]").astype(int).tolist() == [0, 60, 180, 240]
    assert bars.open.tolist() == [5, 1, 2, 4] and bars.close.tolist() == [6, 1, 9, 4]
    assert bars.high.tolist() == [7, 1, 9, 4] and bars.low.tolist() == [5, 1, 2, 4]
    assert bars.volume.tolist() == [3, 3, 9, 6]
    begin, mean = example.spread_of(times, np.array([1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 8.0]), 60 * 10**9)
    assert mean.tolist() == [2, 4, 6, 8] and (begin == bars.begin).all()


@pytest.mark.skipif(not DEMO, reason="ASHLAR_DEMO names no folder of `ashlar demo --quick --keep=DIR`")
def test_should_draw_the_archive_of_the_demo(example: ModuleType, tmp_path: Path,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "bars.png"
    example.main([f"{DEMO}/sample.archive", str(picture), "--every", "1ms"])
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and picture.stat().st_size > 5_000
    assert int(capsys.readouterr().out.split()[-2]) > 10
    with pytest.raises(SystemExit):
        example.main([f"{DEMO}/sample.archive", str(picture), "--every", "soon"])
