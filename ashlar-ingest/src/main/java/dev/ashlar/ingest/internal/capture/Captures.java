// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.ingest.CaptureFormatException;
import java.io.IOException;

/// Recognises captures by their first four bytes.
public final class Captures {
    /// Whether the input begins like a capture; consumes nothing.
    public static boolean isCapture(ByteSource source) throws IOException {
        return source.require(4) >= 4 && (isPcapng(source) || PcapCapture.isMagic(magic(source)));
    }

    /// A reader that owns `source`.
    ///
    /// @throws CaptureFormatException if it does not begin like a capture
    public static Capture open(ByteSource source) throws IOException {
        if (!isCapture(source)) {
            String found = source.available() < 4 ? "length=" + source.available()
                    : "magic=" + String.format("%08x", Integer.reverseBytes(magic(source)));
            throw new CaptureFormatException("not a capture: " + found + "; expected pcap or pcapng, plain or gzip",
                    source.name(), 0);
        }
        return isPcapng(source) ? new PcapngCapture(source) : new PcapCapture(source);
    }

    /// The same; closes `source` if it cannot be opened.
    public static Capture openOrClose(ByteSource source) throws IOException {
        try {
            return open(source);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static boolean isPcapng(ByteSource source) {
        return magic(source) == PcapngCapture.SECTION_HEADER;
    }

    private static int magic(ByteSource source) {
        return ByteCopies.intAt(source.memory(), source.offset(), false);
    }
}
