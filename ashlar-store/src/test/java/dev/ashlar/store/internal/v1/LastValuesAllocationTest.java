// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.BlockReader;
import dev.ashlar.store.Durability;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values are replaced and read, and keys found, without a byte of heap.
class LastValuesAllocationTest {
    private static final int OPERATIONS = 20_000;
    private static final int KEYS = 1000;

    @TempDir
    Path folder;
    private int next;
    private long sum;

    private static void check(String what, Allocation.Operation<StoreException> use) throws StoreException {
        assertEquals(0, Allocation.leastBytes(OPERATIONS, use), what);
    }

    @Test
    void shouldAllocateNothing() throws StoreException {
        run(StoreOptions.defaults().withDurability(Durability.NONE));
    }

    @Test
    void shouldAllocateNothingWhileItIsSynced() throws StoreException {
        run(StoreOptions.defaults().withSyncInterval(Duration.ofMillis(2)));
    }

    private void run(StoreOptions options) throws StoreException {
        MemorySegment target = MemorySegment.ofArray(new byte[64]);
        try (StoreWriter writer = StoreWriter.open(folder, options.withChunkBytes(1 << 20))) {
            LastValuesReader reader = writer.define(Quotes.DEFINITION).reader();
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = 0; id < KEYS; id++) {
                Quotes.put(quotes, id, id, Quotes.LENGTH);
            }
            check("claim", () -> sum += Quotes.put(quotes, next++ % KEYS, next, Quotes.LENGTH));
            check("update", () -> sum += quotes.update(next++ % KEYS).commit());
            check("find and copy", () -> sum += reader.read(reader.find(next++ % KEYS), target, 0, 3));
            check("put", () -> sum += quotes.put(target, 0));
            BlockReader inPlace = (memory, at, length, version) -> sum += memory.get(StoreLayout.PACKED_LONG, at)
                    + length + version;
            check("find and read", () -> sum += reader.read(reader.find(next++ % KEYS), inPlace, 3));
            check("next and latest", () -> sum += reader.latest(reader.next(next++ % KEYS - 1)));
            check("absent", () -> sum += reader.find(KEYS + next++));
            LastValuesReader positions = writer.define(LastValuesDefinition.of(Quotes.schema(0), "Position", "symbol")).reader();
            LastValuesWriter position = writer.lastValuesWriter("Position");
            check("text", () -> {
                sum += position.update("ASHLAR").commit() + positions.read(positions.find("ASHLAR"), target, 0, 3)
                        + positions.find(target, 2);
            });
        }
        assertTrue(sum != 0);
    }
}
