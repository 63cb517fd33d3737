# SPDX-License-Identifier: Apache-2.0
"""The common parts of producers and consumers of all kinds of rings."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from .errors import ClosedError, DamagedError

if TYPE_CHECKING:
    from ._rings import Ring

HEADER = 384
TAIL, ENDED, REFUSED, HEAD, LEFT, TAKEN = 128, 136, 144, 256, 264, 272
PADDING = -1
MAX_POSITION = 1 << 62
Messages = list[tuple[int, bytes]]


def record_bytes(length: int) -> int:
    """Bytes of a message with its header and padding."""
    return (length + 15) // 8 * 8


class End(ABC):
    """A side of a ring: its producer or consumer. A `with` statement closes it."""

    def __init__(self, ring: "Ring", byte: int) -> None:
        self._ring = ring
        self._byte = byte
        self._closed = False

    def _require_open(self) -> None:
        if self._closed or self._ring.is_closed:
            raise ClosedError(f"side of the ring is closed ({self._ring.path})")
        self._ring._require_open()

    def _damaged(self, what: str, **values: int) -> DamagedError:
        found = ", ".join(f"{name}={value}" for name, value in values.items())
        return DamagedError(f"{what}: {found} ({self._ring.path})")

    def close(self) -> None:
        """Marks this side as closed, and releases it for the next. Without `close`, it looks as if this process had
        died.
        """
        if not self._closed and not self._ring.is_closed and not self._ring._is_forked():
            self._end()
            self._ring._give(self._byte)
        self._closed = True

    @abstractmethod
    def _end(self) -> None:
        """Marks this side as closed in the ring."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Producer(End):
    """Adds messages. To be used by one thread at a time."""

    @property
    @abstractmethod
    def max_length(self) -> int:
        """Maximum length of a message in bytes; in a fixed-length ring, the length of every message."""

    def offer(self, message: bytes, type: int = 0) -> bool:
        """Adds a message.

        :return: False if there is no room
        :raises ClosedError: if there is no room, and the consumer is closed
        :raises DamagedError: if the ring is corrupt
        :raises ValueError: if the length of the message or its type is out of range
        """
        self._require_open()
        if not self._is_message(len(message)) or not 0 <= type < 1 << 31:
            raise ValueError(f"length or type out of range: length={len(message)}, maxLength={self.max_length}, "
                             f"type={type}")
        return self._offer(message, type)

    def _is_message(self, length: int) -> bool:
        return length <= self.max_length

    @abstractmethod
    def _offer(self, message: bytes, type: int) -> bool:
        pass

    def _full(self, left: int, refused: int) -> bool:
        """Counts a message for which there is no room.

        :param left: offset of the word that marks the consumer as closed
        :param refused: offset of the count
        """
        words = self._ring._words
        if words.load(left):
            raise ClosedError(f"ring is full, and its consumer is closed ({self._ring.path})")
        words.store(refused, words.load(refused) + 1)
        return False


class Consumer(End):
    """Takes messages. To be used by one thread at a time."""

    _damage: DamagedError | None = None

    def poll(self, limit: int = 1024) -> Messages:
        """Takes up to `limit` messages: type and bytes of each. The bytes are copied, so their space is free at once.

        :raises DamagedError: if the ring is corrupt; messages before the damage are returned first
        """
        self._require_open()
        found: Messages = []
        if self._damage is None:
            try:
                self._poll(limit, found)
            except DamagedError as e:
                self._damage = e
        if self._damage is not None and not found:
            raise self._damage
        return found

    @abstractmethod
    def _poll(self, limit: int, found: Messages) -> None:
        pass

    @abstractmethod
    def is_done(self) -> bool:
        """Whether at least one producer has closed, no other is active or has died, and all messages were taken."""
