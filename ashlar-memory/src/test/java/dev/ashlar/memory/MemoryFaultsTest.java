// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A mapped file is cut, in code that is compiled by then.
class MemoryFaultsTest {
    private static final int BYTES = 1 << 20;
    private static final int CUT = 20 << 12;
    /// Enough for the compiler to take it into the caller's loop.
    private static final int WARM = 2_000_000;

    @TempDir
    Path folder;
    private final Arena arena = Arena.ofShared();
    private FileChannel channel;
    private MemorySegment memory;
    private long published;

    @BeforeEach
    void map() throws IOException {
        channel = FileChannel.open(folder.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        channel.write(ByteBuffer.allocate(BYTES), 0);
        memory = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
    }

    @AfterEach
    void close() throws IOException {
        arena.close();
        channel.close();
    }

    private void publish(long at) {
        try {
            memory.set(ValueLayout.JAVA_LONG, at, at);
            MemoryFaults.settle();
            published++;
        } catch (InternalError e) {
            throw new IllegalStateException(e);
        }
    }

    private void publishAll(int count) {
        for (int i = 0; i < count; i++) {
            publish((long) i * Long.BYTES & BYTES - 1);
        }
    }

    @Test
    void shouldThrowBeforeWhatWasLostIsPublished() throws IOException {
        publishAll(WARM);
        published = 0;
        channel.truncate(CUT);
        IllegalStateException caught = assertThrows(IllegalStateException.class, () -> publishAll(WARM));
        assertTrue(MemoryFaults.isFault(caught.getCause()), caught::toString);
        assertEquals(CUT / Long.BYTES, published);
    }

    private long touchAll(int count) {
        long touched = 0;
        for (int i = 0; i < count; i++) {
            try {
                MemoryFaults.touch(memory, (i & 0xff) * 64L, 3 << 12);
                touched++;
            } catch (InternalError e) {
                throw new IllegalStateException("touched=" + touched, e);
            }
        }
        return touched;
    }

    @Test
    void shouldThrowBeforeMemoryIsGivenToOthers() throws IOException {
        touchAll(WARM / 4);
        channel.truncate(4 << 12);
        // Up to the end of the fourth page, and then over it.
        assertEquals("touched=65", assertThrows(IllegalStateException.class, () -> touchAll(200)).getMessage());
        MemoryFaults.touch(memory, BYTES, 0);
    }

    @Test
    void shouldTellFaultsFromOtherErrors() {
        assertFalse(MemoryFaults.isFault(new InternalError("another")));
        assertFalse(MemoryFaults.isFault(new InternalError()));
        assertFalse(MemoryFaults.isFault(new IllegalStateException("unsafe memory access")));
    }
}
