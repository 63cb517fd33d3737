// SPDX-License-Identifier: Apache-2.0
// Sets each text of the standard input; answers what became of it, and the message.
using System;
using System.Text;
using Ashlar.Sbe;
using Conformance.Check;

internal static class Texts
{
    private static void Answer(string element, string text)
    {
        var buffer = new byte[256];
        var cursor = new SbeCursor();
        var texts = new TextsEncoder(buffer, cursor);
        texts.Plain("ok").Ascii("ok").Latin("ok").Utf("ok");

        // A ref struct cannot be captured: each element is set in the open.
        foreach (string next in new[] { "plain", "ascii", "latin", "utf", "asciiNote", "latinNote", "utfNote" })
        {
            bool isData = next.EndsWith("Note");
            if (next == element)
            {
                try
                {
                    Set(texts, next, text);
                    Console.WriteLine("accepted");
                    continue;
                }
                catch (SbeEncodingException e)
                {
                    Console.WriteLine(e.Message);
                }
            }

            if (isData)
            {
                Set(texts, next, "ok");
            }
        }

        texts.WideNote(new byte[] { 0x6f, 0, 0x6b, 0 });
        var hex = new StringBuilder();
        for (int i = 0; i < texts.SbeEncodedLength; i++)
        {
            hex.Append(buffer[i].ToString("x2"));
        }

        Console.WriteLine(hex);
    }

    private static void Set(TextsEncoder texts, string element, string text)
    {
        switch (element)
        {
            case "plain":
                texts.Plain(text);
                break;
            case "ascii":
                texts.Ascii(text);
                break;
            case "latin":
                texts.Latin(text);
                break;
            case "utf":
                texts.Utf(text);
                break;
            case "asciiNote":
                texts.AsciiNote(text);
                break;
            case "latinNote":
                texts.LatinNote(text);
                break;
            default:
                texts.UtfNote(text);
                break;
        }
    }

    private static void Main()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            string[] parts = line.Split(' ');
            var text = new StringBuilder();
            for (int i = 1; i + 4 < parts[2].Length; i += 4)
            {
                text.Append((char)Convert.ToInt32(parts[2].Substring(i, 4), 16));
            }

            Answer(parts[0], text.ToString());
        }
    }
}
