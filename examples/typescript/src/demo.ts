// SPDX-License-Identifier: Apache-2.0
// Writes a trade, reads it back, and prints it as JSON.
import * as feed from "./example/feed/index.js";

const trade = new feed.TradeEncoder();
trade.symbol = "ASHL";
trade.price.mantissa = 12_345n;
trade.side = feed.Side.Buy;
const quantities = [70, 30];
const fills = trade.fills(quantities.length);
for (const quantity of quantities) {
  const fill = fills.nextEntry();
  fill.quantity = quantity;
  fill.venue = "XETR";
}
trade.note = "";
const message = trade.sbeBytes();

const read = new feed.TradeDecoder(message);
let total = 0;
for (const fill of read.fills) {
  total += fill.quantity;
}
console.log(read.symbol, total);
console.log(feed.toJson(message));
