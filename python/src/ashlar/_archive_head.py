# SPDX-License-Identifier: Apache-2.0
"""The head of an archive: its days and their contents (docs/formats/archive-v1.md)."""
from __future__ import annotations

import datetime
import os
import re
from dataclasses import dataclass

from ._memory import crc32c
from .errors import DamagedError, FormatVersionError, NotAStoreError, StoreError

NAME = "archive.head"
BASE_BITS = 41
_HALF_HOUR = 1_800_000_000_000
_MAX_BYTES = 1 << 28
_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)
_SHAPE = re.compile(r"-|[0-9A-Fa-f]{1,16}", re.ASCII)
_ZONE = re.compile(r"[A-Za-z+-][A-Za-z0-9~/._:+-]*", re.ASCII)
_DATE = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_DAY = re.compile(_DATE, re.ASCII)
_HOUR = re.compile(_DATE + r"T([01][0-9]|2[0-3])([+-])(0[0-9]|1[0-8])([0-5][0-9])", re.ASCII)


@dataclass(frozen=True)
class Listed:
    """The head's entry for a table, journal or last-value table of a sealed day. Times are None if unknown."""
    name: str
    kind: str
    rows: int
    min_time: int | None
    max_time: int | None
    shape: str | None


@dataclass(frozen=True)
class HeadDay:
    """The head's entry for a day, or hour."""
    name: str
    date: datetime.date
    is_open: bool
    store_id: str
    begin: int
    end: int
    bytes_on_disk: int
    listed: tuple[Listed, ...]

    @property
    def base(self) -> int:
        """The number that is added to its row numbers and positions to make them unique in the archive."""
        return self.begin // _HALF_HOUR << BASE_BITS

    @property
    def tables(self) -> dict[str, Listed]:
        return {t.name: t for t in self.listed if t.kind == "table"}


@dataclass(frozen=True)
class Head:
    id: str
    generation: int
    division: str
    zone: str
    days: tuple[HeadDay, ...]

    def day(self, name: str) -> HeadDay | None:
        return next((d for d in self.days if d.name == name), None)


def hour_begin(name: str) -> int | None:
    """The start of the hour with this name, in nanoseconds since 1970; None if it is not the name of an hour."""
    found = _HOUR.fullmatch(name)
    if found is None:
        return None
    date, hour, sign, hours, minutes = found.groups()
    try:
        local = datetime.datetime.fromisoformat(f"{date}T{hour}:00:00") - datetime.datetime(1970, 1, 1)
    except ValueError:
        return None
    offset = datetime.timedelta(hours=int(hours), minutes=int(minutes))
    utc = local + offset if sign == "-" else local - offset
    return (utc.days * 86_400 + utc.seconds) * 1_000_000_000


def is_archive(folder: str) -> bool:
    """Whether a folder contains an archive, intact or not."""
    return os.path.exists(os.path.join(folder, NAME))


def read_head(folder: str) -> Head:
    """Reads the head as a whole.

    :raises NotAStoreError: if there is none
    :raises DamagedError: if it contradicts its checksum or the format
    """
    path = os.path.join(folder, NAME)
    try:
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError as e:
        raise NotAStoreError(f"no archive: {NAME} is missing ({folder})") from e
    except OSError as e:
        raise StoreError(f"cannot be read: {e.strerror} ({path})") from e
    return parse_head(data, path)


def parse_head(data: bytes, path: str) -> Head:
    """Parses a head. The checksum, which covers the version, is checked first."""
    if len(data) > _MAX_BYTES:
        raise DamagedError(f"head of an archive is too long: most={_MAX_BYTES} ({path})")
    covered, _, end = data.rpartition(b"crc32c ")
    if not data.startswith(b"ashlar-archive ") or not covered.endswith(b"\n"):
        raise DamagedError(f"not the head of an archive ({path})")
    expected = b"%08x\n" % crc32c(covered)
    if end != expected:
        raise DamagedError(f"head of the archive differs from its checksum: checksum={end.strip()!r}, "
                           f"expected={expected.strip()!r} ({path})")
    version = covered[len(b"ashlar-archive "):covered.index(b"\n")].decode("ascii", "replace")
    if version != "1":
        raise FormatVersionError(f"archive of a later format: version={version}, expected=1 ({path})")
    try:
        return _Parser(covered.decode().split("\n")[:-1]).head()
    except (ValueError, IndexError) as e:
        raise DamagedError(f"head of the archive contradicts its format: {e} ({path})") from e


class _Parser:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._division = ""

    def _line(self, key: str, fields: int) -> list[str]:
        if self._at >= len(self._lines):
            raise ValueError(f"line is missing: {key}")
        found = self._lines[self._at].split(" ")
        self._at += 1
        if found[0] != key or len(found) != fields + 1:
            raise ValueError(f"line {self._at} is {' '.join(found)!r}, should be {key!r} with {fields} fields")
        return found

    def _is_next(self, key: str) -> bool:
        return self._at < len(self._lines) and self._lines[self._at].startswith(key + " ")

    def head(self) -> Head:
        self._line("ashlar-archive", 1)
        id_ = self._line("id", 1)[1]
        generation = _number(self._line("generation", 1)[1])
        _, self._division, zone = self._line("division", 2)
        zone = _unescape(zone)
        if self._division not in ("day", "hour") or not _ZONE.fullmatch(zone):
            raise ValueError(f"unknown division: {self._division} {zone}")
        while self._is_next("index"):
            self._index()
        days: list[HeadDay] = []
        while self._is_next("day"):
            days.append(self._day())
        while self._is_next("dropped"):
            self._date(self._line("dropped", 2)[1])
        if self._at < len(self._lines):
            raise ValueError(f"line {self._at + 1} is unknown: {self._lines[self._at]!r}")
        if len({d.name for d in days}) < len(days):
            raise ValueError("a day is listed twice")
        if sum(d.is_open for d in days) > 1:
            raise ValueError("more than one day is open")
        days.sort(key=lambda d: d.begin)
        return Head(id_, generation, self._division, zone, tuple(days))

    def _index(self) -> None:
        """Checks the line of an index, which affects no answer."""
        found = self._lines[self._at].split(" ")
        self._at += 1
        if len(found) < 4 or found[2] not in ("hash", "sorted") or "" in found[3:]:
            raise ValueError(f"line {self._at} is {' '.join(found)!r}, should be an index")

    def _date(self, name: str) -> datetime.date:
        """The date in a day's name. The name must not be a path out of the archive."""
        found = (_DAY if self._division == "day" else _HOUR).fullmatch(name)
        if found is None:
            raise ValueError(f"line {self._at} has an invalid name of a {self._division}: {name!r}")
        return datetime.date.fromisoformat(found[1])

    def _day(self) -> HeadDay:
        _, name, state, store_id, begin, end, size = self._line("day", 6)
        date = self._date(name)
        if state not in ("open", "sealed"):
            raise ValueError(f"line {self._at} has an unknown state: {state}")
        listed = []
        while self._is_next("table"):
            _, table, kind, rows, least, greatest, shape = self._line("table", 6)
            if kind not in ("table", "journal", "last-values") or not _SHAPE.fullmatch(shape):
                raise ValueError(f"line {self._at} has an unknown kind or no shape: {kind} {shape}")
            listed.append(Listed(_unescape(table), kind, _number(rows), _time(least), _time(greatest),
                                 None if shape == "-" else shape))
        day = HeadDay(name, date, state == "open", store_id, _number(begin), _number(end), _number(size),
                      tuple(listed))
        if day.begin >= day.end:
            raise ValueError(f"empty day: name={name}, begin={begin}, end={end}")
        return day


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or not -2 ** 63 <= int(text) < 2 ** 63:
        raise ValueError(f"not a number: {text!r}")
    return int(text)


def _time(text: str) -> int | None:
    return None if text == "-" else _number(text)


def _unescape(text: str) -> str:
    if text == "%":
        return ""
    parts = text.split("%")
    return parts[0] + "".join(chr(int(p[:2], 16)) + p[2:] for p in parts[1:])
