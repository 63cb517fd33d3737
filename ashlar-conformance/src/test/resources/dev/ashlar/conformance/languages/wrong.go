// SPDX-License-Identifier: Apache-2.0

package main

import "conformance/check"

func misuse(trade *check.TradeEncoder, decoder check.TradeDecoder, bytes []byte) {
	trade.SetSide(uint8(1))                   // wrong: no Side
	trade.SetFlags(check.SideBuy)             // wrong: no Flags
	decoder.SetSide(check.SideBuy)            // wrong: a decoder does not write
	trade.Fills(1).Add()                      // wrong: the writer counts its entries
	_ = check.NewTradeDecoder(bytes)          // wrong: the bytes may be malformed
	_ = decoder.Displayed() + uint32(1)       // wrong: there may be no value
	_ = "symbol " + decoder.Symbol()          // wrong: the bytes of the message, not a string
	_ = check.NewTradeBlock(bytes, 1).Fills() // wrong: a row has no groups
	_ = decoder.Price().Mantissa() + 0.25     // wrong: a whole number
}
