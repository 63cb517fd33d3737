// SPDX-License-Identifier: Apache-2.0
// Says what becomes of encoders that are used too late, and of counts that the schema or readers do not accept.
using System;
using Ashlar.Sbe;
using Conformance.Check;

internal static class Misuse
{
    private delegate void Use(ref BookEncoder book);

    private static void Wrong(string name, Use use, int bytes = 1 << 20)
    {
        var book = new BookEncoder(new byte[bytes]);
        try
        {
            use(ref book);
            Console.WriteLine(name + ": accepted");
        }
        catch (SbeEncodingException)
        {
            Console.WriteLine(name + ": rejected");
        }
    }

    private static void Complete(BookLevelsEncoder level)
    {
        level.Orders(0);
        level.Quotes(0);
        level.Maker("x").Taker("x");
    }

    private static void Begin(BookEncoder book)
    {
        book.Levels(0);
        book.Trades(0);
    }

    private static void Pairs(BookEncoder book)
    {
        var pairs = book.Pairs(2);
        pairs.Next().Leg(1);
        pairs.Next().Leg(2);
    }

    private static void Rest(BookEncoder book)
    {
        Pairs(book);
        book.Ticks(0);
        book.Marks(0);
        book.Stamps(0);
        book.Note("");
    }

    private static void DoesNotFit(ref BookEncoder book)
    {
        book.Levels(0);
        var trades = book.Trades(1);
        try
        {
            trades.Next();
        }
        catch (SbeEncodingException)
        {
            Rest(book);
            Console.WriteLine(book.SbeEncodedLength);
        }
    }

    private static void EarlierMessage(ref BookEncoder book)
    {
        var cursor = new SbeCursor();
        var earlier = new BookEncoder(new byte[1024], cursor);
        new BookEncoder(new byte[1024], cursor).Levels(0);
        earlier.Levels(0);
    }

    private static void Main()
    {
        Wrong("group again", (ref BookEncoder book) =>
        {
            book.Levels(1);
            book.Levels(1);
        });
        Wrong("group again inside", (ref BookEncoder book) =>
        {
            var level = book.Levels(1).Next();
            level.Orders(0);
            level.Quotes(0);
            level.Maker("x");
            book.Levels(1);
        });
        Wrong("entry that does not fit", DoesNotFit, 64);
        Wrong("low count", (ref BookEncoder book) =>
        {
            Begin(book);
            book.Pairs(1);
        });
        Wrong("high count", (ref BookEncoder book) =>
        {
            Begin(book);
            book.Pairs(4);
        });
        Wrong("empty entries", (ref BookEncoder book) =>
        {
            Begin(book);
            Pairs(book);
            book.Ticks(0);
            book.Marks(65537);
        });
        Wrong("more empty entries", (ref BookEncoder book) =>
        {
            Begin(book);
            Pairs(book);
            book.Ticks(0);
            for (var marks = book.Marks(65536); marks.Remaining > 0;)
            {
                marks.Next();
            }

            book.Stamps(1);
        });
        Wrong("data of an earlier entry", (ref BookEncoder book) =>
        {
            var levels = book.Levels(2);
            var first = levels.Next();
            Complete(first);
            levels.Next().Orders(0);
            first.Maker("x");
        });
        Wrong("group of an earlier entry", (ref BookEncoder book) =>
        {
            var levels = book.Levels(2);
            var first = levels.Next();
            Complete(first);
            levels.Next();
            first.Quotes(0);
        });
        Wrong("entry of an earlier group", (ref BookEncoder book) =>
        {
            book.Levels(0);
            var trades = book.Trades(2);
            var earlier = trades;
            trades.Next();
            trades.Next();
            book.Pairs(3);
            earlier.Next();
        });
        Wrong("part of an earlier message", EarlierMessage);
        Fields();
    }

    private static void Fields()
    {
        var buffer = new byte[1024];
        var book = new BookEncoder(buffer);
        var levels = book.Levels(2);
        var first = levels.Next();
        Complete(first);
        var second = levels.Next();
        Complete(second);
        first.Price(7);
        second.Price(9);
        book.Trades(0);
        Rest(book);
        Console.Write("fields:");
        foreach (var level in new BookDecoder(buffer.AsSpan(0, book.SbeEncodedLength)).Levels)
        {
            Console.Write(" " + level.Price);
        }

        Console.WriteLine();
    }
}
