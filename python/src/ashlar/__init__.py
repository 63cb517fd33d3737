# SPDX-License-Identifier: Apache-2.0
"""Ashlar stores and archives in Python, also while they are being written: zero-copy numpy views, Arrow, messages and
last values.
"""
from ._archive import Archive, open
from ._archive_values import ArchiveLastValues
from ._cells import Cell, SeqlockCell
from ._columns import Column, Values
from ._day import Day
from ._days import ArchiveTable
from ._decode import Decoding, decode
from ._memory import crc32c, is_native
from ._messages import Message
from ._rings import Ring
from ._schema import Schema, parse as parse_schema
from ._store import Lag, Problem, Report, Store
from ._tables import Table
from ._values import LastValues
from .errors import (CaptureError, ClosedError, DamagedError, DayChangedError, FormatVersionError, NotAStoreError,
                     RecoveryNeededError, SchemaError, StoreError)

__all__ = ["Archive", "ArchiveLastValues", "ArchiveTable", "CaptureError", "Cell", "ClosedError", "Column",
           "DamagedError", "Day", "DayChangedError", "Decoding",
           "FormatVersionError", "Lag", "LastValues", "Message", "NotAStoreError", "Problem", "RecoveryNeededError",
           "Report", "Ring", "Schema", "SchemaError", "SeqlockCell", "Store", "StoreError", "Table",
           "Values", "crc32c", "decode", "is_native", "open", "parse_schema"]
__version__ = "0.1.0"
