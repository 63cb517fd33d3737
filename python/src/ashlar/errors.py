# SPDX-License-Identifier: Apache-2.0
"""What can go wrong with a store. All are StoreError."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator


class StoreError(Exception):
    """A store, archive, schema or ring cannot be read.

    :ivar day: name of the day of an archive in which the error occurred; empty if there is none
    """
    day: str = ""


class NotAStoreError(StoreError):
    """The folder has no store."""


class FormatVersionError(StoreError):
    """A file has a later format version than this package can read."""


class SchemaError(StoreError):
    """A schema is damaged, missing or not understood."""


class RecoveryNeededError(StoreError):
    """The machine lost power, and messages after the last checkpoint are not split into rows yet."""


class ClosedError(StoreError):
    """The store is closed, or a ring is full and its consumer is closed."""


class DayChangedError(StoreError):
    """A day of an archive was dropped or rewritten since the archive was opened or refreshed."""


class DamagedError(StoreError):
    """Bytes contradict the format.

    :ivar container: name of the table, journal or last-value table; empty for the store's own files
    :ivar first: first row, or position, that cannot be read
    :ivar end: row, or position, after the last that cannot be read
    """

    def __init__(self, message: str, container: str = "", first: int = 0, end: int = 0) -> None:
        place = f": first={first}, end={end} ({container})" if container else ""
        super().__init__(message + place)
        self.container = container
        self.first = first
        self.end = end


class CaptureError(StoreError):
    """A part of a capture cannot be divided into messages, or a message cannot be decoded.

    :ivar packet: index of the packet, 0 for the first, as `ashlar decode` counts them; 0 in a file without packets
    :ivar message: index of the message in its packet; None if the error is not in a message
    """

    def __init__(self, what: str, packet: int, message: int | None = None) -> None:
        place = f"packet={packet}" if message is None else f"packet={packet}, message={message}"
        super().__init__(f"{what}: {place}")
        self.packet = packet
        self.message = message


@contextmanager
def in_day(name: str) -> Iterator[None]:
    """Adds the day of an archive to an error that occurs in it."""
    try:
        yield
    except StoreError as e:
        if not e.day:
            e.day = name
            e.args = (f"{name}: {e}", *e.args[1:])
        raise
