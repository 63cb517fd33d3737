# SPDX-License-Identifier: Apache-2.0
"""Locks on single bytes of a file, for stores and rings. The kernel drops them when a process dies."""
from __future__ import annotations

import fcntl
import os
import struct
import threading

READERS = 126
# The byte whose lock is shared by the processes that read without a slot.
_WITHOUT_SLOT = READERS + 1
_RECOVERED = READERS + 2


def take(fd: int, byte: int) -> bool:
    """Takes a lock, unless another process has it."""
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        return True
    except OSError:
        return False


def give(fd: int, byte: int) -> None:
    """Releases a lock."""
    fcntl.lockf(fd, fcntl.LOCK_UN, 1, byte)


def is_taken(fd: int, byte: int) -> bool:
    """Whether another process has a lock. Never takes the lock."""
    # struct flock of 64-bit Linux: type, whence, start, length, pid.
    asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0)
    return bool(struct.unpack("hhqqi4x", fcntl.fcntl(fd, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK)


_OPEN_LOCKS: dict[str, "Locks"] = {}
_LOCKS_GUARD = threading.Lock()


class Locks:
    """The lock file of a store, which a process opens once. A forked child has none of these locks and opens the file
    again.
    """

    def __init__(self, path: str, access: int) -> None:
        self._path = path
        self._fd = os.open(path, access)
        self._held: set[int] = set()
        self.users = 0
        self._sharers = 0
        self._process = os.getpid()

    @staticmethod
    def _of(path: str, access: int) -> "Locks":
        found = _OPEN_LOCKS.get(path)
        if found is None or found._process != os.getpid():
            found = _OPEN_LOCKS[path] = Locks(path, access)
        return found

    @staticmethod
    def open(folder: str) -> "Locks":
        path = os.path.join(os.path.realpath(folder), "store.lock")
        with _LOCKS_GUARD:
            locks = Locks._of(path, os.O_RDWR)
            locks.users += 1
            return locks

    @staticmethod
    def share(folder: str) -> "Locks | None":
        """Shows other processes that this one reads a store that it cannot write to; None if that is impossible."""
        path = os.path.join(os.path.realpath(folder), "store.lock")
        with _LOCKS_GUARD:
            locks = None
            try:
                locks = Locks._of(path, os.O_RDONLY)
                if locks._sharers == 0:
                    fcntl.lockf(locks._fd, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, _WITHOUT_SLOT)
            except OSError:
                if locks is not None and locks.users == 0:
                    locks._end()
                return None
            locks._sharers += 1
            locks.users += 1
            return locks

    def unshare(self) -> None:
        if self._process != os.getpid():
            # Closing the file would drop the locks that this process has taken on it since.
            return
        with _LOCKS_GUARD:
            self._sharers -= 1
            if self._sharers == 0:
                give(self._fd, _WITHOUT_SLOT)
        self.close()

    def take_reader(self) -> int | None:
        with _LOCKS_GUARD:
            for slot in range(READERS):
                if slot not in self._held and take(self._fd, slot + 1):
                    self._held.add(slot)
                    return slot
        return None

    def is_recovered(self) -> bool:
        """Whether another process writes, and has recovered the store. Never takes the lock."""
        return is_taken(self._fd, _RECOVERED)

    def release(self, slot: int) -> None:
        with _LOCKS_GUARD:
            self._held.discard(slot)
            give(self._fd, slot + 1)

    def close(self) -> None:
        with _LOCKS_GUARD:
            self.users -= 1
            if self.users == 0:
                self._end()

    def _end(self) -> None:
        _OPEN_LOCKS.pop(self._path, None)
        os.close(self._fd)
