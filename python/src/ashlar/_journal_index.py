# SPDX-License-Identifier: Apache-2.0
"""The index of a journal: where to start the search for a time (docs/formats/store-v1.md)."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._chains import Chain, Link
from ._files import Extents
from ._memory import acquire_fence

_POSITION, _MAX_TIME, _MESSAGES = 0, 1, 3
_WORDS = 4


@dataclass(frozen=True)
class JournalIndex:
    """One frame in about 64 KiB, with the greatest time of all frames before it."""
    chain: Chain
    extents: Extents

    def before(self, time: int, journal: Chain) -> int:
        """A position before which all frames are older than `time`, an unsigned number; the journal's first position
        if the index does not have one.
        """
        # The greatest time of all earlier frames only grows from row to row: find the last row with a lesser one.
        for link in reversed(self.chain.links):
            position = self._last_less(link, time)
            acquire_fence()
            if self.extents.word(link.chunk, "epoch") != link.epoch:
                # The chunk was retired, and so were the rows before it.
                return journal.first
            if journal.first < position < journal.end:
                return position
        return journal.first

    def _last_less(self, link: Link, time: int) -> int:
        """The position in the last row of a chunk with a lesser time; -1 if there is none."""
        count = link.count if link.stride == 8 * _WORDS else 0
        rows = np.ndarray((count, _WORDS), "<u8", self.extents.chunk(link.chunk))
        position, low, high = -1, 0, count
        while low < high:
            middle = row = low + (high - low) // 2
            # A lost page reads as zeros; only the first row of the index may have zeros.
            while row >= low and not (rows[row, _POSITION] and rows[row, _MESSAGES]):
                row -= 1
            if row >= low and int(rows[row, _MAX_TIME]) >= time:
                high = row
                continue
            position = int(rows[row, _POSITION]) if row >= low else position
            low = middle + 1
        return position
