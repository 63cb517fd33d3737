// SPDX-License-Identifier: Apache-2.0
// Prints what the codecs say of fields.
using System;
using Ashlar.Sbe;
using Conformance.Check;

internal static class Metadata
{
    private static string Field(string name, SbeFieldInfo info) => name + " id=" + info.Id + " since=" + info.SinceVersion
        + " offset=" + info.Offset + " length=" + info.Length + " semantic=" + info.SemanticType;

    private static void Number(string name, SbeFieldInfo info, object nothing, object least, object greatest)
    {
        Console.WriteLine(Field(name, info) + " null=" + nothing + " min=" + least + " max=" + greatest);
    }

    /// <summary>A float by its bits.</summary>
    private static string Bits(double real) => double.IsNaN(real) ? "NaN" : BitConverter.DoubleToInt64Bits(real).ToString("x");

    private static void Main()
    {
        Number("u16", OrderDecoder.U16Info, OrderDecoder.U16NullValue, OrderDecoder.U16MinValue, OrderDecoder.U16MaxValue);
        Number("i16", OrderDecoder.I16Info, OrderDecoder.I16NullValue, OrderDecoder.I16MinValue, OrderDecoder.I16MaxValue);
        Number("custom", OrderDecoder.CustomInfo, OrderDecoder.CustomNullValue, OrderDecoder.CustomMinValue, OrderDecoder.CustomMaxValue);
        Number("wide", OrderDecoder.WideInfo, OrderDecoder.WideNullValue, OrderDecoder.WideMinValue, OrderDecoder.WideMaxValue);
        Number("added", OrderDecoder.AddedInfo, OrderDecoder.AddedNullValue, OrderDecoder.AddedMinValue, OrderDecoder.AddedMaxValue);
        Number("ratio", OrderDecoder.RatioInfo, Bits(OrderDecoder.RatioNullValue), Bits(OrderDecoder.RatioMinValue), Bits(OrderDecoder.RatioMaxValue));
        Number("rate", OrderDecoder.RateInfo, Bits(OrderDecoder.RateNullValue), Bits(OrderDecoder.RateMinValue), Bits(OrderDecoder.RateMaxValue));
        SbeFieldInfo price = OrderDecoder.PriceInfo;
        Console.WriteLine("price id=" + price.Id + " since=" + price.SinceVersion + " offset=" + price.Offset);
        Console.WriteLine(Field("side", OrderDecoder.SideInfo));
        Console.WriteLine(Field("few", OrderDecoder.FewInfo));
        var order = new OrderEncoder(new byte[256]);
        try
        {
            order.Text("\u2603");
        }
        catch (SbeEncodingException e)
        {
            int at = e.Message.IndexOf("charset=");
            Console.WriteLine(Field("text", OrderDecoder.TextInfo) + " " + e.Message.Substring(at, e.Message.IndexOf(' ', at) - at));
        }
    }
}
