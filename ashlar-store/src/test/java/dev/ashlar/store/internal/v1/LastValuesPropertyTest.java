// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.flow.Cell;
import dev.ashlar.store.Durability;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random uses of a last-value table do what they do to a map, also seen by another that has the store open, and after
/// the store was closed, or its process died.
class LastValuesPropertyTest {
    private static final int STEPS = 4000;

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);
    private final Map<Integer, Long> numbers = new HashMap<>();
    private final Map<Integer, Long> versions = new HashMap<>();
    private final CalmDisk disk = new CalmDisk();

    @Test
    void shouldBeLikeAMap() throws Exception {
        SplittableRandom random = Seed.random("BoardPropertyTest");
        StoreOptions options = Ticks.SMALL.withDurability(Durability.NONE);
        Path store = folder.resolve("store");
        WriteStore writer = WriteStore.open(store, options, disk);
        writer.define(Quotes.DEFINITION);
        ReadStore other = ReadStore.open(store, disk);
        boolean newer = false;
        int copies = 0;
        for (int step = 0; step < STEPS; step++) {
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            int id = random.nextInt(-300, 300);
            switch (random.nextInt(200)) {
                case 0 -> {
                    writer.close();
                    other.close();
                    writer = WriteStore.open(store, options, disk);
                    other = ReadStore.open(store, disk);
                }
                case 1 -> {
                    // As if the process had died here; the old store is dropped as it is.
                    Path copy = folder.resolve("copy" + copies++);
                    TestFiles.copy(store, copy);
                    writer.close();
                    other.close();
                    store = copy;
                    writer = WriteStore.open(store, options, disk);
                    other = ReadStore.open(store, disk);
                    checkAll(writer.lastValues(Quotes.NAME), newer);
                }
                case 2, 3, 4 -> writer.sync();
                case 5 -> {
                    newer |= step > STEPS / 2;
                    writer.define(newer ? Quotes.NEWER : Quotes.DEFINITION);
                }
                case 6 -> checkAll(other.lastValues(Quotes.NAME), newer);
                default -> change(quotes, id, random, newer);
            }
            check(other.lastValues(Quotes.NAME).reader(), random.nextInt(-300, 300), other.lastValues(Quotes.NAME));
        }
        checkAll(writer.lastValues(Quotes.NAME), newer);
        LastValuesCheckTest.assertSound(writer);
        writer.close();
        other.close();
    }

    private void change(LastValuesWriter quotes, int id, SplittableRandom random, boolean newer) throws StoreException {
        long number = random.nextLong() >> 4;
        int length = newer ? Quotes.NEWER_LENGTH : Quotes.LENGTH;
        ValueClaim claim = random.nextBoolean() ? quotes.claim(id) : quotes.update(id);
        long at = claim.offset();
        Quotes.fill(claim.memory(), at, number, length);
        if (random.nextInt(10) == 0) {
            claim.abort();
            return;
        }
        numbers.put(id, number);
        assertEquals(versions.merge(id, 1L, Long::sum), claim.commit());
    }

    private void check(LastValuesReader reader, int id, LastValues lastValues) {
        long record = reader.find(id);
        if (!numbers.containsKey(id)) {
            assertEquals(LastValuesReader.ABSENT, record);
            return;
        }
        long result = reader.read(record, target, 0, 1);
        assertEquals(versions.get(id), Cell.version(result));
        assertEquals(versions.get(id), reader.latest(record));
        assertEquals(numbers.get(id), Quotes.number(target, 0, id, lastValues.block().blockLength()));
    }

    private void checkAll(LastValues lastValues, boolean newer) {
        assertEquals(numbers.size(), lastValues.recordCount());
        LastValuesReader reader = lastValues.reader();
        Set<Long> seen = new HashSet<>();
        for (long record = reader.next(-1); record >= 0; record = reader.next(record)) {
            seen.add(record);
        }
        assertEquals(numbers.size(), seen.size());
        for (int id : numbers.keySet()) {
            assertEquals(true, seen.contains(reader.find(id)), () -> "id=" + id);
            check(reader, id, lastValues);
        }
    }
}
