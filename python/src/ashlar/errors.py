# SPDX-License-Identifier: Apache-2.0
"""What can go wrong with a store. All are StoreError."""
from __future__ import annotations


class StoreError(Exception):
    """A store, schema or ring cannot be read."""


class NotAStoreError(StoreError):
    """The folder has no store."""


class FormatVersionError(StoreError):
    """A file has a later format than this package reads."""


class SchemaError(StoreError):
    """A schema is damaged, missing or not understood."""


class RecoveryNeededError(StoreError):
    """The machine lost power, and messages after the last checkpoint are not split into rows yet."""


class ClosedError(StoreError):
    """The store was closed."""


class DamagedError(StoreError):
    """Bytes contradict the format.

    :ivar container: name of the table, journal or last-value table; empty for the store's own files
    :ivar first: first row, or position, that cannot be read
    :ivar end: row, or position, after the last of them
    """

    def __init__(self, message: str, container: str = "", first: int = 0, end: int = 0) -> None:
        place = f": first={first}, end={end} ({container})" if container else ""
        super().__init__(message + place)
        self.container = container
        self.first = first
        self.end = end
