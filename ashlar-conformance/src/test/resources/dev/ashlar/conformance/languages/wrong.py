# SPDX-License-Identifier: Apache-2.0
"""Each line with "wrong" is an error for mypy."""

from conformance.check import TradeDecoder, TradeEncoder


def use(trade: TradeEncoder, decoder: TradeDecoder) -> int:
    trade.transact_time = "1"  # wrong: no number
    trade.symbol = b"ASHL"  # wrong: no text
    trade.fills([1, 2])  # wrong: takes a count
    trade.price = 12.5  # wrong: a composite is written by its members
    decoder.transact_time = 1  # wrong: a decoder does not write
    trade.symbols = "ASHL"  # wrong: no such field
    return decoder.displayed  # wrong: may be None
