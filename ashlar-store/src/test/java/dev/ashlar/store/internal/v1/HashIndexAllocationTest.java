// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows are found, read and added to an index without a byte of heap; growing is another thing, and none happens here.
class HashIndexAllocationTest {
    private static final int KEYS = 256;

    @TempDir
    Path folder;

    @Test
    void shouldLookUpAndKeepUpWithoutAllocating() throws Exception {
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 22).withDurability(Durability.NONE);
        try (StoreWriter writer = StoreWriter.open(folder, options)) {
            Table table = writer.define(Things.definition(ByteOrder.LITTLE_ENDIAN, 0));
            Appender appender = writer.appender(Things.NAME);
            for (int row = 0; row < 40_000; row++) {
                Things.append(appender, ByteOrder.LITTLE_ENDIAN, false, row, "k" + row);
            }
            MemorySegment codes = MemorySegment.ofArray(new byte[KEYS * Things.CODE_LENGTH]);
            long[] keys = new long[KEYS];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = i * 300L;
                MemorySegment.copy(MemorySegment.ofArray(Things.code("k" + keys[i])), 0, codes,
                        (long) i * Things.CODE_LENGTH, Things.CODE_LENGTH);
            }
            long[] rows = new long[KEYS];
            long[] values = new long[KEYS];
            long[] sum = {0};
            IntegerField field = IntegerField.of(table, "i64");
            RowReader.Visitor visitor = (_, row, memory, offset, _) -> sum[0] += row + field.get(memory, offset);
            try (HashIndex numbers = HashIndex.build(table, IndexDefinition.unique("u64"));
                    HashIndex texts = HashIndex.build(table, IndexDefinition.unique("code"));
                    HashReader byNumber = numbers.reader(); HashReader byText = texts.reader()) {
                assertEquals(0, Allocation.leastBytes(1000, () -> sum[0] += byNumber.find(500)), "find");
                assertEquals(0, Allocation.leastBytes(100, () -> sum[0] += byNumber.lookup(keys, 0, KEYS, rows)),
                        "lookup");
                assertEquals(0, Allocation.leastBytes(100, () -> sum[0] += byText.lookup(codes, 0, KEYS, rows)),
                        "lookup of bytes");
                assertEquals(0, Allocation.leastBytes(1000, () -> sum[0] += byText.find(codes, 0)), "find of bytes");
                assertEquals(0, Allocation.leastBytes(100, () -> sum[0] += byNumber.lookupAndRead(keys, 0, KEYS, rows,
                        field, values, 0)), "lookupAndRead");
                assertEquals(0, Allocation.leastBytes(100, () -> sum[0] += byNumber.lookupAndVisit(keys, 0, KEYS, rows,
                        visitor)), "lookupAndVisit");
                writer.keepUp(numbers);
                writer.keepUp(texts);
                MemorySegment block = MemorySegment.ofArray(new byte[table.block().blockLength()]);
                assertEquals(0, Allocation.leastBytes(1000, () -> {
                    block.set(StoreLayout.PACKED_LONG, 0, sum[0]++ % 100);
                    block.set(StoreLayout.PACKED_LONG, Things.CODE, sum[0] % 100 + 1);
                    appender.append(block, 0, (int) block.byteSize());
                }), "append");
            }
        }
    }
}
