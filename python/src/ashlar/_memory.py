# SPDX-License-Identifier: Apache-2.0
"""Ordered access to shared memory, and CRC32C.

With the C extension, words are loaded and stored with seq_cst, which is stronger than any format requires.

Without it:

- numpy reads and writes an aligned 8-byte word with one instruction on every 64-bit processor.
- On x86 such loads have acquire and such stores release ordering. Only a fence between a store and a load is missing.
- On AArch64 and elsewhere both may be reordered, so each load is followed and each store is preceded by a fence.
- A fence is the system call `membarrier` with MEMBARRIER_CMD_GLOBAL (Linux): when it returns, every running thread has
  executed a full fence. It takes milliseconds; use the extension where that matters.
- Without the system call, StoreError is raised when a ring is opened, or a store to follow it.
- Compare-and-set, which only producers of many-to-one rings need, is that of libatomic; without it, StoreError is
  raised.
"""
from __future__ import annotations

import ctypes
import functools
import os
import platform
import sys
from typing import Any

import numpy as np

from .errors import StoreError

if sys.byteorder != "little":
    # The bytes of words would be in the wrong order.
    raise ImportError("ashlar needs a little-endian machine")
if sys.platform != "linux" or sys.maxsize < 1 << 32:
    # Locks are asked for with a structure of 64-bit Linux; Windows has no such locks.
    raise ImportError(f"ashlar needs 64-bit Linux: platform={sys.platform}, maxsize={sys.maxsize}")

_native: Any = None
try:
    if os.environ.get("ASHLAR_PURE"):
        raise ImportError("disabled by ASHLAR_PURE")
    from . import _native as _compiled  # type: ignore[attr-defined, unused-ignore]
    _native = _compiled
except ImportError:
    pass

_MACHINE = platform.machine().lower()
_IS_X86 = _MACHINE in ("x86_64", "amd64")
_MEMBARRIER = {"x86_64": 324, "amd64": 324, "aarch64": 283, "arm64": 283, "riscv64": 283}.get(_MACHINE)
_MEMBARRIER_GLOBAL = 1
_SEQ_CST = 5


def is_native() -> bool:
    """Whether the C extension is used."""
    return _native is not None


def _membarrier() -> None:
    if _MEMBARRIER is None:
        raise StoreError(f"memory fences need the C extension: machine={_MACHINE}; install a C compiler and build "
                         "ashlar again")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(ctypes.c_long(_MEMBARRIER), ctypes.c_int(_MEMBARRIER_GLOBAL), ctypes.c_int(0), ctypes.c_int(0)):
        raise StoreError(f"memory fence failed: membarrier, errno={ctypes.get_errno()}; install a C compiler and build "
                         "ashlar again")


@functools.cache
def _atomic_swap() -> Any:
    """Compare-and-set of libatomic, the library that GCC and Clang call for atomic operations that they do not inline.
    """
    # Not with the others: on a platform that is refused it may lack what it needs there.
    import ctypes.util

    for name in ("libatomic.so.1", ctypes.util.find_library("atomic")):
        try:
            library = ctypes.CDLL(name) if name else None
        except OSError:
            continue
        if library is not None:
            swap = getattr(library, "__atomic_compare_exchange_8")
            swap.restype = ctypes.c_bool
            return swap
    raise StoreError("compare-and-set needs the C extension or libatomic.so.1 on this machine; install a C "
                     "compiler and build ashlar again")


def fence() -> None:
    """A full fence."""
    if _native is not None:
        _native.fence()
    else:
        _membarrier()


def acquire_fence() -> None:
    """No later load moves before an earlier load."""
    if not _IS_X86:
        fence()


def store_fence() -> None:
    """No later store moves before an earlier store."""
    acquire_fence()


class Words:
    """The aligned 8-byte words of a mapping."""

    def __init__(self, buffer: Any) -> None:
        self._buffer = buffer
        length = len(memoryview(buffer)) // 8 * 8
        self._words = np.frombuffer(buffer, np.int64, length // 8)

    def load(self, offset: int) -> int:
        """Loads with acquire."""
        if _native is not None:
            return int(_native.load(self._buffer, offset))
        value = int(self._words[offset >> 3])
        acquire_fence()
        return value

    def store(self, offset: int, value: int) -> None:
        """Stores with seq_cst, or with release where `fence` follows."""
        if _native is not None:
            _native.store(self._buffer, offset, value)
            return
        if not _IS_X86:
            fence()
        self._words[offset >> 3] = value

    def swap(self, offset: int, expected: int, value: int) -> bool:
        """Compares and sets, with seq_cst."""
        if _native is not None:
            return bool(_native.swap(self._buffer, offset, expected, value))
        was = ctypes.c_int64(expected)
        if not 0 <= offset <= 8 * len(self._words) - 8 or offset % 8:
            raise IndexError(f"8-byte word out of bounds or not aligned: offset={offset}, "
                             f"length={8 * len(self._words)}")
        address = ctypes.c_void_p(self._words.ctypes.data + offset)
        return bool(_atomic_swap()(address, ctypes.byref(was), ctypes.c_int64(value), ctypes.c_int(_SEQ_CST),
                                   ctypes.c_int(_SEQ_CST)))


def _byte_table() -> np.ndarray:
    crc = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        crc = np.where(crc & 1, crc >> np.uint32(1) ^ np.uint32(0x82F63B78), crc >> np.uint32(1))
    return crc.astype(np.uint32)


_TABLE = _byte_table()
_TABLE_LIST = [int(x) for x in _TABLE]
_LANES = 512
_SHIFTS: dict[int, np.ndarray] = {}


def _times(operator: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Products of an operator and vectors over GF(2), as 4 tables of 256."""
    products: np.ndarray = (operator[0][vectors & 0xff] ^ operator[1][vectors >> 8 & 0xff]
                            ^ operator[2][vectors >> 16 & 0xff] ^ operator[3][vectors >> 24])
    return products


def _tables_of(columns: np.ndarray) -> np.ndarray:
    tables = np.zeros((4, 256), np.uint32)
    values = np.arange(256)
    for byte in range(4):
        for bit in range(8):
            tables[byte] ^= np.where(values >> bit & 1, columns[8 * byte + bit], 0).astype(np.uint32)
    return tables


def _shift(length: int) -> np.ndarray:
    """The operator that appends zeros: the step of one byte, raised to a power."""
    if length not in _SHIFTS:
        unit = np.uint32(1) << np.arange(32, dtype=np.uint32)
        result = unit.copy()
        power = _tables_of(unit >> np.uint32(8) ^ _TABLE[unit & 0xff])
        left = length
        while left:
            if left & 1:
                result = _times(power, result)
            power = _tables_of(_times(power, _times(power, unit)))
            left >>= 1
        if len(_SHIFTS) > 64:
            _SHIFTS.clear()
        _SHIFTS[length] = _tables_of(result)
    return _SHIFTS[length]


def _crc_pure(data: Any, seed: int) -> int:
    state = ~seed & 0xffffffff
    raw = np.frombuffer(data, np.uint8)
    width = len(raw) // _LANES
    if width >= 8:
        lanes = raw[:width * _LANES].reshape(_LANES, width)
        crc = np.zeros(_LANES, np.uint32)
        crc[0] = state
        for i in range(width):
            crc = _TABLE[(crc ^ lanes[:, i]) & 0xff] ^ crc >> np.uint32(8)
        while len(crc) > 1:
            crc = _times(_shift(width), crc[0::2]) ^ crc[1::2]
            width *= 2
        state = int(crc[0])
        raw = raw[width:]
    for byte in raw.tobytes():
        state = state >> 8 ^ _TABLE_LIST[(state ^ byte) & 0xff]
    return ~state & 0xffffffff


def crc32c(data: Any, seed: int = 0) -> int:
    """CRC32C of bytes, continued from that of the bytes before them."""
    if _native is not None:
        return int(_native.crc32c(data, seed))
    return _crc_pure(data, seed)
