// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import dev.ashlar.lab.SchemaText;
import dev.ashlar.lab.disk.Append.Appended;
import dev.ashlar.lab.disk.Append.Length;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/// The same as [Append] with a journal of our store: each block is a message, with a checksum and a row of its table.
final class JournalAppend {
    private static final String NAME = "blocks";
    private static final int HEADER_BYTES = 8;
    private static final int BLOCK_LENGTH = Append.BLOCK_BYTES - HEADER_BYTES;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

    static String text(Durability durability) {
        return "journal of a store, durability " + durability;
    }

    /// Appends blocks, each filled with its number, and reads them back.
    ///
    /// @throws IOException if the disk is full or fails, or the store differs from what was appended
    static Appended run(Path folder, Durability durability, Length length) throws IOException {
        long[] times = new long[length.most()];
        Schema schema = SchemaText.parse("lab", 11,
                "<type name=\"Bytes\" primitiveType=\"uint8\" length=\"%s\"/>".formatted(BLOCK_LENGTH),
                "<sbe:message name=\"Block\" id=\"1\"><field name=\"bytes\" id=\"1\" type=\"Bytes\"/></sbe:message>");
        StoreOptions options = StoreOptions.defaults().withDurability(durability)
                .withSyncInterval(Duration.ofMillis(Append.INTERVAL_MS));
        try (Arena arena = Arena.ofConfined(); StoreWriter store = StoreWriter.open(folder, options)) {
            store.define(new JournalDefinition(NAME, schema));
            JournalWriter recorder = store.journalWriter(NAME);
            MemorySegment message = arena.allocate(Append.BLOCK_BYTES, Long.BYTES);
            message.set(SHORT, 0, (short) BLOCK_LENGTH);
            message.set(SHORT, 2, (short) 1);
            message.set(SHORT, 4, (short) 11);
            MemorySegment bytes = message.asSlice(HEADER_BYTES);
            long begin = System.nanoTime();
            int i = 0;
            for (; length.goesOn(i, begin); i++) {
                long start = System.nanoTime();
                bytes.fill((byte) i);
                recorder.record(message, 0, Append.BLOCK_BYTES, i, i);
                times[i] = System.nanoTime() - start;
            }
            long last = System.nanoTime();
            if (durability == Durability.INTERVAL) {
                store.sync();
            }
            long lastSyncNs = durability == Durability.INTERVAL ? System.nanoTime() - last : 0;
            check(store, i);
            return new Appended(Arrays.copyOf(times, i), lastSyncNs);
        }
    }

    private static void check(StoreWriter store, int blocks) throws IOException {
        int count = 0;
        try (JournalCursor cursor = store.journal(NAME).cursor()) {
            for (; cursor.next(); count++) {
                for (long at : new long[] {HEADER_BYTES, Append.BLOCK_BYTES - 1}) {
                    if (cursor.memory().get(ValueLayout.JAVA_BYTE, cursor.offset() + at) != (byte) count) {
                        throw new IOException("block differs from what was appended: block=" + count);
                    }
                }
            }
        }
        if (count != blocks || store.table("Block").rowCount() != blocks) {
            throw new IOException("blocks are missing: blocks=" + count + ", expected=" + blocks);
        }
    }
}
