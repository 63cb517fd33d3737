// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreStep;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One store with a journal and a last-value table, which get newer schemas, while old messages are retired. The power
/// goes before each use of the disk, at steps inside publications, and before each use of the disk by the recovery
/// after that: what was promised is there, messages have no gap, rows are those of the messages, and values are whole.
/// With `-Plong` at every use; else at the first of each kind and one in two of the others.
@Tag("slow")
class JournalPowerLossTest extends PowerLossImages {
    /// Small chunks, and hardly more than are needed.
    private static final StoreOptions OPTIONS = new StoreOptions(4096, 8 * 4096, 56 * 4096, Durability.NONE,
            Duration.ofMillis(2));
    private static final int ACTIONS = 18;

    private Recorded recorded = new Recorded();
    private QuoteLedger quotes = new QuoteLedger();
    private Durability durability;
    private PowerDisk disk;
    /// The power fails at one step in this many.
    private int oneStepIn;
    private int imagesOfEach;
    private CrashPoints tried;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldKeepWhatWasPromised(Durability kind) throws Exception {
        run(kind, kind == Durability.COMMIT ? ACTIONS / 3 : ACTIONS, 0, 100);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    @Tag("long")
    void shouldKeepWhatWasPromisedInManyImages(Durability kind) throws Exception {
        for (int i = 0; i < 2; i++) {
            recorded = new Recorded();
            quotes = new QuoteLedger();
            run(kind, 2 * ACTIONS, 1, 10);
        }
    }

    private WriteStore open(Path root) throws IOException {
        return WriteStore.open(root.resolve("store"), OPTIONS.withDurability(durability), disk);
    }

    private void run(Durability kind, int actions, int each, int stepIn) throws Exception {
        durability = kind;
        imagesOfEach = each;
        oneStepIn = stepIn;
        begin("JournalPowerLossTest " + durability);
        tried = new CrashPoints(each > 0 ? 1 : 2, random);
        Path root = Files.createDirectory(folder.resolve("root" + images));
        disk = new PowerDisk(root, new PowerDisk.Watcher() {
            @Override
            public void before(String use) throws IOException {
                tryAll(use);
            }

            @Override
            public void after(StoreStep step) {
                if (random.nextInt(oneStepIn) == 0) {
                    look("step " + step);
                }
            }
        });
        WriteStore store = open(root);
        recorded.define(store);
        quotes.define(store);
        for (int i = 0; i < actions; i++) {
            if (i == actions / 2) {
                recorded.evolve(store);
            } else if (i == actions * 2 / 3) {
                quotes.newer = true;
                quotes.define(store);
            } else if (i == actions / 3) {
                store.close();
                synced();
                store = open(root);
            } else if (random.nextInt(15) == 0) {
                store = die(store, root);
            }
            act(store, i);
        }
        store.close();
        System.out.println("JournalPowerLossTest: durability=" + durability + ", messages=" + recorded.count()
                + ", points=" + points + ", images=" + images + ", of recovery=" + again);
    }

    /// The process dies, and the machine only later.
    private WriteStore die(WriteStore dead, Path root) throws Exception {
        Images.abandon(dead);
        WriteStore store = open(root);
        assertEquals(Kind.PROCESS_DEATH, store.recovery().kind());
        assertEquals(recorded.count(), recorded.check(store, "process death"));
        if (random.nextBoolean()) {
            store.sync();
            synced();
        }
        return store;
    }

    private void act(WriteStore store, int number) throws IOException {
        JournalWriter recorder = store.journalWriter(Orders.NAME);
        boolean batch = random.nextInt(3) == 0;
        if (batch) {
            recorder.beginBatch();
        }
        for (int n = random.nextInt(30); n >= 0; n--) {
            recorded.record(recorder);
            if (!batch && durability == Durability.COMMIT) {
                recorded.promise();
            }
        }
        if (batch) {
            recorder.endBatch();
            if (durability == Durability.COMMIT) {
                recorded.promise();
            }
        }
        quotes.commit(store, random.nextInt(QuoteLedger.KEYS), number, () -> look("commit"));
        if (durability == Durability.COMMIT) {
            synced();
        }
        switch (random.nextInt(8)) {
            case 0 -> {
                store.sync();
                synced();
            }
            case 1 -> store.chunks().mark(false);
            case 4, 5 -> {
                recorder.sync();
                recorded.promise();
            }
            case 2, 3 -> recorded.retire(store);
            default -> {
            }
        }
        look("action");
    }

    private void synced() {
        recorded.promise();
        quotes.synced();
    }

    private void look(String where) {
        disk.look();
        try {
            tryAll(where);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tryAll(String where) throws IOException {
        if (!tried.isTried(where)) {
            return;
        }
        points++;
        for (Choice choice : Choice.values()) {
            int count = imagesOfEach > 0 ? imagesOfEach : (choice.ordinal() + points) % 5 == 0 ? 1 : 0;
            for (int i = 0; i < count; i++) {
                tryOne(disk, recorded.copy(), quotes.copy(), choice, "point=" + points + ", " + where,
                        random.nextInt(60) == 0);
            }
        }
    }

    private void tryOne(PowerDisk from, Recorded messages, QuoteLedger values, Choice choice, String where,
            boolean watched) throws IOException {
        tryImage(from, choice, where, (store, what) -> {
            if (!Files.exists(store.resolve(HeadFile.NAME))) {
                assertTrue(!messages.defined && !values.defined, what);
            } else {
                StoreDisk next = new CalmDisk();
                if (watched) {
                    next = failing(store, (inner, use) -> {
                        again++;
                        Choice then = Choice.values()[again % Choice.values().length];
                        tryOne(inner, messages.copy(), values.copy(), then, what + ", then before=" + use, false);
                    });
                }
                goOn(store, messages, values, next, what);
            }
        });
    }

    /// Reads, recovers, and records more.
    private void goOn(Path store, Recorded messages, QuoteLedger values, StoreDisk next, String what)
            throws IOException {
        long[] seen;
        long messagesSeen;
        List<String> answers;
        try (Store reader = ReadStore.open(store, new CalmDisk())) {
            messagesSeen = messages.check(reader, what + ", reader");
            seen = values.check(reader, what + ", reader");
            answers = Images.answers(reader);
            if (random.nextInt(4) == 0) {
                assertEquals(List.of(), reader.verify(VerifyOptions.all()).findings(), what + ", reader");
            }
        }
        try (WriteStore writer = WriteStore.open(store, OPTIONS, next)) {
            assertTrue(writer.recovery().kind() != Kind.PROCESS_DEATH, what);
            assertEquals(messagesSeen, messages.check(writer, what), what);
            assertEquals(answers, Images.answers(writer), what);
            messages.found(messagesSeen, writer);
            long[] found = values.check(writer, what);
            assertArrayEquals(seen, found, what);
            values.found(found);
            messages.define(writer);
            values.define(writer);
            for (int n = 0; n < 20; n++) {
                messages.record(writer.journalWriter(Orders.NAME));
            }
            for (int id = 0; id < QuoteLedger.KEYS; id += 1 + random.nextInt(9)) {
                values.commit(writer, id, 1000 + id, () -> { });
            }
        }
        try (Store reader = ReadStore.open(store, new CalmDisk())) {
            assertEquals(messages.count(), messages.check(reader, what + ", after going on"));
            values.synced();
            values.check(reader, what + ", after going on");
            if (random.nextInt(4) == 0) {
                assertEquals(List.of(), reader.verify(VerifyOptions.all()).findings(), what);
            }
        }
    }
}
