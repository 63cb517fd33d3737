// SPDX-License-Identifier: Apache-2.0

// Command misuse says what becomes of encoders that are used too late, and of counts that the schema or readers do not
// accept.
package main

import (
	"errors"
	"fmt"

	"conformance/check"
)

func wrong(name string, use func(book *check.BookEncoder)) {
	var book check.BookEncoder
	book.Begin(make([]byte, 1<<20))
	use(&book)
	report(name, book.Err())
}

func report(name string, err error) {
	if refused := (*check.EncodingError)(nil); errors.As(err, &refused) {
		fmt.Println(name + ": rejected")
	} else {
		fmt.Println(name+": accepted", err)
	}
}

func complete(level check.BookLevelsEncoder) check.BookLevelsEncoder {
	level.Orders(0)
	level.Quotes(0)
	level.SetMaker("x")
	level.SetTaker("x")
	return level
}

func begin(book *check.BookEncoder) {
	book.Levels(0)
	book.Trades(0)
}

func pairs(book *check.BookEncoder) {
	pairs := book.Pairs(2)
	pairs.Add().SetLeg(1)
	pairs.Add().SetLeg(2)
}

func rest(book *check.BookEncoder) {
	pairs(book)
	book.Ticks(0)
	book.Marks(0)
	book.Stamps(0)
	book.SetNote("")
}

func main() {
	wrong("group again", func(book *check.BookEncoder) {
		book.Levels(1)
		book.Levels(1)
	})
	wrong("group again inside", func(book *check.BookEncoder) {
		levels := book.Levels(1)
		level := levels.Add()
		level.Orders(0)
		level.Quotes(0)
		level.SetMaker("x")
		book.Levels(1)
	})
	var small check.BookEncoder
	small.Begin(make([]byte, 64))
	small.Levels(0)
	trades := small.Trades(1)
	trades.Add()
	rest(&small)
	_, err := small.Finish()
	report("entry that does not fit", err)
	wrong("low count", func(book *check.BookEncoder) {
		begin(book)
		book.Pairs(1)
	})
	wrong("high count", func(book *check.BookEncoder) {
		begin(book)
		book.Pairs(4)
	})
	wrong("empty entries", func(book *check.BookEncoder) {
		begin(book)
		pairs(book)
		book.Ticks(0)
		book.Marks(65_537)
	})
	wrong("more empty entries", func(book *check.BookEncoder) {
		begin(book)
		pairs(book)
		book.Ticks(0)
		for marks := book.Marks(65_536); marks.Remaining() > 0; {
			marks.Add()
		}
		if book.Err() != nil {
			panic(book.Err())
		}
		book.Stamps(1)
	})
	wrong("great count", func(book *check.BookEncoder) {
		begin(book)
		pairs(book)
		book.Ticks(1 << 31)
	})
	wrong("data of an earlier entry", func(book *check.BookEncoder) {
		levels := book.Levels(2)
		first := complete(levels.Add())
		second := levels.Add()
		second.Orders(0)
		first.SetMaker("x")
	})
	wrong("group of an earlier entry", func(book *check.BookEncoder) {
		levels := book.Levels(2)
		first := complete(levels.Add())
		levels.Add()
		first.Quotes(0)
	})
	wrong("entry of an earlier group", func(book *check.BookEncoder) {
		book.Levels(0)
		trades := book.Trades(2)
		earlier := trades
		trades.Add()
		trades.Add()
		book.Pairs(3)
		earlier.Add()
	})
	wrong("part of an earlier message", func(book *check.BookEncoder) {
		levels := book.Levels(1)
		level := levels.Add()
		book.Begin(make([]byte, 1<<10))
		levels = book.Levels(1)
		levels.Add()
		level.Orders(0)
	})

	buffer := make([]byte, 1<<10)
	var book check.BookEncoder
	book.Begin(buffer)
	levels := book.Levels(2)
	first := complete(levels.Add())
	second := complete(levels.Add())
	first.SetPrice(7)
	second.SetPrice(9)
	book.Trades(0)
	rest(&book)
	length, err := book.Finish()
	if err != nil {
		panic(err)
	}
	read, err := check.NewBookDecoder(buffer[:length])
	if err != nil {
		panic(err)
	}
	fmt.Print("fields:")
	for entries := read.Levels(); entries.Next(); {
		fmt.Print(" ", entries.Entry().Price())
	}
	fmt.Println()
}
