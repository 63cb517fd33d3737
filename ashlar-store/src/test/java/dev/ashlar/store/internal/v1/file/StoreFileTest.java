// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldWriteAndGoOnWhenItsThreadIsInterrupted() throws IOException {
        try (StoreFile file = StoreFile.create(folder.resolve("file"))) {
            for (int i = 0; i < 3; i++) {
                if (i != 1) {
                    Thread.currentThread().interrupt();
                }
                file.write(ByteBuffer.allocateDirect(100).putLong(40 + i).flip(), 100 * i);
                assertEquals(i != 1, Thread.interrupted());
            }
            for (int i = 0; i < 3; i++) {
                ByteBuffer found = ByteBuffer.allocate(Long.BYTES);
                file.read(found, 100 * i);
                assertEquals(40 + i, found.flip().getLong());
            }
            assertTrue(file.length() == 208);
        }
    }

    @Test
    void shouldWriteFromThePositionOfABufferToItsLimit() throws IOException {
        try (StoreFile file = StoreFile.create(folder.resolve("file"))) {
            file.write(ByteBuffer.allocateDirect(100).putLong(1).putLong(2).putLong(3).flip().position(8), 0);
            ByteBuffer found = ByteBuffer.allocate(2 * Long.BYTES);
            file.read(found, 0);
            assertEquals(2, found.flip().getLong());
            assertEquals(3, found.getLong());
            assertEquals(16, file.length());
        }
    }
}
