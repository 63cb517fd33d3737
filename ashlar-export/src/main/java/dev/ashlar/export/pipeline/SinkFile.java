// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A file that is written from its beginning to its end.
///
/// **Threading**: one thread at a time. **Ownership**: the channel is the caller's.
public final class SinkFile {
    /// The JDK copies what it is given to memory of its own, which it keeps.
    private static final int MAX_WRITE = 1 << 18;

    private final FileChannel to;
    private long position;

    public SinkFile(FileChannel to) {
        this.to = to;
    }

    /// Bytes that were written.
    public long position() {
        return position;
    }

    public void write(ByteSink from) throws IOException {
        write(from.array(), from.length());
    }

    public void write(byte[] from, int length) throws IOException {
        for (int at = 0; at < length;) {
            int some = to.write(ByteBuffer.wrap(from, at, Math.min(MAX_WRITE, length - at)));
            position += some;
            at += some;
        }
    }
}
