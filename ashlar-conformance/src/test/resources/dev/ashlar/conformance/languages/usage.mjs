// SPDX-License-Identifier: Apache-2.0
// Says what each wrong use leads to.
import { EncodingError } from "./out/ashlar/index.js";
import { TradeEncoder } from "./out/conformance/check/index.js";

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
