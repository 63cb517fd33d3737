// SPDX-License-Identifier: Apache-2.0
// Answers each message of the standard input with three lines: the verdict, the JSON and the copy in hexadecimal.
using System;
using System.IO;
using System.Text;
using Ashlar.Sbe;
using SbeMessages = Conformance.Check.SbeMessages;

internal static class Driver
{
    private static readonly byte[] Buffer = new byte[1 << 23];

    private static int Main()
    {
        using (Stream input = Console.OpenStandardInput())
        using (var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 16))
        {
            output.NewLine = "\n";
            var prefix = new byte[4];
            while (Read(input, prefix))
            {
                var message = new byte[BitConverter.ToInt32(prefix, 0)];
                if (!Read(input, message))
                {
                    return 1;
                }

                Answer(message, output);
            }
        }

        return 0;
    }

    private static bool Read(Stream input, byte[] bytes)
    {
        int at = 0;
        while (at < bytes.Length)
        {
            int n = input.Read(bytes, at, bytes.Length - at);
            if (n <= 0)
            {
                return false;
            }

            at += n;
        }

        return true;
    }

    private static void Answer(ReadOnlySpan<byte> message, TextWriter output)
    {
        SbeValidation found = SbeMessages.Validate(message);
        output.WriteLine((int)found.Status + " " + found.Position + " " + found.Element);
        if (!found.IsOk)
        {
            return;
        }

        output.WriteLine(SbeMessages.ToJson(message));
        try
        {
            int length = SbeMessages.Copy(message, Buffer);
            var hex = new StringBuilder(2 * length);
            for (int i = 0; i < length; i++)
            {
                hex.Append(Buffer[i].ToString("x2"));
            }

            output.WriteLine(hex.ToString());
        }
        catch (SbeEncodingException e)
        {
            output.WriteLine("refused: " + e.Message);
        }
    }
}
