// SPDX-License-Identifier: Apache-2.0
// Each line with "wrong" does not compile.
import { TradeDecoder, TradeEncoder } from "./conformance/check/index.js";

export function use(trade: TradeEncoder, decoder: TradeDecoder): void {
  trade.transactTime = 1; // wrong: 64 bits are a bigint
  trade.displayed = "1"; // wrong: no number
  trade.price = 12.5; // wrong: a composite is written by its members
  decoder.transactTime = 1n; // wrong: a decoder does not write
  decoder.displayed.toFixed(); // wrong: may be null
  trade.fills([1, 2]); // wrong: takes a count
  trade.symbols = "ASHL"; // wrong: no such field
}
