# SPDX-License-Identifier: Apache-2.0
"""Messages of captures, as dicts and as Arrow."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Iterator

import numpy as np

from . import _captures, _packets
from ._columns import Values, columns_of, named
from ._framings import Framing
from ._gather import gather_all
from ._messages import Body, CutMessageError, Decoder
from ._pandas import pandas_column
from ._schema import CONSTANT, Block, Schema, parse
from .errors import CaptureError, DamagedError, SchemaError

_RESERVED = ("template", "id", "schema", "version", "time", "header")
_STANDARD = ("blockLength", "templateId", "schemaId", "version")
_MAX_PROBLEMS = 100


@dataclass(frozen=True)
class _Found:
    """A message in a capture, not decoded yet."""
    packet: int
    index: int
    time: int | None
    data: memoryview


def decode(schema: str | os.PathLike[str] | Schema, capture: str | os.PathLike[str], framing: str = "raw",
           on_damage: str = "raise") -> "Decoding":
    """The messages of a capture, or of a file that has only framed messages; gzip is accepted. Iterate over the result
    for dicts as `ashlar decode` prints them, or read the rows of one template. A capture is recognised by the magic of
    pcap or pcapng, its first four bytes.

    :param schema: a file that `ashlar compile SCHEMA -l sbeir` wrote, or a schema
    :param framing: a name or description from docs/framings.md
    :param on_damage: "raise" stops with a CaptureError at the first packet or message that cannot be decoded; "skip"
        leaves it out and adds the error to `problems`
    :raises SchemaError: if the schema cannot be read
    :raises ValueError: if the framing is unknown or invalid
    """
    if on_damage not in ("raise", "skip"):
        raise ValueError(f'on_damage is "raise" or "skip": on_damage={on_damage!r}')
    return Decoding(schema if isinstance(schema, Schema) else _read(os.fspath(schema)), os.fspath(capture), framing,
                    on_damage == "skip")


def _read(path: str) -> Schema:
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".xml") or data.lstrip()[:1] == b"<":
        raise SchemaError(f"XML is not supported here: convert it once with `ashlar compile {path} -l sbeir -o .`")
    return parse(data, path)


class Decoding:
    """The messages of a capture. Each iteration, and each call for rows, reads the capture again.

    :ivar problems: errors of the last pass whose packets or messages were skipped, at most 100
    :ivar problem_count: number of all such errors
    :ivar skipped: packets of the last pass that carry no messages of the feed, by reason
    """

    def __init__(self, schema: Schema, capture: str, framing: str, skip: bool) -> None:
        self.schema = schema
        self.capture = capture
        self._skip = skip
        self._decoder = Decoder([schema])
        self._framing = Framing(framing, self._measure)
        self._extra = tuple(m.name for m in schema.header.members if m.name not in _STANDARD)
        self.problems: list[CaptureError] = []
        self.problem_count = 0
        self.skipped: dict[str, int] = {}

    def _measure(self, data: memoryview) -> int | None:
        try:
            block, _, length = self._decoder.measured(data)
        except CutMessageError:
            return None
        except (DamagedError, SchemaError) as e:
            raise ValueError(str(e)) from e
        if block is None:
            raise ValueError("no such template")
        return length

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for found in self._messages():
            try:
                yield self._dict(found)
            except (DamagedError, SchemaError) as e:
                self._problem(CaptureError(str(e), found.packet, found.index))

    def _problem(self, e: CaptureError) -> None:
        if not self._skip:
            raise e
        self.problem_count += 1
        if len(self.problems) < _MAX_PROBLEMS:
            self.problems.append(e)

    def _messages(self) -> Iterator[_Found]:
        self.problems = []
        self.problem_count = 0
        self.skipped = {}
        if not _captures.is_capture(self.capture):
            yield from self._stream()
            return
        for packet in _captures.packets(self.capture):
            if isinstance(packet, CaptureError):
                self._problem(packet)
                continue
            try:
                datagram = _packets.datagram(packet)
            except _packets.Skipped as e:
                if e.loss:
                    self._problem(CaptureError(e.reason, packet.index))
                else:
                    self.skipped[e.reason] = self.skipped.get(e.reason, 0) + 1
                continue
            index = 0
            problem = ""
            for frame in self._framing.frames(datagram.payload, datagram.missing):
                problem = frame.problem
                if not problem:
                    yield _Found(packet.index, index, packet.time, frame.message)
                    index += 1
            if datagram.missing:
                problem = f"packet cut short by the capture: missing={datagram.missing}"
            if problem:
                self._problem(CaptureError(problem, packet.index))
            elif index == 0:
                self.skipped["datagram without messages"] = self.skipped.get("datagram without messages", 0) + 1

    def _stream(self) -> Iterator[_Found]:
        index = 0
        try:
            for frame in self._framing.stream(_captures.pieces(self.capture)):
                if frame.problem:
                    self._problem(CaptureError(frame.problem, 0))
                else:
                    yield _Found(0, index, None, frame.message)
                    index += 1
        except CaptureError as e:
            self._problem(e)

    def _dict(self, found: _Found) -> dict[str, Any]:
        block, fields = self._decoder.decode(found.data)
        _, template, schema, version = self._decoder.header(found.data)
        if block is None:
            raise SchemaError(f"unknown template or schema: templateId={template}, schemaId={schema}, "
                              f"expected={self.schema.id}")
        message: dict[str, Any] = {"template": block.name, "id": template, "schema": schema, "version": version}
        if found.time is not None:
            message["time"] = np.datetime64(found.time, "ns")
        if self._extra:
            body = Body(found.data, self.schema, version)
            message["header"] = {m.name: m.constant if m.presence == CONSTANT else body.value(m)
                                 for m in self.schema.header.members if m.name in self._extra}
        for name, value in fields.items():
            message[name + "_" if name in _RESERVED else name] = value
        return message

    # ---------------------------------------------------------------------------------------------------------- tables

    def columns(self, block: str) -> dict[str, Values]:
        """The columns of a template, or of a group given as "Template/group", by their SQL names. They follow `_time`,
        the capture time of the packet, and for a group `_parent`, the row of the enclosing entry or message.
        """
        return list(self._batches(block, None))[-1]

    def _batches(self, block: str, most: int | None) -> Iterator[dict[str, Values]]:
        path = self._path(block)
        rows = _Rows(path)
        for found in self._messages():
            try:
                length, template, schema, version = self._decoder.header(found.data)
                if schema != self.schema.id or all(m.id != template for m in self.schema.messages):
                    raise SchemaError(f"unknown template or schema: templateId={template}, schemaId={schema}, "
                                      f"expected={self.schema.id}")
                if template == path[0].id:
                    walker = _Walker(found.data, self.schema, version, rows.begin(found.time))
                    walker.block(path[0], self.schema.header.size, length, {})
                    rows.commit(version)
                    if most is not None and rows.count >= most:
                        yield rows.columns(self.schema)
            except (DamagedError, SchemaError) as e:
                self._problem(CaptureError(str(e), found.packet, found.index))
        yield rows.columns(self.schema)

    def _path(self, block: str) -> list[Block]:
        names = block.split("/")
        return [self.schema.block("/".join(names[:i + 1])) for i in range(len(names))]

    def to_batches(self, block: str, rows: int = 100_000) -> Iterator[Any]:
        """The same as pyarrow RecordBatches of about `rows` rows, produced while the capture is read, so it may be
        larger than memory. Decimals whose exponent is on the wire have the scale that their batch needs.
        """
        import pyarrow as pa
        from . import _arrow
        own = {c.name: c for c in named(columns_of(self._path(block)[-1], self.schema))}
        for columns in self._batches(block, rows):
            yield pa.RecordBatch.from_arrays([_arrow.array(values, own.get(name)) for name, values in columns.items()],
                                             list(columns))

    def to_arrow(self, block: str) -> Any:
        """A pyarrow Table of the rows of a template or group."""
        import pyarrow as pa
        from . import _arrow
        own = {c.name: c for c in named(columns_of(self._path(block)[-1], self.schema))}
        return pa.table({name: _arrow.array(values, own.get(name)) for name, values in self.columns(block).items()})

    def to_pandas(self, block: str) -> Any:
        """A pandas DataFrame of the rows of a template or group."""
        import pandas as pd
        return pd.DataFrame({name: pandas_column(values) for name, values in self.columns(block).items()})

    def to_polars(self, block: str) -> Any:
        """A polars DataFrame of the rows of a template or group."""
        import polars as pl
        return pl.from_arrow(self.to_arrow(block))

    def __repr__(self) -> str:
        return f"Decoding({self.capture!r}, framing={self._framing.text!r}, schema={self.schema.id})"


class _Rows:
    """Rows of a block. The blocks of a message are added once the whole message has been read."""

    def __init__(self, path: list[Block]) -> None:
        self.path = path
        self._counts = [0] * len(path)
        self._new: list[tuple[int, bytes, int]] = []
        self._time: int | None = None
        self._parents: list[int] = []
        self._times: list[int] = []
        # Runs of rows of one version and length.
        self._parts: list[tuple[list[bytes], int, int]] = []

    def begin(self, time: int | None) -> "_Rows":
        self._new = []
        self._time = time
        self._found = list(self._counts)
        return self

    def add(self, depth: int, block: bytes) -> None:
        self._found[depth] += 1
        if depth == len(self.path) - 1:
            self._new.append((self._found[depth - 1] - 1 if depth else 0, block, len(block)))

    def commit(self, version: int) -> None:
        self._counts = self._found
        for parent, block, length in self._new:
            self._parents.append(parent)
            self._times.append(np.iinfo(np.int64).min if self._time is None else self._time)
            if not self._parts or self._parts[-1][1:] != (version, length):
                self._parts.append(([], version, length))
            self._parts[-1][0].append(block)

    @property
    def count(self) -> int:
        return len(self._times)

    def columns(self, schema: Schema) -> dict[str, Values]:
        """The rows since the last call."""
        parts = [(np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), length), 0, version, length)
                 for rows, version, length in self._parts]
        times = np.array(self._times, np.int64).view("M8[ns]")
        found = {"_time": Values("_time", "time", times, np.isnat(times) if np.isnat(times).any() else None)}
        if len(self.path) > 1:
            found["_parent"] = Values("_parent", "number", np.array(self._parents, np.int64))
        own = named(columns_of(self.path[-1], schema))
        found.update((c.name, values) for c, values in zip(own, gather_all(parts, own)))
        self._parents, self._times, self._parts = [], [], []
        return found


class _Walker(Body):
    """Finds the blocks on a path, and reads no fields."""

    def __init__(self, message: memoryview, schema: Schema, version: int, rows: _Rows) -> None:
        super().__init__(message, schema, version)
        self._rows = rows

    def _fields(self, block: Block, at: int, length: int, into: dict[str, Any]) -> None:
        for depth, wanted in enumerate(self._rows.path):
            if block is wanted:
                self._rows.add(depth, bytes(self._message[at:at + length]))


__all__ = ["Decoding", "decode"]
