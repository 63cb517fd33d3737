// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import dev.ashlar.ingest.table.ImportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Reads at positions of a file.
public final class FileBytes {
    private FileBytes() {
    }

    /// Fills the buffer from a position of the file.
    public static void readFully(FileChannel file, ByteBuffer to, long position) throws IOException {
        long at = position;
        while (to.hasRemaining()) {
            int count = file.read(to, at);
            if (count < 0) {
                throw new ImportException("file was cut while it was read: bytes=" + at);
            }
            at += count;
        }
        to.flip();
    }
}
