// SPDX-License-Identifier: Apache-2.0

// Command usage counts what encoding and decoding allocate; then it says what each wrong use leads to.
package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"conformance/check"
)

func encode(buffer []byte, i uint32) (int, error) {
	var trade check.TradeEncoder
	trade.Begin(buffer)
	trade.SetTransactTime(uint64(i))
	trade.SetSymbol("ASHL")
	trade.Price().SetMantissa(12_345)
	trade.SetSide(check.SideSell)
	trade.SetFlags(check.FlagsAuction)
	trade.SetDisplayed(i)
	fills := trade.Fills(2)
	fill := fills.Add()
	fill.SetQuantity(i)
	fill.SetVenue("XETR")
	fill = fills.Add()
	fill.SetQuantity(30)
	fill.SetVenue("XPAR")
	trade.SetNote("partial")
	return trade.Finish()
}

func decode(bytes []byte) (uint64, error) {
	trade, err := check.NewTradeDecoder(bytes)
	if err != nil {
		return 0, err
	}
	displayed, _ := trade.Displayed()
	sum := trade.TransactTime() + uint64(displayed) + uint64(len(trade.Symbol()))
	sum += uint64(trade.Price().Mantissa()) + uint64(trade.Side())
	if trade.Flags().Has(check.FlagsAuction) {
		sum++
	}
	for fills := trade.Fills(); fills.Next(); {
		sum += uint64(fills.Entry().Quantity()) + uint64(len(fills.Entry().Venue()))
	}
	return sum + uint64(len(trade.Note())), nil
}

func wrong(name string, use func(trade *check.TradeEncoder)) {
	var trade check.TradeEncoder
	trade.Begin(make([]byte, 1<<17))
	use(&trade)
	report(name, trade.Err())
}

func rows(message []byte) {
	block := message[8:38]
	row := check.NewTradeBlock(block, 1)
	displayed, _ := row.Displayed()
	fmt.Println("row:", row.TransactTime(), string(row.Symbol()), row.Price().Mantissa(), row.Side(), displayed)
	_, old := check.NewTradeBlock(block, 0).Displayed()
	_, cut := check.NewTradeBlock(block[:28], 1).Displayed()
	if !old && !cut {
		fmt.Println("older rows: 1 1")
	}
	fmt.Println("entry:", check.NewTradeFillsBlock(message[42:46], 1).Quantity())
}

// again reads data before groups, and groups again.
func again(trade check.TradeDecoder) {
	read := string(trade.Note())
	for i := 0; i < 2; i++ {
		for fills := trade.Fills(); fills.Next(); {
			read += " " + string(fills.Entry().Venue())
		}
	}
	fmt.Println("again:", read, string(trade.Note()))
}

func report(name string, err error) {
	if refused := (*check.EncodingError)(nil); errors.As(err, &refused) {
		fmt.Println(name + ": rejected")
	} else {
		fmt.Println(name+": accepted", err)
	}
}

func main() {
	buffer := make([]byte, 256)
	json := make([]byte, 0, 1024)
	var i uint32
	fmt.Println("allocated:", testing.AllocsPerRun(1000, func() {
		i++
		length, err := encode(buffer, i)
		if err != nil {
			panic(err)
		}
		if _, err := decode(buffer[:length]); err != nil {
			panic(err)
		}
		trade, err := check.NewTradeDecoder(buffer[:length])
		if err != nil {
			panic(err)
		}
		json = trade.AppendJSON(json[:0])
	}))
	length, _ := encode(buffer, 7)
	rows(buffer[:length])
	trade, err := check.NewTradeDecoder(buffer[:length])
	if err != nil {
		panic(err)
	}
	again(trade)
	wrong("order", func(trade *check.TradeEncoder) { trade.SetNote("x") })
	wrong("missing entry", func(trade *check.TradeEncoder) {
		fills := trade.Fills(2)
		fills.Add().SetVenue("x")
		trade.SetNote("x")
	})
	wrong("extra entry", func(trade *check.TradeEncoder) {
		fills := trade.Fills(1)
		fills.Add().SetVenue("x")
		fills.Add()
	})
	wrong("unfinished entry", func(trade *check.TradeEncoder) {
		fills := trade.Fills(1)
		fills.Add()
		trade.SetNote("x")
	})
	var unfinished check.TradeEncoder
	unfinished.Begin(buffer)
	unfinished.Fills(0)
	_, err = unfinished.Finish()
	report("unfinished message", err)
	wrong("twice", func(trade *check.TradeEncoder) {
		trade.Fills(0)
		trade.SetNote("x")
		trade.SetNote("x")
	})
	wrong("long text", func(trade *check.TradeEncoder) { trade.SetSymbol("far too long") })
	wrong("long data", func(trade *check.TradeEncoder) {
		trade.Fills(0)
		trade.SetNote(strings.Repeat("x", 65_536))
	})
	wrong("high count", func(trade *check.TradeEncoder) { trade.Fills(65_536) })
	_, err = encode(make([]byte, 40), 0)
	report("small buffer", err)
}
