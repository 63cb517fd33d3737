// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Recorder;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ends a writer at many moments, between messages and inside their publication, and goes on with what it leaves: again
/// and again, so that leftovers of one writer lie in the way of the next.
class JournalRecoveryTest {
    private static final int LIVES = 14;
    private static final int IMAGES = 3;
    private static final int MAX_STEPS = 800;
    /// Messages that are not retired.
    private static final int KEPT = 60;
    private static final Set<Step> RARE = EnumSet.of(Step.ROLLED, Step.INDEX_PUBLISHED, Step.TABLE_MADE);
    /// Messages of different lives never have the same sequence.
    private static final long LIFE = 1_000_000;

    @TempDir
    Path folder;

    /// The sequence of each message, in their order: those that may be there, and how many have to.
    private final List<Long> sequences = new ArrayList<>();
    private long promised;
    private long life;
    /// Whether old messages are retired, in a store so small that their chunks are needed again.
    private boolean retires;
    private int verified;
    private final Map<Step, Integer> imagesByStep = new EnumMap<>(Step.class);

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldLoseNothingWhenTheProcessDies(Durability durability) throws IOException {
        run(durability, false);
        assertEquals(EnumSet.allOf(Step.class), imagesByStep.keySet());
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldKeepWhatWasPromisedWhenPowerIsLost(Durability durability) throws IOException {
        run(durability, true);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldTakeNoLeftoversForMessagesWhenChunksAreUsedAgain(Durability durability) throws IOException {
        retires = true;
        run(durability, true);
    }

    private void run(Durability durability, boolean power) throws IOException {
        SplittableRandom random = Seed.random("JournalRecoveryTest " + durability + (power ? " power" : " process"));
        StoreOptions options = (retires ? Ticks.SMALL.withMaxBytes(64 * 4096) : Ticks.SMALL).withDurability(durability);
        Path store = folder.resolve("0");
        StoreId boot = StoreId.random();
        for (life = 0; life < LIVES; life++) {
            Path next = folder.resolve(Long.toString(life + 1));
            live(store, next, options, boot, power, random);
            LossyDisk.delete(store);
            store = next;
            boot = power ? StoreId.random() : boot;
        }
    }

    /// One writer from opening to its end, which leaves its files in another folder.
    private void live(Path store, Path left, StoreOptions options, StoreId boot, boolean power,
            SplittableRandom random) throws IOException {
        LossyDisk disk = new LossyDisk(boot);
        // Each step in its turn, the making of tables first: there is none later.
        Step last = Step.values()[(int) (Step.TABLE_MADE.ordinal() + life) % Step.values().length];
        int[] times = {random.nextInt(RARE.contains(last) ? 3 : 100)};
        int[] all = {MAX_STEPS};
        long[] found = {-1};
        try (WriteStore writer = WriteStore.open(store, options, disk)) {
            check(writer);
            promised = sequences.size();
            writer.define(Orders.DEFINITION);
            Recorder recorder = writer.recorder(Orders.NAME);
            Path real = writer.folder();
            disk.onStep(step -> {
                if (found[0] < 0 && (step == last && times[0]-- == 0 || --all[0] == 0)) {
                    imagesByStep.merge(step, 1, Integer::sum);
                    found[0] = end(disk, real, left, options, power, random);
                }
            });
            while (found[0] < 0) {
                act(writer, recorder, options.durability(), power, random, found);
            }
        }
        sequences.subList((int) found[0], sequences.size()).clear();
    }

    private void act(WriteStore writer, Recorder recorder, Durability durability, boolean power,
            SplittableRandom random, long[] found) throws StoreException {
        int count = 1 + random.nextInt(20);
        boolean batch = random.nextInt(3) == 0;
        if (batch) {
            recorder.beginBatch();
        }
        for (int i = 0; i < count && found[0] < 0; i++) {
            long n = sequences.size();
            sequences.add(life * LIFE + n);
            byte[] bytes = Orders.bytes(n);
            recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, Orders.time(n), sequences.get((int) n));
            promise(!batch && (!power || durability == Durability.COMMIT), found);
        }
        if (batch) {
            recorder.endBatch();
            promise(!power || durability == Durability.COMMIT, found);
        }
        if (random.nextInt(20) == 0) {
            writer.sync();
            promise(true, found);
        }
        if (random.nextInt(10) == 0) {
            writer.mark(false);
        }
        if (retires && random.nextInt(4) == 0 && sequences.size() > KEPT) {
            writer.retireMessagesBefore(Orders.NAME, Orders.time(sequences.size() - KEPT));
            promise(true, found);
        }
    }

    private void promise(boolean now, long[] found) {
        if (now && found[0] < 0) {
            promised = sequences.size();
        }
    }

    /// Leaves files as the end of the writer would, and looks what they hold.
    ///
    /// @return how many messages
    private long end(LossyDisk disk, Path store, Path left, StoreOptions options, boolean power,
            SplittableRandom random) {
        try {
            for (int image = 1; power && image < IMAGES; image++) {
                Path other = folder.resolve("image");
                disk.copyLosing(store, other, random);
                open(other, options, StoreId.random(), Kind.POWER_LOSS);
                LossyDisk.delete(other);
            }
            if (power) {
                disk.copyLosing(store, left, random);
            } else {
                disk.copy(store, left);
            }
            Path copy = folder.resolve("copy");
            disk.copy(left, copy);
            long found = open(copy, options, power ? StoreId.random() : disk.boot(),
                    power ? Kind.POWER_LOSS : Kind.PROCESS_DEATH);
            LossyDisk.delete(copy);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long open(Path store, StoreOptions options, StoreId boot, Kind kind) throws IOException {
        try (Store reader = ReadStore.open(store, new LossyDisk(boot))) {
            checkPrefix(reader);
            // Entries may be torn, but not what the last checkpoint counts.
            List<Finding> wrong = verify(reader).stream().filter(finding -> kind == Kind.PROCESS_DEATH
                    || finding.found().matches(".*(frame|differ|message).*")).toList();
            assertEquals(List.of(), wrong);
        }
        long found;
        try (WriteStore writer = WriteStore.open(store, options, new LossyDisk(boot))) {
            assertEquals(kind, writer.recovery().kind());
            found = check(writer);
            assertEquals(List.of(), verify(writer));
        }
        try (WriteStore again = WriteStore.open(store, options, new LossyDisk(boot))) {
            assertEquals(Kind.CLEAN, again.recovery().kind());
            assertEquals(found, check(again));
            assertEquals(List.of(), verify(again));
        }
        return found;
    }

    /// Looks at some of the many stores.
    private List<Finding> verify(Store store) throws StoreException {
        return verified++ % 5 == 0 ? store.verify(VerifyOptions.all()).findings() : List.of();
    }

    /// What readers see before anybody has recovered the store was recorded, and has no gap.
    private void checkPrefix(Store store) throws StoreException {
        if (store.journals().isEmpty()) {
            return;
        }
        long n = -1;
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (; cursor.next(); n++) {
                n = n < 0 ? cursor.row() : n;
                assertEquals(n, cursor.row());
                assertEquals(sequences.get((int) n), cursor.sequence());
            }
        }
        for (Table rows : store.tables()) {
            assertTrue(!rows.name().equals("Order") || n < 0 || n >= rows.endRow(),
                    "rows are seen, but not their messages");
        }
    }

    /// Compares journal and tables with what was recorded.
    private long check(Store store) throws StoreException {
        if (store.journals().isEmpty()) {
            assertEquals(0, promised);
            return 0;
        }
        List<Long> positions = new ArrayList<>();
        long first = 0;
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            while (cursor.next()) {
                first = positions.isEmpty() ? cursor.row() : first;
                int n = (int) first + positions.size();
                assertTrue(n < sequences.size(), "one message more than was recorded");
                assertEquals(sequences.get(n), cursor.sequence(), "n=" + n);
                assertEquals(n, cursor.row());
                assertArrayEquals(Orders.bytes(n), cursor.memory().asSlice(cursor.offset(), cursor.length())
                        .toArray(ValueLayout.JAVA_BYTE));
                positions.add(cursor.position());
            }
            for (long n = first; n < first + positions.size(); n += 50) {
                assertTrue(cursor.seekTime(Orders.time(n)));
                assertEquals(n, cursor.row());
            }
        }
        long found = first + positions.size();
        assertTrue(first <= Math.max(0, sequences.size() - KEPT), "more was retired than should be");
        assertTrue(found >= promised, () -> "promised=" + promised + ", found=" + found);
        assertEquals(positions.size(), store.journal(Orders.NAME).messageCount());
        Orders.checkRows(store, first, positions);
        return found;
    }
}
