# SPDX-License-Identifier: Apache-2.0
"""The files of a store (docs/formats/store-v1.md): checkpoints, extents, catalog, pins."""
from __future__ import annotations

import mmap
import os
import stat
import struct
import threading
import weakref
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ._locks import READERS, Locks
from ._memory import Words, crc32c, fence
from ._schema import Schema, parse
from .errors import DamagedError, FormatVersionError, NotAStoreError, SchemaError, StoreError

AREA_BYTES = 65_536
PAGE = 4096
MAX_MARKS = 1024
TABLE, JOURNAL, LAST_VALUES, JOURNAL_INDEX = 1, 2, 3, 4
PIECE = 65_536

ENTRY = np.dtype([
    ("checksum", "<u4"), ("container", "<u4"), ("ordinal", "<i8"), ("first", "<i8"), ("capacity", "<i8"),
    ("epoch", "<i8"), ("stride", "<i4"), ("blockLength", "<i4"), ("schemaVersion", "<i4"), ("prefix", "<i4"),
    ("footer", "<i4"), ("_", "<i4"), ("count", "<i8"), ("next", "<i8"), ("retired", "<i8"), ("sealChecksum", "<u4"),
    ("footerChecksum", "<u4"), ("sealed", "<i8"), ("minTime", "<u8"), ("maxTime", "<u8"), ("sealedAt", "<i8")])
_OFFSETS = {name: int(place[1]) for name, place in (ENTRY.fields or {}).items()}
MARK = struct.Struct("<iiqqq")


@dataclass(frozen=True)
class Mark:
    first: int
    end: int
    detail: int
    # The first row that was committed and cannot be read; None if all can.
    whole: int | None = None


@dataclass(frozen=True)
class Checkpoint:
    generation: int
    clean: bool
    store_id: tuple[int, int]
    boot: tuple[int, int]
    written_ms: int
    chunk_bytes: int
    extent_chunks: int
    extents: int
    catalog_bytes: int
    marks: dict[int, Mark]


def boot_id() -> tuple[int, int] | None:
    """The boot id of the machine; None if it is not available."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            digits = file.read().strip().replace("-", "")
        return int(digits[:16], 16), int(digits[16:], 16)
    except (OSError, ValueError):
        return None


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError as e:
        raise NotAStoreError(f"no store: file is missing ({path})") from e
    except OSError as e:
        raise StoreError(f"cannot be read: {e.strerror} ({path})") from e


def require_head(folder: str) -> None:
    """Distinguishes a folder without a store from one that may not be read."""
    path = os.path.join(folder, "store.head")
    try:
        found = stat.S_ISREG(os.stat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        found = False
    except OSError as e:
        raise StoreError(f"cannot be read: {e.strerror} ({path})") from e
    if not found:
        raise NotAStoreError(f"no store and no archive: store.head is missing ({folder})")


def _checkpoint(area: bytes, path: str) -> Checkpoint | None:
    if area[:8] != b"ASHLSTOR":
        return None
    version, checksum, length = struct.unpack_from("<III", area, 8)
    if not 128 <= length <= len(area) or crc32c(area[16:length], crc32c(area[:12])) != checksum:
        return None
    if version != 1:
        raise FormatVersionError(f"store of a later format: version={version}, expected=1 ({path})")
    flags, generation, high, low, boot_high, boot_low, written, _ = struct.unpack_from("<IqQQQQqq", area, 20)
    chunk_bytes, extent_chunks, extents, count, catalog = struct.unpack_from("<iiiiq", area, 80)
    if count < 0 or 128 + count * MARK.size > length or count > MAX_MARKS or chunk_bytes < PAGE or extent_chunks < 1:
        return None
    marks = {}
    for i in range(count):
        container, _, first, end, detail = MARK.unpack_from(area, 128 + i * MARK.size)
        marks[container] = Mark(first, end, detail)
    return Checkpoint(generation, flags & 1 != 0, (high, low), (boot_high, boot_low), written, chunk_bytes,
                      extent_chunks, extents, catalog, marks)


def read_head(folder: str, boot: tuple[int, int] | None) -> tuple[Checkpoint, Checkpoint | None]:
    """The current checkpoint and the durable one."""
    path = os.path.join(folder, "store.head")
    data = _read(path)
    found = [_checkpoint(data[i * AREA_BYTES:(i + 1) * AREA_BYTES], path) for i in range(4)]
    durable = [c for c in found[:2] if c is not None]
    volatile = [c for c in found[2:] if c is not None and c.boot == boot]
    if not durable and not volatile:
        raise DamagedError(f"no valid checkpoint ({path})")
    current = max(durable + volatile, key=lambda c: c.generation)
    return current, max(durable, key=lambda c: c.generation, default=None)


@dataclass
class ContainerRecord:
    id: int
    kind: int
    schema: int
    prefix: int
    source: int
    detail: int
    name: str
    path: str
    fields: str


@dataclass
class Catalog:
    """The contents of the catalog, up to a number of bytes."""
    folder: str
    store_id: tuple[int, int]
    length: int = 0
    containers: dict[int, ContainerRecord] = field(default_factory=dict)
    schemas: dict[int, Schema | SchemaError] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)

    def copy(self) -> "Catalog":
        """A copy with its own records, so that reading on does not change this catalog."""
        return replace(self, containers={id_: replace(record) for id_, record in self.containers.items()},
                       schemas=dict(self.schemas), problems=list(self.problems), unknown=list(self.unknown))

    def read(self, least: int) -> None:
        """Reads the records that were added since. Up to `least` bytes, every record must be intact."""
        path = os.path.join(self.folder, "store.catalog")
        data = _read(path)
        if self.length == 0:
            whole = len(data) >= 32 and data[:8] == b"ASHLCATA" \
                and crc32c(data[16:32], crc32c(data[:12])) == struct.unpack_from("<I", data, 12)[0]
            if not whole:
                raise DamagedError(f"header is damaged ({path})")
            version, = struct.unpack_from("<I", data, 8)
            if version != 1:
                raise FormatVersionError(f"catalog of a later format: version={version}, expected=1 ({path})")
            if struct.unpack_from("<QQ", data, 16) != self.store_id:
                raise DamagedError(f"catalog of another store ({path})")
            self.length = 32
        at = self.length
        while at + 12 <= len(data):
            length, checksum = struct.unpack_from("<II", data, at)
            if length < 12 or at + length > len(data) or crc32c(data[at + 8:at + length]) != checksum:
                if length < 12 or at + length > least:
                    break
                self.problems.append(f"record is damaged: offset={at} ({path})")
                at += length
                continue
            try:
                self._record(data[at + 8:at + length])
            except (struct.error, UnicodeDecodeError) as e:
                self.problems.append(f"record is malformed: offset={at} ({path}): {e}")
            at += length
        self.length = at
        if at < least:
            self.problems.append(f"records are damaged: offset={at}, catalogBytes={least} ({path})")

    def _record(self, data: bytes) -> None:
        kind, = struct.unpack_from("<i", data)
        if kind == 1:
            number, id_, version, length, checksum = struct.unpack_from("<iiiiI", data, 4)
            self.schemas[number] = self._schema(number, length, checksum)
        elif kind == 2:
            id_, of, schema, prefix, source, detail = struct.unpack_from("<iiiiiq", data, 4)
            texts = []
            at = 32
            for _ in range(3):
                size, = struct.unpack_from("<H", data, at)
                if at + 2 + size > len(data):
                    raise struct.error("text ends beyond the record")
                texts.append(data[at + 2:at + 2 + size].decode())
                at += 2 + size
            if of in (TABLE, JOURNAL, LAST_VALUES, JOURNAL_INDEX):
                self.containers[id_] = ContainerRecord(id_, of, schema, prefix, source, detail, *texts)
            else:
                self.unknown.append(id_)
                self.problems.append(f"container of an unknown kind: name={texts[0]}, kind={of}")
        elif kind == 3:
            id_, schema = struct.unpack_from("<ii", data, 4)
            if id_ in self.containers:
                self.containers[id_].schema = schema
        elif kind not in (4, 5):
            self.problems.append(f"record of an unknown type: type={kind}")

    def _schema(self, number: int, length: int, checksum: int) -> Schema | SchemaError:
        path = os.path.join(self.folder, "schemas", f"{number:04d}.sbeir")
        try:
            data = _read(path)
            if len(data) != length or crc32c(data) != checksum:
                raise SchemaError(f"schema differs from its checksum: length={len(data)}, expected={length} ({path})")
            return parse(data, path)
        except SchemaError as e:
            return e
        except StoreError as e:
            return SchemaError(str(e))


class Extents:
    """The extents, mapped for reading."""

    def __init__(self, folder: str, head: Checkpoint) -> None:
        self._folder = folder
        self._head = head
        self.chunk_bytes = head.chunk_bytes
        self.extent_chunks = head.extent_chunks
        self.begin = PAGE + -(-head.extent_chunks * ENTRY.itemsize // PAGE) * PAGE
        self.bytes: list[np.ndarray | None] = []
        self.entries: list[np.ndarray | None] = []
        self._words: list[Words | None] = []
        self.problems: dict[int, str] = {}

    def map_all(self, least: int) -> None:
        """Maps extents up to the first that does not exist, and retries those that could not be mapped before: the
        process may have had too many open files.
        """
        for extent in list(self.problems):
            self._try(extent)
        while os.path.exists(self._path(len(self.bytes))) or len(self.bytes) < least:
            self.bytes.append(None)
            self.entries.append(None)
            self._words.append(None)
            self._try(len(self.bytes) - 1)

    def _path(self, extent: int) -> str:
        return os.path.join(self._folder, "extents", f"{extent:04d}.ext")

    def _try(self, extent: int) -> None:
        path = self._path(extent)
        try:
            self._map(path, extent)
            self.problems.pop(extent, None)
        except FileNotFoundError:
            self.problems[extent] = f"extent is missing ({path})"
        except PermissionError as e:
            self.problems[extent] = str(e)
            raise StoreError(f"cannot be read: {e.strerror} ({path})") from e
        except FormatVersionError as e:
            self.problems[extent] = str(e)
            raise
        except (DamagedError, OSError) as e:
            self.problems[extent] = str(e)

    def _map(self, path: str, extent: int) -> None:
        length = self.begin + self.extent_chunks * self.chunk_bytes
        with open(path, "rb") as file:
            actual = os.fstat(file.fileno()).st_size
            if actual < length:
                raise DamagedError(f"extent is truncated: length={actual}, expected={length} ({path})")
            memory = mmap.mmap(file.fileno(), length, access=mmap.ACCESS_READ)
        header = memory[:64]
        if header[:8] != b"ASHLEXTN" or crc32c(header[16:64], crc32c(header[:12])) != \
                struct.unpack_from("<I", header, 12)[0]:
            raise DamagedError(f"header of the extent is damaged ({path})")
        version, = struct.unpack_from("<I", header, 8)
        if version != 1:
            raise FormatVersionError(f"extent of a later format: version={version}, expected=1 ({path})")
        if struct.unpack_from("<QQiii", header, 16) != (*self._head.store_id, extent, self.extent_chunks,
                                                        self.chunk_bytes):
            raise DamagedError(f"extent belongs to another store or has another index ({path})")
        self._words[extent] = Words(memory)
        self.entries[extent] = np.frombuffer(memory, ENTRY, self.extent_chunks, PAGE)
        self.bytes[extent] = np.frombuffer(memory, np.uint8)

    def count(self) -> int:
        return len(self.bytes) * self.extent_chunks

    def has(self, chunk: int) -> bool:
        return 0 <= chunk < self.count() and self.bytes[chunk // self.extent_chunks] is not None

    def entry_bytes(self, chunk: int) -> bytes:
        memory = self.bytes[chunk // self.extent_chunks]
        assert memory is not None
        at = PAGE + chunk % self.extent_chunks * ENTRY.itemsize
        return memory[at:at + ENTRY.itemsize].tobytes()

    def word(self, chunk: int, name: str) -> int:
        """Loads a word of an entry with acquire."""
        words = self._words[chunk // self.extent_chunks]
        assert words is not None
        return words.load(PAGE + chunk % self.extent_chunks * ENTRY.itemsize + _OFFSETS[name])

    def chunk(self, chunk: int) -> np.ndarray:
        memory = self.bytes[chunk // self.extent_chunks]
        assert memory is not None
        at = self.begin + chunk % self.extent_chunks * self.chunk_bytes
        return memory[at:at + self.chunk_bytes]

    def close(self) -> None:
        """Drops the mappings. Each is unmapped with the last view of it."""
        self.bytes = []
        self.entries = []
        self._words = []


class Live:
    """The words that processes share, and the pins of this reader. Its slot shows the least of them."""
    RETIREMENTS, CATALOG_BYTES, WRITER_PID, CLAIMS = 64, 72, 80, 88

    def __init__(self, folder: str, store_id: tuple[int, int]) -> None:
        path = os.path.join(folder, "store.live")
        length = 128 + READERS * 128
        with open(path, "r+b") as file:
            actual = os.fstat(file.fileno()).st_size
            if actual < length:
                raise DamagedError(f"live file is truncated: length={actual}, expected={length} ({path})")
            self._memory = mmap.mmap(file.fileno(), length)
        if self._memory[:8] != b"ASHLLIVE" or struct.unpack_from("<I", self._memory, 8)[0] != 1 \
                or struct.unpack_from("<QQ", self._memory, 16) != store_id:
            raise DamagedError(f"not the live file of this store ({path})")
        self._words = Words(self._memory)
        self._locks = Locks.open(folder)
        self._slot = self._locks.take_reader()
        self._pinned: dict[int, int] = {}
        self._guard = threading.RLock()
        self._closed = False
        # A forked child shares the memory, but not the slot.
        self._process = os.getpid()
        if self._slot is None:
            self._locks.close()
            raise StoreError(f"all reader slots are taken: max={READERS} ({folder})")
        self._words.store(128 + self._slot * 128, 0)
        self._words.store(128 + self._slot * 128 + 8, os.getpid())

    def word(self, offset: int) -> int:
        return self._words.load(offset)

    def is_written_elsewhere(self) -> bool:
        """Whether a writer is at work that has recovered the store."""
        return self._locks.is_recovered()

    def pin(self) -> "Pin":
        """Pins everything that is not retired yet."""
        if self._is_forked():
            raise StoreError("opened before fork: open it again")
        with self._guard:
            while True:
                number = self._words.load(self.RETIREMENTS)
                # Counted before it is published: the garbage collector may end other pins at any moment, and then the
                # least of the counted pins is published.
                self._pinned[number] = self._pinned.get(number, 0) + 1
                self._show()
                if self._words.load(self.RETIREMENTS) == number:
                    return Pin(self, number)
                self._forget(number)

    def _show(self) -> None:
        """Stores the least of the counted pins, even if one of them ends meanwhile."""
        least: int | None = -1
        while self._slot is not None and least != min(self._pinned, default=None):
            least = min(self._pinned, default=None)
            self._words.store(128 + self._slot * 128, 0 if least is None else least + 1)
            fence()

    def _forget(self, number: int) -> bool:
        """:return: whether it was the last pin of this number"""
        self._pinned[number] -= 1
        if self._pinned[number]:
            return False
        del self._pinned[number]
        return True

    def _is_forked(self) -> bool:
        return os.getpid() != self._process

    def unpin(self, number: int) -> None:
        if self._is_forked():
            return
        with self._guard:
            if self._forget(number):
                self._show()
            if self._closed and not self._pinned:
                self._end()

    def close(self) -> None:
        """Releases the slot, when the last pin has ended."""
        if self._is_forked():
            return
        with self._guard:
            self._closed = True
            if not self._pinned:
                self._end()

    def _end(self) -> None:
        slot, self._slot = self._slot, None
        if slot is not None:
            self._locks.release(slot)
            self._locks.close()


class Pin:
    """A pin, which ends when it is garbage-collected or `release` is called."""

    def __init__(self, live: Live, number: int) -> None:
        self.number = number
        self.release = weakref.finalize(self, live.unpin, number)


class Held:
    """Memory of numpy views, with the pin that keeps it unchanged."""

    def __init__(self, memory: np.ndarray, dtype: np.dtype, rows: int, pin: Any) -> None:
        self._memory = memory
        self._pin = pin
        address, _ = memory.__array_interface__["data"]
        self.__array_interface__ = {"version": 3, "shape": (rows * dtype.itemsize,), "typestr": "|u1",
                                    "data": (address, True)}
