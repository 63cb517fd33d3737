// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreStep;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ends a writer at many moments, between messages and inside their publication, and continues with what it leaves:
/// again and again, so that leftovers of one writer lie in the way of the next.
@Tag("slow")
class JournalRecoveryTest {
    private static final int IMAGES = 3;
    private static final int MAX_STEPS = 800;
    private static final Set<StoreStep> RARE = EnumSet.of(StoreStep.ROLLED, StoreStep.INDEX_PUBLISHED,
            StoreStep.TABLE_MADE);

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final Recorded recorded = new Recorded();
    /// Whether old messages are retired, in a store so small that their chunks are needed again.
    private boolean retires;
    private boolean power;
    private StoreOptions options;
    private SplittableRandom random;
    private int verified;
    private final Map<StoreStep, Integer> imagesByStep = new EnumMap<>(StoreStep.class);

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldLoseNothingWhenTheProcessDies(Durability durability) throws IOException {
        run(durability);
        assertEquals(EnumSet.allOf(StoreStep.class), imagesByStep.keySet());
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldKeepWhatWasPromisedWhenPowerIsLost(Durability durability) throws IOException {
        power = true;
        run(durability);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldTakeNoLeftoversForMessagesWhenChunksAreUsedAgain(Durability durability) throws IOException {
        power = true;
        retires = true;
        run(durability);
    }

    private void run(Durability durability) throws IOException {
        random = Seed.random("JournalRecoveryTest " + durability + (power ? " power" : " process"));
        options = (retires ? Ticks.SMALL.withMaxBytes(64 * 4096) : Ticks.SMALL).withDurability(durability);
        Path root = Files.createDirectory(folder.resolve("0"));
        StoreId boot = StoreId.random();
        for (int life = 0; life < 14; life++) {
            Path next = folder.resolve(Integer.toString(life + 1));
            live(root, next, boot, life);
            TestFiles.delete(root);
            root = next;
            boot = power ? StoreId.random() : boot;
        }
    }

    private static Path store(Path root) {
        return root.resolve("store");
    }

    /// One writer from opening to its end, which leaves its files in another folder.
    private void live(Path root, Path left, StoreId boot, int life) throws IOException {
        // Each step in its turn, the making of tables first: there is none later.
        StoreStep last = StoreStep.values()[(StoreStep.TABLE_MADE.ordinal() + life) % StoreStep.values().length];
        int[] times = {random.nextInt(RARE.contains(last) ? 3 : 100)};
        int[] all = {MAX_STEPS};
        long[] found = {-1};
        PowerDisk[] disk = new PowerDisk[1];
        JournalWriter[] recorder = new JournalWriter[1];
        disk[0] = new PowerDisk(root, boot, new PowerDisk.Watcher() {
            @Override
            public void before(String use) {
            }

            @Override
            public void after(StoreStep step) {
                if (recorder[0] != null && found[0] < 0
                        && (step == last && times[0]-- == 0 || --all[0] == 0)) {
                    imagesByStep.merge(step, 1, Integer::sum);
                    found[0] = end(disk[0], left, "life=" + life + ", step=" + step);
                }
            }
        });
        try (WriteStore writer = WriteStore.open(store(root), options, disk[0])) {
            recorded.check(writer, "life=" + life);
            recorded.promise();
            recorded.define(writer);
            recorder[0] = writer.journalWriter(Orders.NAME);
            while (found[0] < 0) {
                act(writer, recorder[0], found);
            }
        }
        try (Store reader = ReadStore.open(store(left), new CalmDisk(boot))) {
            recorded.found(found[0], reader);
        }
    }

    private void act(WriteStore writer, JournalWriter recorder, long[] found) throws StoreException {
        int count = 1 + random.nextInt(20);
        boolean batch = random.nextInt(3) == 0;
        if (batch) {
            recorder.beginBatch();
        }
        for (int i = 0; i < count && found[0] < 0; i++) {
            recorded.record(recorder);
            promise(!batch && (!power || options.durability() == Durability.COMMIT), found);
        }
        if (batch) {
            recorder.endBatch();
            promise(!power || options.durability() == Durability.COMMIT, found);
        }
        if (random.nextInt(20) == 0) {
            writer.sync();
            promise(true, found);
        }
        if (random.nextInt(10) == 0) {
            writer.chunks().mark(false);
        }
        if (retires && random.nextInt(4) == 0 && found[0] < 0) {
            recorded.retire(writer);
        }
    }

    private void promise(boolean now, long[] found) {
        if (now && found[0] < 0) {
            recorded.promise();
        }
    }

    /// Leaves files as the end of the writer would, and looks what they hold.
    ///
    /// @return how many messages
    private long end(PowerDisk disk, Path left, String where) {
        try {
            disk.look();
            for (int image = 1; power && image < IMAGES; image++) {
                Path other = folder.resolve("image");
                Choice choice = Choice.values()[random.nextInt(Choice.values().length)];
                disk.materialise(other, choice, random);
                open(store(other), StoreId.random(), Kind.POWER_LOSS, where + ", choice=" + choice);
                TestFiles.delete(other);
            }
            Choice choice = power ? Choice.values()[random.nextInt(Choice.values().length)] : Choice.NEW;
            disk.materialise(left, choice, random);
            Path copy = folder.resolve("copy");
            TestFiles.copy(left, copy);
            long found = open(store(copy), power ? StoreId.random() : disk.boot(),
                    power ? Kind.POWER_LOSS : Kind.PROCESS_DEATH, where + ", choice=" + choice);
            TestFiles.delete(copy);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long open(Path store, StoreId boot, Kind kind, String where) throws IOException {
        List<String> answers = null;
        try (Store reader = ReadStore.open(store, new CalmDisk(boot))) {
            if (kind == Kind.POWER_LOSS) {
                recorded.check(reader, where + ", reader");
                answers = Images.answers(reader);
            } else {
                recorded.checkPrefix(reader, where);
            }
            assertEquals(List.of(), verify(reader), where);
        }
        long found;
        try (WriteStore writer = WriteStore.open(store, options, new CalmDisk(boot))) {
            assertEquals(kind, writer.recovery().kind(), where);
            found = recorded.check(writer, where);
            if (answers != null) {
                assertEquals(answers, Images.answers(writer), where);
            }
            assertEquals(List.of(), verify(writer), where);
        }
        try (WriteStore again = WriteStore.open(store, options, new CalmDisk(boot))) {
            assertEquals(Kind.CLEAN, again.recovery().kind(), where);
            assertEquals(found, recorded.check(again, where), where);
            assertEquals(List.of(), verify(again), where);
        }
        return found;
    }

    /// Looks at some of the many stores.
    private List<Finding> verify(Store store) throws StoreException {
        return verified++ % 5 == 0 ? store.verify(VerifyOptions.all()).findings() : List.of();
    }
}
