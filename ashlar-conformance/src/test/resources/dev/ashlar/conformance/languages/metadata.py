# SPDX-License-Identifier: Apache-2.0
"""Prints what the codecs say of fields."""

import re
import struct

from ashlar_sbe import EncodingError
from conformance.check import OrderDecoder, OrderEncoder


def field(name):
    f = getattr(OrderDecoder, name)
    length = f.end - f.offset
    return f"{name} id={f.id} since={f.since} offset={f.offset} length={length} semantic={f.semantic_type}"


def bits(real):
    """A float by its bits."""
    return "NaN" if real != real else struct.pack(">d", real).hex().lstrip("0")


for name in ("u16", "i16", "custom", "wide", "added"):
    f = getattr(OrderDecoder, name)
    print(f"{field(name)} null={f.null_value} min={f.min_value} max={f.max_value}")
for name in ("ratio", "rate"):
    f = getattr(OrderDecoder, name)
    print(f"{field(name)} null={bits(f.null_value)} min={bits(f.min_value)} max={bits(f.max_value)}")
price = OrderDecoder.price
print(f"price id={price.id} since={price.since} offset={price.offset}")
for name in ("side", "few"):
    print(field(name))
try:
    OrderEncoder().text = "\u2603"
except EncodingError as e:
    print(field("text"), re.search(r"charset=\S+", str(e))[0])
