// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.ingest.internal.capture.ByteSource;
import dev.ashlar.ingest.internal.capture.Capture;
import dev.ashlar.ingest.internal.capture.Captures;
import dev.ashlar.ingest.internal.capture.MergedCapture;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// The packets of a pcap or pcapng capture, one after the other.
///
/// Reads every byte order and time resolution. In pcapng, reads several sections and interfaces, and enhanced, simple
/// and obsolete packet blocks; other blocks and options are skipped. Accessors of the packet are valid after [#next()]
/// returned true, until the next call.
///
/// **Threading**: one thread at a time. **Ownership**: owns the input and its buffers; [#close()] frees them.
///
/// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng, and the registry of LINKTYPE values.
public sealed interface CaptureReader extends AutoCloseable permits Capture, MergedCapture {
    /// Maximum number of captures that can be merged.
    int MAX_INPUTS = 256;

    /// Opens a file, plain or compressed with gzip; `-` is standard input.
    ///
    /// @throws CaptureFormatException if it does not begin like a capture
    static CaptureReader open(Path path) throws IOException {
        return Captures.openOrClose(ByteSource.open(path));
    }

    /// Opens a stream, plain or compressed with gzip, and takes ownership of it.
    ///
    /// @param name for messages
    /// @throws CaptureFormatException if it does not begin like a capture
    static CaptureReader open(InputStream input, String name) throws IOException {
        return Captures.openOrClose(ByteSource.open(input, name));
    }

    /// Merges several captures into one, by capture time, and takes ownership of them. Memory: the buffers of all
    /// readers.
    ///
    /// Order: the packets of each input keep their order, and so do TCP streams and sequences. If times never decrease
    /// in any input, they do not in the result either; at equal times the first input goes first. A packet that is
    /// earlier than its predecessor in its input directly follows that predecessor, and is counted by [#disordered()].
    /// A packet without a time also directly follows its predecessor, but is not counted. Index and position of a
    /// packet are those in its [#input()].
    ///
    /// **Failure**: an input that contradicts its format ends there, and the others continue; [#next()] throws the
    /// first such [CaptureFormatException] when all have ended.
    ///
    /// @param readers 1 to [#MAX_INPUTS], before their first packet
    static CaptureReader merge(List<CaptureReader> readers) {
        return new MergedCapture(readers);
    }

    /// Advances to the next packet. If the input ends inside a packet, the bytes that are there are still delivered.
    ///
    /// @return false at the end of the input, and from then on
    /// @throws IOException            if the input cannot be read
    /// @throws CaptureFormatException if the input contradicts its format
    boolean next() throws IOException;

    /// Names of the inputs, for messages.
    List<String> names();

    /// Index of the packet's input, from 0; see [#merge].
    int input();

    /// Index of the packet in the capture, from 0.
    long index();

    /// Byte position of the packet's record in the (decompressed) input.
    long position();

    /// Capture time: nanoseconds since 1970-01-01 UTC, or [MessageContext#NO_TIME].
    long timeNs();

    /// LINKTYPE value: what the packet's first bytes are.
    int linkType();

    /// Index of the interface in its section; 0 in a pcap file.
    int interfaceIndex();

    /// The memory that contains the packet, with unrelated bytes around it.
    MemorySegment memory();

    /// Where the packet begins.
    long offset();

    /// Bytes captured.
    int length();

    /// Bytes that were on the wire; more than [#length()] if the capture was configured to keep less of each packet.
    long wireLength();

    /// Byte position at which the input ends inside a record or compressed block; -1 if it does not, or not yet.
    long truncatedAt();

    /// Packets read so far, of all inputs.
    long packets();

    /// Bytes of (decompressed) input read so far, of all inputs.
    long bytesRead();

    /// Packets of a [#merge]d reader with an earlier time than a packet that was delivered before them.
    long disordered();

    @Override
    void close() throws IOException;
}
