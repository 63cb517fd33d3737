// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import java.io.IOException;
import java.util.List;

/// A few buffers that go round between a thread that fills them and one that reads them, in order.
///
/// ```text
///   toFill ─► filled ─► toRead ─► read ─► toFill ...
/// ```
///
/// **Threading**: one thread fills, one reads; [#close] by any. Both block, and neither is stopped by an interrupt: it
/// is kept for later. Allocates nothing.
public final class Rotation<T> {
    private final List<T> buffers;
    private long filled;
    private long read;
    private boolean closed;

    public Rotation(List<T> buffers) {
        this.buffers = List.copyOf(buffers);
    }

    /// Waits for a buffer that was read.
    ///
    /// @return null once it is closed
    public synchronized T toFill() {
        boolean interrupted = false;
        while (!closed && filled - read == buffers.size()) {
            interrupted |= isInterruptedWhileWaiting();
        }
        restore(interrupted);
        return closed ? null : buffer(filled);
    }

    /// Hands over the buffer that was to be filled.
    public synchronized void filled() {
        filled++;
        notifyAll();
    }

    /// Waits for a buffer that was filled.
    ///
    /// @return the same one until [#read]; null once it is closed
    public synchronized T toRead() {
        boolean interrupted = false;
        while (!closed && read == filled) {
            interrupted |= isInterruptedWhileWaiting();
        }
        restore(interrupted);
        return closed ? null : buffer(read);
    }

    /// Gives back the buffer that was read.
    public synchronized void read() {
        read++;
        notifyAll();
    }

    /// Lets both threads go.
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    private T buffer(long turn) {
        return buffers.get((int) (turn % buffers.size()));
    }

    private boolean isInterruptedWhileWaiting() {
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Throws what the thread that fills has caught, if anything.
    public static void rethrow(Throwable failure) throws IOException {
        switch (failure) {
            case null -> { }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    /// Waits for the end of a thread.
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        restore(interrupted);
    }
}
