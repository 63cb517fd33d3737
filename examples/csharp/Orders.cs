// SPDX-License-Identifier: Apache-2.0
using System;
using Ashlar.Sbe;
using Dev.Ashlar.Examples.Orders;

internal static class Orders
{
    private static void Main()
    {
        var buffer = new byte[256];
        var cursor = new SbeCursor();
        int length = Write(buffer, cursor);
        Read(buffer.AsSpan(0, length));
    }

    private static int Write(Span<byte> buffer, SbeCursor cursor)
    {
        var order = new OrderEncoder(buffer, cursor);
        order.OrderId(42).Symbol("ASHLAR").Side(Side.BUY);
        order.LimitPrice.Mantissa(1250);
        var legs = order.Legs(2);
        legs.Next().Quantity(30);
        legs.Next().Quantity(20);
        order.Note("good till cancelled");
        return order.SbeEncodedLength;
    }

    private static void Read(ReadOnlySpan<byte> message)
    {
        SbeValidation found = SbeMessages.Validate(message);
        if (!found.IsOk)
        {
            Console.WriteLine("not an order: " + found);
            return;
        }

        var order = new OrderDecoder(message);
        long quantity = 0;
        foreach (var leg in order.Legs)
        {
            quantity += leg.Quantity;
        }

        Console.WriteLine(SideNames.Of(order.Side) + " " + quantity + " " + order.SymbolText() + ": " + order.NoteText());
        Console.WriteLine(order.ToJson());
    }
}
