# SPDX-License-Identifier: Apache-2.0
"""JSON in the format that Ashlar's documentation defines."""

from __future__ import annotations

import math
import re
import struct
from typing import Callable

from ashlar_sbe.wire import Buffer

_MAX_ZEROS = 40
_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quote(text: str) -> str:
    """A string including its quotes."""
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


def text(content: Buffer, encoding: str) -> str:
    """Text in an encoding, or an object with the bytes if they are not valid text."""
    try:
        return quote(bytes(content).decode(encoding))
    except UnicodeDecodeError:
        return hex_object(content)


def hexadecimal(content: Buffer) -> str:
    return f'"{bytes(content).hex()}"'


def hex_object(content: Buffer) -> str:
    return f'{{"hex":"{bytes(content).hex()}"}}'


def decimal(mantissa: int, exponent: int, known: bool) -> str:
    """The exact number ``mantissa`` * 10 ** ``exponent``.

    :param known: whether the schema fixes the exponent, so that trailing zeros may replace it
    """
    digits = str(abs(mantissa))
    sign = "-" if mantissa < 0 else ""
    if -_MAX_ZEROS <= exponent < 0:
        digits = digits.rjust(1 - exponent, "0")
        return f"{sign}{digits[:exponent]}.{digits[exponent:]}"
    if exponent == 0 or known and mantissa == 0:
        return sign + digits
    if known and 0 < exponent <= _MAX_ZEROS:
        return sign + digits + "0" * exponent
    return f"{sign}{digits}E{exponent}"


def double(number: float) -> str:
    """The fewest digits, but at least two, that read back as the same double."""
    return _real(number, _double_digits)


def single(number: float) -> str:
    """The fewest digits, but at least two, that read back as the same 4-byte float."""
    return _real(number, _single_digits)


def _real(number: float, digits_of: Callable[[float], tuple[str, int]]) -> str:
    if math.isnan(number):
        return '"NaN"'
    if math.isinf(number):
        return '"Infinity"' if number > 0 else '"-Infinity"'
    sign = "-" if math.copysign(1.0, number) < 0 else ""
    if number == 0:
        return sign + "0.0"
    digits, exponent = digits_of(abs(number))
    if exponent < -3 or exponent >= 7:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = exponent + 1
    digits = digits.ljust(whole, "0")
    return f"{sign}{digits[:whole]}.{digits[whole:] or '0'}"


def _split(scientific: str) -> tuple[str, int]:
    mantissa, exponent = scientific.split("e")
    return mantissa.replace(".", "").rstrip("0"), int(exponent)


def _double_digits(number: float) -> tuple[str, int]:
    scientific = f"{number:.1e}"
    if float(scientific) == number:
        # At least two digits: the closest ones, even if a single digit reads back as the number.
        return _split(scientific)
    return _from_repr(number)


def _from_repr(number: float) -> tuple[str, int]:
    mantissa, _, power = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    stripped = digits.lstrip("0")
    exponent = len(whole) - 1 - (len(digits) - len(stripped)) + int(power or 0)
    return stripped.rstrip("0"), exponent


def _single_digits(number: float) -> tuple[str, int]:
    for precision in range(1, 9):
        scientific = f"{number:.{precision}e}"
        if _as_single(float(scientific)) == number:
            return _split(scientific)
        # Below a power of two, numbers are closer together than above it. A neighbor
        # may read back as the number although the closest digits do not.
        if math.frexp(number)[0] == 0.5:
            mantissa, exponent = scientific.split("e")
            up = int(mantissa.replace(".", "")) + 1
            if _as_single(float(f"{up}e{int(exponent) - precision}")) == number:
                return str(up).rstrip("0"), int(exponent) + len(str(up)) - precision - 1
    return _split(f"{number:.8e}")


def _as_single(number: float) -> float:
    try:
        single: float = struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.inf
    return single
