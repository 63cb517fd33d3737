# SPDX-License-Identifier: Apache-2.0
"""Reads blocks alone; then says what each wrong use leads to."""

from ashlar_sbe import EncodingError, MalformedMessage
from conformance.check import Side, TradeDecoder, TradeEncoder, TradeFillsDecoder


def rows(message):
    row = TradeDecoder.sbe_from_block(message[8:38], 1)
    side = row.side.name
    print("row:", row.transact_time, row.symbol, row.price.mantissa, side, row.displayed)
    old = TradeDecoder.sbe_from_block(message[8:38], 0)
    cut = TradeDecoder.sbe_from_block(message[8:36], 1)
    print("older rows:", int(old.displayed is None), int(cut.displayed is None))
    entry = TradeFillsDecoder.sbe_from_block(message[42:46], 1)
    print("entry:", entry.quantity)
    for name, read in (
        ("row's groups", lambda: len(row.fills)),
        ("row's data", lambda: row.note),
        ("row's header", row._sbe_header),
        ("row's length", lambda: row.sbe_encoded_length),
        ("entry's data", lambda: entry.venue),
        ("row's JSON", row.sbe_to_json),
    ):
        try:
            read()
            print(f"{name}: accepted")
        except MalformedMessage:
            print(f"{name}: rejected")


trade = TradeEncoder()
trade.transact_time = 7
trade.symbol = "ASHL"
trade.price.mantissa = 12_345
trade.side = Side.Sell
trade.displayed = 7
fill = next(trade.fills(1))
fill.quantity = 7
fill.venue = "XETR"
trade.note = "partial"
rows(bytes(trade))
read = TradeDecoder(bytes(trade))
print("again:", read.note, *(f.venue for f in (*read.fills, *read.fills)), read.note)


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
