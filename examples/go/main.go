// Command trades writes a trade and reads it back.
package main

import (
	"errors"
	"fmt"
	"log"

	"example.com/trades/feed"
)

//go:generate ashlar compile feed.xml -l go -o .

func encode(buffer []byte) (int, error) {
	var trade feed.TradeEncoder
	trade.Begin(buffer)
	trade.SetTransactTime(1_000_000)
	trade.SetSymbol("ASHL")
	trade.Price().SetMantissa(12_345)
	trade.SetSide(feed.SideSell)
	trade.SetFlags(feed.FlagsAuction)
	trade.SetDisplayedNull()
	fills := trade.Fills(2)
	for _, part := range []struct {
		quantity uint32
		venue    string
	}{{70, "XETR"}, {30, "XPAR"}} {
		fill := fills.Add()
		fill.SetQuantity(part.quantity)
		fill.SetVenue(part.venue)
	}
	trade.SetNote("partial")
	return trade.Finish()
}

func decode(bytes []byte) error {
	trade, err := feed.NewTradeDecoder(bytes)
	if err != nil {
		return err
	}
	fmt.Printf("%s %v, auction: %v\n", trade.Symbol(), trade.Side(), trade.Flags().Has(feed.FlagsAuction))
	if _, ok := trade.Displayed(); !ok {
		fmt.Println("all of it is displayed")
	}
	for fills := trade.Fills(); fills.Next(); {
		fill := fills.Entry()
		fmt.Printf("%d at %s\n", fill.Quantity(), fill.Venue())
	}
	return nil
}

func timeOf(row []byte, version uint32) uint64 {
	return feed.NewTradeBlock(row, version).TransactTime()
}

func main() {
	buffer := make([]byte, 256)
	length, err := encode(buffer)
	if err != nil {
		log.Fatal(err)
	}
	if err := decode(buffer[:length]); err != nil {
		log.Fatal(err)
	}
	fmt.Println("time", timeOf(buffer[8:38], 1))
	message, err := feed.Decode(buffer[:length])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(message)

	var malformed *feed.MalformedError
	_, err = feed.NewTradeDecoder(buffer[:length-1])
	if errors.As(err, &malformed) && malformed.Rule == feed.DataTooLong {
		fmt.Println(malformed)
	}
	_, err = encode(make([]byte, 40))
	fmt.Println(err)
	var early feed.TradeEncoder
	early.SetSide(feed.SideBuy)
	fmt.Println(early.Err())
}
