# SPDX-License-Identifier: Apache-2.0
"""Text in the charsets that schemas name, as Java reads it (docs/json.md)."""
from __future__ import annotations

import codecs
import functools

_MARKS = {"utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)}
# Charsets that Python decodes without loading a module, which a process that has dropped its privileges cannot do.
_BUILT_IN = {"": "latin-1", "us-ascii": "latin-1", "ascii": "latin-1", "iso-8859-1": "latin-1", "utf-8": "utf-8"}


@functools.lru_cache(256)
def _charset(encoding: str) -> tuple[str, int]:
    """Python's name of a charset, empty if unknown, and the bytes of its code units. No encoding means US-ASCII. Bytes
    above 127, which US-ASCII lacks, are read as ISO 8859-1, so that they survive.
    """
    name = _BUILT_IN.get(encoding.strip().lower(), "")
    if not name:
        try:
            name = codecs.lookup(encoding.strip()).name
        except (LookupError, ValueError):
            return "", 1
    name = _BUILT_IN.get(name, name)
    return name, 2 if name.startswith("utf-16") else 4 if name.startswith("utf-32") else 1


def decode(value: bytes, encoding: str) -> str | None:
    """All bytes as text; None if the charset is unknown or cannot decode them."""
    return _decode(value, _charset(encoding)[0])


def _decode(value: bytes, name: str) -> str | None:
    if name in _MARKS and not value.startswith(_MARKS[name]):
        # Python would use the byte order of the machine.
        name += "-be"
    try:
        return value.decode(name) if name else None
    except (LookupError, ValueError):
        return None


def _shown(value: bytes, name: str) -> str:
    text = _decode(value, name)
    return "0x" + value.hex() if text is None else text


def decode_text(value: bytes, encoding: str) -> str:
    """Text up to the first NUL; bytes that the charset cannot decode as hexadecimal digits."""
    name, unit = _charset(encoding)
    if unit == 1:
        # If the charset is unknown, a zero may be part of the text.
        return _shown(value.partition(b"\0")[0] if name else value, name)
    zero = bytes(unit)
    end = next((at for at in range(0, len(value) - unit + 1, unit) if value[at:at + unit] == zero), len(value))
    return _shown(value[:end], name)


def decode_key(value: bytes, encoding: str) -> str:
    """Text without trailing zeros. Zeros within it stay: they distinguish keys."""
    name, unit = _charset(encoding)
    length = -(-len(value.rstrip(b"\0")) // unit) * unit
    return _shown(value[:length], name)
