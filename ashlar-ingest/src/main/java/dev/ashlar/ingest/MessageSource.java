// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.ingest.internal.capture.ByteSource;
import dev.ashlar.ingest.internal.capture.Captures;
import dev.ashlar.ingest.internal.capture.MergedCapture;
import dev.ashlar.ingest.internal.source.CaptureMessages;
import dev.ashlar.ingest.internal.source.RawMessages;
import dev.ashlar.sbe.framing.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/// The messages of a capture, or of a raw file, in order.
///
/// ```
/// SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3"));
/// try (MessageSource source = MessageSource.open(path, options)) {
///     source.drain((context, memory, offset, length) -> decode(context.timeNs(), memory, offset, length));
///     System.err.println(source.report());
/// }
/// ```
///
/// Datagrams are delivered in the order of the capture. The messages of a TCP stream are delivered with the segment
/// that completes them. If bytes of a stream are missing, later ones wait until the missing ones arrive, the receiver
/// acknowledges them, the stream or the capture ends, or too many wait.
///
/// **Threading**: one thread at a time. A compressed file is decompressed ahead, on a thread that stops at [#close()].
/// **Ownership**: owns the input and its buffers; [#close()] frees them.
///
/// **Failure**: [CaptureFormatException] when the input contradicts its format; [IOException] when it cannot be read.
/// Messages delivered before stay valid, and [#report()] still works. No other contents of the input cause an
/// exception.
public sealed interface MessageSource extends AutoCloseable permits CaptureMessages, RawMessages {
    /// Opens a file, plain or compressed with gzip; `-` is standard input.
    ///
    /// @throws CaptureFormatException if the input should be a capture but does not begin like one
    static MessageSource open(Path path, SourceOptions options) throws IOException {
        return open(ByteSource.open(path), options);
    }

    /// Opens a stream, plain or compressed with gzip, and takes ownership of it.
    ///
    /// @param name for messages and the report
    /// @throws CaptureFormatException if the input should be a capture but does not begin like one
    static MessageSource open(InputStream input, String name, SourceOptions options) throws IOException {
        return open(ByteSource.open(input, name), options);
    }

    /// Reads several captures as one, by capture time; [CaptureReader#merge] describes the order. TCP streams and
    /// fragments are reassembled, and redundant lines merged, even if their packets are in different captures.
    ///
    /// @throws CaptureFormatException   if one of them does not begin like a capture
    /// @throws IllegalArgumentException if there are no paths, or more than [CaptureReader#MAX_INPUTS]
    static MessageSource merge(List<Path> paths, SourceOptions options) throws IOException {
        return new CaptureMessages(MergedCapture.open(paths), options);
    }

    private static MessageSource open(ByteSource bytes, SourceOptions options) throws IOException {
        try {
            boolean capture = switch (options.format()) {
                case AUTO -> Captures.isCapture(bytes);
                case CAPTURE -> true;
                case RAW -> false;
            };
            return capture ? new CaptureMessages(Captures.open(bytes), options) : new RawMessages(bytes, options);
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /// Reads one packet, or one buffer of a raw file, and hands out its messages, none or several.
    ///
    /// @return false at the end of the input, and from then on
    /// @throws IOException            if the input cannot be read
    /// @throws CaptureFormatException if the input contradicts its format
    boolean poll(MessageHandler handler) throws IOException;

    /// Reads to the end.
    ///
    /// @return what was read and what was skipped
    /// @throws IOException            if the input cannot be read
    /// @throws CaptureFormatException if the input contradicts its format
    default IngestReport drain(MessageHandler handler) throws IOException {
        boolean more = true;
        while (more) {
            more = poll(handler);
        }
        return report();
    }

    /// What was read and what was skipped so far.
    IngestReport report();

    @Override
    void close() throws IOException;
}
