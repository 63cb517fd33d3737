# SPDX-License-Identifier: Apache-2.0
"""Where messages from a time on begin, and that what is before is not read; started by PythonSeekTest.java.

    seek.py FOLDER MOST TIME...     a line for each time: how many messages follow, and position and time of the first

It fails if more than MOST frames are looked at before the first message of a store.
"""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

import ashlar
from ashlar import _chains

looked_at = 0


def counted(*arguments: Any) -> Any:
    global looked_at
    looked_at += 1
    return FRAME_AT(*arguments)


FRAME_AT = _chains.frame_at
_chains.frame_at = counted


def main(path: str, most: int, times: list[int]) -> None:
    global looked_at
    with ashlar.open(path) as found:
        for time in times:
            looked_at = 0
            messages = found.messages(start=np.datetime64(time, "ns"), decode=False)
            first = next(messages, None)
            assert looked_at <= most, f"frames were read to find one: frames={looked_at}, most={most}"
            count = 0 if first is None else 1 + sum(1 for _ in messages)
            print(count, *([] if first is None else [first.position, int(first.time.astype(np.int64))]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), [int(time) for time in sys.argv[3:]])
