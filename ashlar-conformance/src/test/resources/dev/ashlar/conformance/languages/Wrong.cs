// SPDX-License-Identifier: Apache-2.0
// Each line with "wrong" does not compile.
using System;
using Conformance.Check;

internal class Wrong
{
    private static void Use(TradeEncoder trade, TradeDecoder decoder, ReadOnlySpan<byte> bytes)
    {
        object box = decoder; // wrong: it would outlive its span
        var reader = new TradeEncoder(bytes); // wrong: the bytes are read-only
        trade.Side(1); // wrong: no Side
        trade.Flags(2); // wrong: no Flags
        decoder.Side = Side.Buy; // wrong: a decoder does not write
    }
}
