// SPDX-License-Identifier: Apache-2.0
// Each line with "wrong" does not compile.
import type { Enum } from "./ashlar/index.js";
import { Flags, Side, TradeDecoder, TradeEncoder } from "./conformance/check/index.js";

export function use(trade: TradeEncoder, decoder: TradeDecoder, model: Enum<number, "Model">): void {
  trade.side = Side.Buy;
  trade.side = 7 as Side;
  trade.flags = Flags.auction | Flags.odd_lot;
  const side: number | null = decoder.side;
  trade.side = side; // wrong: a plain number is no Side
  trade.side = 1; // wrong: nor is a literal
  trade.side = model; // wrong: a value of another enum
  trade.side = Flags.auction; // wrong: a choice of a set
  trade.transactTime = 1; // wrong: 64 bits are a bigint
  trade.displayed = "1"; // wrong: no number
  trade.price = 12.5; // wrong: a composite is written by its members
  decoder.transactTime = 1n; // wrong: a decoder does not write
  decoder.displayed.toFixed(); // wrong: may be null
  trade.fills([1, 2]); // wrong: takes a count
  trade.symbols = "ASHL"; // wrong: no such field
}
