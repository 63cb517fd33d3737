// SPDX-License-Identifier: Apache-2.0
// Reads blocks alone; then says what each wrong use leads to.
import { EncodingError, MalformedMessage } from "./out/ashlar/index.js";
import { Side, TradeDecoder, TradeEncoder, TradeFillsDecoder } from "./out/conformance/check/index.js";

function wrong(name, use) {
  try {
    use(new TradeEncoder());
    console.log(`${name}: accepted`);
  } catch (e) {
    if (!(e instanceof EncodingError)) {
      throw e;
    }
    console.log(`${name}: rejected`);
  }
}

function outOfReach(name, read) {
  try {
    read();
    console.log(`${name}: accepted`);
  } catch (e) {
    if (!(e instanceof MalformedMessage)) {
      throw e;
    }
    console.log(`${name}: rejected`);
  }
}

function rows(message) {
  const block = message.subarray(8, 38);
  const row = TradeDecoder.sbeFromBlock(block, 1);
  const side = row.side === Side.Sell ? "Sell" : row.side;
  console.log(`row: ${row.transactTime} ${row.symbol} ${row.price.mantissa} ${side} ${row.displayed}`);
  const old = TradeDecoder.sbeFromBlock(block, 0);
  const cut = TradeDecoder.sbeFromBlock(block.subarray(0, 28), 1);
  console.log(`older rows: ${Number(old.displayed === null)} ${Number(cut.displayed === null)}`);
  const entry = TradeFillsDecoder.sbeFromBlock(message.subarray(42, 46), 1);
  console.log(`entry: ${entry.quantity}`);
  outOfReach("row's groups", () => row.fills);
  outOfReach("row's data", () => row.note);
  outOfReach("row's header", () => row.sbeHeader());
  outOfReach("row's length", () => row.sbeEncodedLength);
  outOfReach("entry's data", () => entry.venue);
  outOfReach("row's JSON", () => row.sbeToJson());
}

const trade = new TradeEncoder();
trade.transactTime = 7n;
trade.symbol = "ASHL";
trade.price.mantissa = 12_345n;
trade.side = Side.Sell;
trade.displayed = 7;
const fills = trade.fills(1);
const fill = fills.nextEntry();
fill.quantity = 7;
fill.venue = "XETR";
trade.note = "partial";
rows(trade.sbeBytes());
const read = new TradeDecoder(trade.sbeBytes());
const venues = [...read.fills, ...read.fills].map((fill) => fill.venue);
console.log(`again: ${read.note} ${venues.join(" ")} ${read.note}`);
wrong("order", (trade) => {
  trade.note = "x";
});
wrong("missing entry", (trade) => {
  trade.fills(2).nextEntry().venue = "x";
  trade.note = "x";
});
wrong("extra entry", (trade) => {
  const fills = trade.fills(1);
  fills.nextEntry().venue = "x";
  fills.nextEntry();
});
wrong("unfinished entry", (trade) => {
  trade.fills(1).nextEntry();
  trade.note = "x";
});
wrong("unfinished message", (trade) => {
  trade.fills(0);
  trade.sbeBytes();
});
wrong("twice", (trade) => {
  trade.fills(0);
  trade.note = "x";
  trade.note = "x";
});
wrong("long text", (trade) => {
  trade.symbol = "far too long";
});
wrong("long data", (trade) => {
  trade.fills(0);
  trade.note = "x".repeat(65_536);
});
wrong("high count", (trade) => trade.fills(65_536));
wrong("small buffer", () => new TradeEncoder({ buffer: new Uint8Array(40) }).fills(1));
