# SPDX-License-Identifier: Apache-2.0
"""Writes a trade, reads it back, and prints it as JSON."""

from example import feed

trade = feed.TradeEncoder()
trade.symbol = "ASHL"
trade.price.mantissa = 12_345
trade.side = feed.Side.Buy
for fill, quantity in zip(trade.fills(2), (70, 30)):
    fill.quantity = quantity
    fill.venue = "XETR"
trade.note = ""
message = bytes(trade)

read = feed.TradeDecoder(message)
print(read.symbol, sum(fill.quantity for fill in read.fills))
print(feed.to_json(message))
