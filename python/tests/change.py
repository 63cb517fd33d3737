# SPDX-License-Identifier: Apache-2.0
"""The files of a store, to be changed as a writer, a disk or an accident might change them."""
from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from ashlar import crc32c
from ashlar._files import AREA_BYTES, ENTRY, MARK, PAGE, PIECE

_SEAL = ("epoch", "footerChecksum", "sealed", "minTime", "maxTime", "sealedAt")


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        head = (folder / "store.head").read_bytes()
        self.chunk_bytes, self._extent_chunks = struct.unpack_from("<ii", head, 80)
        self._begin = PAGE + -(-self._extent_chunks * ENTRY.itemsize // PAGE) * PAGE

    def _path(self, chunk: int) -> Path:
        return self.folder / "extents" / f"{chunk // self._extent_chunks:04}.ext"

    def _entry_at(self, chunk: int) -> int:
        return PAGE + chunk % self._extent_chunks * ENTRY.itemsize

    def chunk_at(self, chunk: int, offset: int = 0) -> int:
        return self._begin + chunk % self._extent_chunks * self.chunk_bytes + offset

    def read(self, chunk: int, offset: int, length: int) -> bytes:
        with open(self._path(chunk), "rb") as file:
            file.seek(self.chunk_at(chunk, offset))
            return file.read(length)

    def write(self, chunk: int, offset: int, data: bytes) -> None:
        self._write(self._path(chunk), self.chunk_at(chunk, offset), data)

    @staticmethod
    def _write(path: Path, at: int, data: bytes) -> None:
        # In place: readers have it mapped.
        with open(path, "r+b") as file:
            file.seek(at)
            file.write(data)

    def entry(self, chunk: int, whole: bool = True, **fields: int) -> dict[str, int]:
        """Changes fields of an entry, and its checksum if it is to be whole."""
        with open(self._path(chunk), "rb") as file:
            file.seek(self._entry_at(chunk))
            data = bytearray(file.read(ENTRY.itemsize))
        for name, value in fields.items():
            of, at = ENTRY.fields[name][:2]
            data[at:at + of.itemsize] = value.to_bytes(of.itemsize, "little", signed=value < 0)
        if whole and fields:
            data[:4] = struct.pack("<I", crc32c(bytes(data[4:64])))
        self._write(self._path(chunk), self._entry_at(chunk), data)
        return {name: int.from_bytes(data[at:at + of.itemsize], "little")
                for name, (of, at, *_) in ENTRY.fields.items()}

    def release(self, chunk: int) -> None:
        """As a writer gives back a chunk."""
        epoch = self.entry(chunk)["epoch"]
        unused = {name: 0 for name in ENTRY.names if name != "_"}
        self.entry(chunk, whole=False, **{**unused, "epoch": epoch + 1})

    def seal(self, chunk: int, **fields: int) -> None:
        """Seals the rows of a chunk as they are now."""
        entry = self.entry(chunk, **fields)
        rows = self.read(chunk, 0, entry["sealed"] * entry["stride"])
        at = self.chunk_bytes - entry["footer"]
        footer = bytearray(self.read(chunk, at, entry["footer"]))
        zones, checksums = struct.unpack_from("<ii", footer, 8)
        for i in range(checksums):
            struct.pack_into("<I", footer, 16 + 32 * zones + 4 * i, crc32c(rows[i * PIECE:(i + 1) * PIECE]))
        self.write(chunk, at, footer)
        entry = self.entry(chunk, footerChecksum=crc32c(bytes(footer[:16 + 32 * zones + 4 * checksums])))
        words = struct.pack("<qIqQQq", *(entry[name] for name in _SEAL))
        self.entry(chunk, sealChecksum=crc32c(words))

    def mark(self, container: int, /, **fields: int) -> None:
        """Changes the mark of a container in all checkpoints."""
        path = self.folder / "store.head"
        data = bytearray(path.read_bytes())
        for area in range(0, len(data), AREA_BYTES):
            if data[area:area + 8] != b"ASHLSTOR":
                continue
            for i in range(struct.unpack_from("<i", data, area + 92)[0]):
                at = area + 128 + i * MARK.size
                names = ("container", "flags", "first", "end", "detail")
                mark: dict[str, Any] = dict(zip(names, MARK.unpack_from(data, at)))
                if mark["container"] == container:
                    MARK.pack_into(data, at, *{**mark, **fields}.values())
            length, = struct.unpack_from("<I", data, area + 16)
            checksum = crc32c(bytes(data[area + 16:area + length]), crc32c(bytes(data[area:area + 12])))
            struct.pack_into("<I", data, area + 12, checksum)
        path.write_bytes(data)

    def retirements(self, number: int) -> None:
        self._write(self.folder / "store.live", 64, struct.pack("<q", number))

    def pinned(self, slot: int = 0) -> int:
        return int.from_bytes((self.folder / "store.live").read_bytes()[128 + 128 * slot:][:8], "little")

    def remove_live(self) -> None:
        """So that readers cannot pin."""
        (self.folder / "store.live").unlink()
        (self.folder / "store.lock").unlink(missing_ok=True)
