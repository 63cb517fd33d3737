// SPDX-License-Identifier: Apache-2.0
// Counts what encoding and decoding allocate; then says what each wrong use leads to.
using System;
using Ashlar.Sbe;
using Conformance.Check;

internal static class Usage
{
    /// <summary>An object a message would fill the youngest generation several times.</summary>
    private const int Messages = 1000000;

    private delegate void Use(ref TradeEncoder trade);

    private static int Encode(Span<byte> buffer, SbeCursor cursor, uint i)
    {
        var trade = new TradeEncoder(buffer, cursor);
        trade.TransactTime(i).Symbol("ASHL").Side(Side.Sell).Flags(Flags.Auction).Displayed(i);
        trade.Price.Mantissa(12345);
        var fills = trade.Fills(2);
        fills.Next().Quantity(i).Venue("XETR");
        fills.Next().Quantity(30).Venue("XPAR");
        trade.Note("partial");
        return trade.SbeEncodedLength;
    }

    private static ulong Decode(ReadOnlySpan<byte> message)
    {
        var trade = new TradeDecoder(message);
        ulong sum = trade.TransactTime + trade.Displayed + (ulong)trade.Symbol.Length;
        sum += (ulong)trade.Price.Mantissa + (byte)trade.Side + ((trade.Flags & Flags.Auction) != 0 ? 1u : 0);
        foreach (var fill in trade.Fills)
        {
            sum += fill.Quantity + (ulong)fill.Venue.Length;
        }

        return sum + (ulong)trade.Note.Length;
    }

    private static void Wrong(string name, Use use)
    {
        var trade = new TradeEncoder(new byte[1 << 17]);
        try
        {
            use(ref trade);
            Console.WriteLine(name + ": accepted");
        }
        catch (SbeEncodingException)
        {
            Console.WriteLine(name + ": rejected");
        }
    }

    private delegate void Read(TradeDecoder row, TradeFillsDecoder entry);

    private static void OutOfReach(string name, byte[] message, Read read)
    {
        try
        {
            read(Row(message, 30, 1), Entry(message));
            Console.WriteLine(name + ": accepted");
        }
        catch (SbeMalformedMessageException)
        {
            Console.WriteLine(name + ": rejected");
        }
    }

    private static TradeDecoder Row(byte[] message, int length, int version) =>
        TradeDecoder.FromBlock(message.AsSpan(8, length), version);

    private static TradeFillsDecoder Entry(byte[] message) => TradeFillsDecoder.FromBlock(message.AsSpan(42, 4), 1);

    private static void Rows(byte[] message)
    {
        TradeDecoder row = Row(message, 30, 1);
        Console.WriteLine("row: " + row.TransactTime + " " + row.SymbolText() + " " + row.Price.Mantissa + " " + row.Side
            + " " + row.Displayed);
        Console.WriteLine("older rows: " + (Row(message, 30, 0).DisplayedIsNull ? 1 : 0) + " "
            + (Row(message, 28, 1).DisplayedIsNull ? 1 : 0));
        Console.WriteLine("entry: " + Entry(message).Quantity);
        OutOfReach("row's groups", message, (trade, entry) => Console.WriteLine(trade.Fills.Count));
        OutOfReach("row's data", message, (trade, entry) => Console.WriteLine(trade.Note.Length));
        OutOfReach("row's header", message, (trade, entry) => Console.WriteLine(trade.SbeHeaderFields.Version));
        OutOfReach("row's length", message, (trade, entry) => Console.WriteLine(trade.SbeEncodedLength));
        OutOfReach("entry's data", message, (trade, entry) => Console.WriteLine(entry.Venue.Length));
        OutOfReach("row's JSON", message, (trade, entry) => Console.WriteLine(trade.ToJson()));
    }

    private static void Again(TradeDecoder trade)
    {
        string read = trade.NoteText();
        for (int i = 0; i < 2; i++)
        {
            foreach (var fill in trade.Fills)
            {
                read += " " + fill.VenueText();
            }
        }

        Console.WriteLine("again: " + read + " " + trade.NoteText());
    }

    private static ulong Run(byte[] buffer, SbeCursor cursor, int messages)
    {
        ulong sum = 0;
        for (uint i = 0; i < messages; i++)
        {
            sum += Decode(buffer.AsSpan(0, Encode(buffer, cursor, i)));
        }

        return sum;
    }

    private static void Main()
    {
        var buffer = new byte[256];
        var cursor = new SbeCursor();
        ulong sum = Run(buffer, cursor, 1000);
        int before = GC.CollectionCount(0);
        sum += Run(buffer, cursor, Messages);
        Console.WriteLine("allocated: " + (sum == 0 ? 1 : GC.CollectionCount(0) - before));
        Encode(buffer, cursor, 7);
        Rows(buffer);
        Again(new TradeDecoder(buffer));
        Wrong("order", (ref TradeEncoder trade) => trade.Note("x"));
        Wrong("missing entry", (ref TradeEncoder trade) =>
        {
            trade.Fills(2).Next().Venue("x");
            trade.Note("x");
        });
        Wrong("extra entry", (ref TradeEncoder trade) =>
        {
            var fills = trade.Fills(1);
            fills.Next().Venue("x");
            fills.Next();
        });
        Wrong("unfinished entry", (ref TradeEncoder trade) =>
        {
            trade.Fills(1).Next();
            trade.Note("x");
        });
        Wrong("unfinished message", (ref TradeEncoder trade) =>
        {
            trade.Fills(0);
            Console.WriteLine(trade.SbeEncodedLength);
        });
        Wrong("twice", (ref TradeEncoder trade) =>
        {
            trade.Fills(0);
            trade.Note("x");
            trade.Note("x");
        });
        Wrong("long text", (ref TradeEncoder trade) => trade.Symbol("far too long"));
        Wrong("long data", (ref TradeEncoder trade) =>
        {
            trade.Fills(0);
            trade.Note(new string('x', 65536));
        });
        Wrong("high count", (ref TradeEncoder trade) => trade.Fills(65536));
        Wrong("small buffer", (ref TradeEncoder trade) => Encode(new byte[40], new SbeCursor(), 0));
    }
}
