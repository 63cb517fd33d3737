// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.stream.Stream;

/// Reads a stream on a thread of its own, some buffers ahead: for one that takes longer than what is done with its
/// bytes, such as one that decompresses.
///
/// **Threading**: one thread at a time reads. **Ownership**: owns the stream and the thread; [#close] ends both.
///
/// **Failure**: what the stream throws is thrown behind the bytes before it.
final class AheadChannel implements ReadableByteChannel {
    private static final int BUFFERS = 4;
    private static final int BUFFER_BYTES = 1 << 17;

    /// Some bytes; those of the last buffer end the stream, or are those before a failure.
    private static final class Piece {
        final byte[] bytes = new byte[BUFFER_BYTES];
        int length;
        boolean last;
        Throwable failure;
    }

    private final InputStream input;
    private final Rotation<Piece> pieces = new Rotation<>(Stream.generate(Piece::new).limit(BUFFERS).toList());
    private final Thread thread;
    /// Where the reader is in the current piece.
    private int at;
    private boolean open = true;

    AheadChannel(InputStream input) {
        this.input = input;
        thread = Thread.ofPlatform().daemon().name("ashlar-decompress").start(this::fill);
    }

    private void fill() {
        boolean more = true;
        while (more) {
            Piece piece = pieces.toFill();
            if (piece == null) {
                return;
            }
            more = fill(piece);
            pieces.filled();
        }
    }

    /// @return whether more may follow
    private boolean fill(Piece piece) {
        piece.length = 0;
        try {
            while (!piece.last && piece.length < BUFFER_BYTES) {
                int count = input.read(piece.bytes, piece.length, BUFFER_BYTES - piece.length);
                piece.last = count < 0;
                piece.length += Math.max(0, count);
            }
        } catch (IOException | RuntimeException | Error e) {
            piece.failure = e;
            piece.last = true;
        }
        return !piece.last;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        Piece piece = pieces.toRead();
        if (piece == null) {
            return -1;
        }
        int count = Math.min(piece.length - at, to.remaining());
        if (count > 0) {
            to.put(piece.bytes, at, count);
            at += count;
        } else if (piece.last) {
            // It stays the one to be read: so it is reported each time.
            Rotation.rethrow(piece.failure);
            return -1;
        }
        if (at == piece.length && !piece.last) {
            at = 0;
            pieces.read();
        }
        return count;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        open = false;
        pieces.close();
        Rotation.join(thread);
        input.close();
    }
}
