// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JournalAllocationTest {
    private static final int MESSAGES = 1000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(value = Durability.class, names = {"NONE", "INTERVAL"})
    void shouldAllocateNothingForAMessage(Durability durability) throws StoreException {
        byte[][] messages = {Orders.bytes(3), Orders.bytes(4), Orders.bytes(7), new byte[5]};
        MemorySegment[] memory = new MemorySegment[messages.length];
        for (int i = 0; i < messages.length; i++) {
            memory[i] = MemorySegment.ofArray(messages[i]);
        }
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withDurability(durability))) {
            writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            int[] n = {0};
            assertEquals(0, Allocation.leastBytes(MESSAGES, () -> {
                MemorySegment message = memory[n[0]++ % memory.length];
                recorder.record(message, 0, (int) message.byteSize(), n[0], n[0]);
            }));
            assertTrue(recorder.recordedCount() >= MESSAGES);
            long[] sum = {0};
            try (JournalCursor cursor = writer.journal(Orders.NAME).cursor()) {
                assertEquals(0, Allocation.leastBytes(MESSAGES / 2, () -> {
                    if (cursor.next()) {
                        sum[0] += cursor.timeNs() + cursor.length() + cursor.sequence() + cursor.row();
                    } else {
                        cursor.seekPosition(0);
                    }
                }));
                assertEquals(0, Allocation.leastBytes(MESSAGES / 2, () -> cursor.seekTime(2)));
            }
            assertTrue(sum[0] > 0);
        }
    }
}
