// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreStep;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sound store while its journal is written to, whatever the writer is about to do: nothing is found.
class VerifyWriterTest {
    private static final Schema NEWER = TestSchemas.ordersWithParties();
    private static final Set<StoreStep> RARE = EnumSet.of(StoreStep.ROLLED, StoreStep.INDEX_PUBLISHED);
    /// Made before, so that the writer does little else than to publish.
    private static final byte[][] OLD = new byte[1000][];
    private static final byte[][] YOUNG = new byte[1000][];
    /// Steps of each kind that are checked.
    private static final int LOOKS = 6;
    /// Messages that are recorded beside a reader, with all that happens only now and then.
    private static final int BESIDE = 10_000;

    static {
        for (int n = 0; n < OLD.length; n++) {
            OLD[n] = Orders.bytes(n);
            YOUNG[n] = Orders.bytes(NEWER, n);
        }
    }

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private long messages;

    /// The writer stands still inside of a publication, for as long as it takes.
    @Test
    void shouldFindNothingBetweenTheStepsOfAPublication() throws StoreException {
        SplittableRandom random = Seed.random("shouldFindNothingBetweenTheStepsOfAPublication");
        List<Consumer<StoreStep>> steps = new ArrayList<>();
        StoreDisk disk = new CalmDisk() {
            @Override
            public void at(StoreStep step) {
                steps.forEach(listener -> listener.accept(step));
            }
        };
        Map<StoreStep, Integer> looks = new EnumMap<>(StoreStep.class);
        Path store = folder.resolve("store");
        try (WriteStore writer = WriteStore.open(store, Ticks.SMALL.withMaxBytes(100 * 4096), disk)) {
            writer.define(Orders.DEFINITION);
            steps.add(step -> {
                if (looks.getOrDefault(step, 0) < LOOKS && random.nextInt(RARE.contains(step) ? 2 : 12) == 0) {
                    looks.merge(step, 1, Integer::sum);
                    look(store, disk);
                }
            });
            for (int round = 0; round < 60; round++) {
                act(writer, random);
            }
            steps.clear();
            VerifyTest.assertSound(writer.verify(VerifyOptions.all()));
        }
        assertTrue(looks.getOrDefault(StoreStep.FRAMES_PUBLISHED, 0) == LOOKS
                && looks.getOrDefault(StoreStep.ROWS_PUBLISHED, 0) == LOOKS && looks.containsKey(StoreStep.ROLLED)
                && looks.containsKey(StoreStep.INDEX_PUBLISHED), looks::toString);
    }

    private static void look(Path store, StoreDisk disk) {
        try (Store reader = ReadStore.open(store, disk)) {
            VerifyTest.assertSound(reader.verify(VerifyOptions.all()));
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Records some messages, good and bad, of an older and a newer version, and now and then retires some.
    private void act(WriteStore writer, SplittableRandom random) throws StoreException {
        JournalWriter recorder = writer.journalWriter(Orders.NAME);
        boolean batch = random.nextInt(3) == 0;
        if (batch) {
            recorder.beginBatch();
        }
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            byte[] bytes = (random.nextInt(4) == 0 ? YOUNG : OLD)[(int) (messages % OLD.length)];
            if (random.nextInt(8) == 0) {
                bytes = bytes.clone();
                // Of another template, of another schema, or cut in some place.
                bytes[random.nextBoolean() ? 2 : 4] += 50;
                bytes = random.nextBoolean() ? bytes : java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, Orders.time(messages), messages);
            messages++;
        }
        if (batch) {
            recorder.endBatch();
        }
        switch (random.nextInt(8)) {
            case 0 -> writer.retireMessagesBefore(Orders.NAME, Orders.time(messages - 150));
            case 1 -> writer.sync();
            default -> {
                // Nothing else.
            }
        }
        if (messages > 500 && random.nextInt(10) == 0) {
            writer.define(new JournalDefinition(Orders.NAME, NEWER));
        }
    }

    @Test
    void shouldFindNothingWhileAThreadRecords() throws Exception {
        SplittableRandom random = Seed.random("shouldFindNothingWhileAThreadRecords");
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicLong recorded = new AtomicLong();
        AtomicLong mayBe = new AtomicLong();
        CalmDisk disk = new CalmDisk();
        Path store = folder.resolve("store");
        try (WriteStore writer = WriteStore.open(store, Ticks.SMALL.withMaxBytes(200 * 4096), disk)) {
            writer.define(Orders.DEFINITION);
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    while (!stop.get()) {
                        // What a reader holds back would fill the store, if that was slow.
                        if (messages < mayBe.get()) {
                            act(writer, random);
                            recorded.set(messages);
                        } else {
                            Thread.yield();
                        }
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            try (Store reader = ReadStore.open(store, disk)) {
                // Whoever of the two is slow: the reader goes on until enough is there, and never falls far behind.
                for (int i = 0; i < 60 || recorded.get() < BESIDE && failure.get() == null; i++) {
                    mayBe.set(recorded.get() + 200);
                    VerifyTest.assertSound(reader.verify(VerifyOptions.all()));
                }
            } finally {
                stop.set(true);
                thread.join();
            }
            assertEquals(null, failure.get());
        }
        try (Store reader = ReadStore.open(store, disk)) {
            VerifyReport report = reader.verify(VerifyOptions.all());
            VerifyTest.assertSound(report);
            assertTrue(report.replayed().stream().allMatch(table -> table.rows() > 0 && table.unchecked() == 0),
                    report::toString);
            assertTrue(report.replayed().stream().map(Replayed::table).anyMatch("Order_parties"::equals));
        }
    }
}
