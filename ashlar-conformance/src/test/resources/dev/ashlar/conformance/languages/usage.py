# SPDX-License-Identifier: Apache-2.0
"""Says what each wrong use leads to."""

from ashlar_sbe import EncodingError
from conformance.check import TradeEncoder


def order(trade):
    trade.note = "x"


def missing_entry(trade):
    next(trade.fills(2)).venue = "x"
    trade.note = "x"


def extra_entry(trade):
    fills = trade.fills(1)
    next(fills).venue = "x"
    try:
        next(fills)
    except StopIteration as e:
        raise EncodingError("an iterator ends") from e


def unfinished_entry(trade):
    next(trade.fills(1))
    trade.note = "x"


def unfinished_message(trade):
    trade.fills(0)
    bytes(trade)


def twice(trade):
    trade.fills(0)
    trade.note = "x"
    trade.note = "x"


def long_text(trade):
    trade.symbol = "far too long"


def long_data(trade):
    trade.fills(0)
    trade.note = "x" * 65_536


def high_count(trade):
    trade.fills(65_536)


for use in (
    order,
    missing_entry,
    extra_entry,
    unfinished_entry,
    unfinished_message,
    twice,
    long_text,
    long_data,
    high_count,
):
    name = use.__name__.replace("_", " ")
    try:
        use(TradeEncoder())
        print(f"{name}: accepted")
    except EncodingError:
        print(f"{name}: rejected")
