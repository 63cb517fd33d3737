// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// The bytes of an input contradict its format so that nothing after them can be trusted.
///
/// Messages before that place were handed out already. An input that merely ends too early is not an error: the
/// [IngestReport] says where it ends.
public final class CaptureFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long position;

    /// @param message  what was found, the bound it breaks, and what to do
    /// @param source   name of the file or stream
    /// @param position byte position in the (decompressed) input
    public CaptureFormatException(String message, String source, long position) {
        super(message + ", position=" + position + " (" + source + ")");
        this.position = position;
    }

    /// Byte position of the contradiction in the (decompressed) input.
    public long position() {
        return position;
    }
}
