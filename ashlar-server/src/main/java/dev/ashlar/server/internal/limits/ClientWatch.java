// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import io.helidon.common.buffers.DataReader;

/// Notices when the client of a stream closes its side of the connection.
///
/// A stream only writes, and a write to a client that is gone may succeed for a long time. This reads what the client
/// sends, which is nothing, until its end.
///
/// **Threading**: a virtual thread of its own reads, until the connection ends; any thread asks. Nobody else may read
/// the connection from now on, so it has to be closed after the stream.
public final class ClientWatch {
    /// Clients of a stream send nothing; one that sends this much is cut off.
    private static final int MOST_BYTES = 64 << 10;

    private final DataReader reader;
    private volatile boolean gone;

    /// @param guard deadline of the connection; once that is cut off, nothing more is read
    public ClientWatch(DataReader reader, ConnectionDeadline guard) {
        this.reader = reader;
        guard.alsoInterrupt(Thread.ofVirtual().name("ashlar-watch").start(this::run));
    }

    private void run() {
        try {
            skip(reader, MOST_BYTES);
        } catch (RuntimeException e) {
            // Its end, or that of the connection.
        } finally {
            gone = true;
        }
    }

    /// Reads this many bytes, or a few more, and drops them.
    static void skip(DataReader reader, int bytes) {
        for (int read = 0; read < bytes;) {
            reader.ensureAvailable();
            int count = reader.available();
            reader.skip(count);
            read += count;
        }
    }

    public boolean isGone() {
        return gone;
    }
}
