// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.SmallDisk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes write to a store and read it, and are killed and stopped: what was committed is there, whole, and
/// nobody waits for the dead or the stopped.
class StoreIT {
    private static final int ROUNDS_OF_A_STORE = 12;

    @TempDir
    Path folder;

    @BeforeEach
    void shouldHaveSignals() {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
    }

    @Test
    void shouldLoseNothingWhenKilledAtRandom() throws Exception {
        kill(Seed.random("StoreIT"), 14);
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhenKilledAtRandomOften() throws Exception {
        kill(Seed.random("StoreIT"), 600);
    }

    private void kill(SplittableRandom random, int rounds) throws Exception {
        Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
        long rows = 0;
        Path sub = folder;
        Child reader = null;
        Child next = null;
        try {
            for (int round = 0; round < rounds; round++) {
                if (round % ROUNDS_OF_A_STORE == 0) {
                    endReader(reader);
                    sub = Files.createDirectory(folder.resolve("kill" + round));
                    reader = new Child(sub, "read", random.nextLong());
                    assertEquals("open", reader.hear());
                    next = new Child(sub, "write", round + 1, random.nextLong());
                }
                try (Child writer = next) {
                    assertEquals("ready", writer.hear());
                    writer.tell("go");
                    assertEquals("go", writer.hear());
                    next = (round + 1) % ROUNDS_OF_A_STORE == 0 ? null
                            : new Child(sub, "write", round + 2, random.nextLong());
                    // One in three is killed while it opens the store, which recovers it. Not the first, after which
                    // the store is recovered: so there is one at least that finds the death of a process.
                    boolean opening = round > 0 && random.nextInt(3) == 0;
                    if (!opening) {
                        assertEquals("open", writer.hear());
                    }
                    stopNowAndThen(reader, random, opening ? 100 : 250);
                    writer.kill();
                }
                rows += look(sub, "round=" + round, kinds, round == 0 ? 0 : random.nextInt(3));
            }
            endReader(reader);
        } finally {
            closeAll(reader, next);
        }
        System.out.println("StoreIT: kills=" + rounds + ", found=" + kinds + ", rows checked=" + rows);
        assertTrue(kinds.containsKey(Kind.PROCESS_DEATH), kinds::toString);
        assertTrue(rows > 1000, "the trial wrote too little");
    }

    /// What a reader has looked at is other by the time that it continues.
    private static void stopNowAndThen(Child reader, SplittableRandom random, int mostMs) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(mostMs));
        while (System.nanoTime() < end) {
            Thread.sleep(random.nextInt(20));
            reader.stop();
            Thread.sleep(random.nextInt(20));
            reader.resume();
        }
    }

    /// Reads the store as its writer left it; recovers it, or leaves that to the next writer.
    private static long look(Path sub, String where, Map<Kind, Integer> kinds, int how) throws IOException {
        Oracle oracle = new Oracle(StoreProgram.oracle(sub));
        long rows = 0;
        if (Files.exists(StoreProgram.store(sub).resolve(HeadFile.NAME))) {
            try (Store store = Store.open(StoreProgram.store(sub))) {
                rows += oracle.check(store, false, where + ", reader");
            }
        }
        if (how == 0) {
            try (StoreWriter store = StoreWriter.open(StoreProgram.store(sub), StoreProgram.OPTIONS)) {
                kinds.merge(store.recovery().kind(), 1, Integer::sum);
                rows += oracle.check(store, true, where + ", " + store.recovery());
                assertEquals(0, store.recovery().dropped().size(), where + ", " + store.recovery());
            }
            try (Store store = Store.open(StoreProgram.store(sub))) {
                rows += oracle.check(store, true, where + ", closed");
            }
        }
        return rows;
    }

    private static void endReader(Child reader) throws Exception {
        if (reader != null) {
            reader.tell("enough");
            String last = reader.hear();
            assertNotNull(last, "a reader ended too early: see its standard error");
            System.out.println("StoreIT: reader, " + last);
            reader.end();
        }
    }

    private static void closeAll(Child... children) {
        for (Child child : children) {
            if (child != null) {
                child.close();
            }
        }
    }

    @Test
    void shouldGoOnWhileAReaderIsStoppedAndTakeItsRowsWhenItIsDead() throws Exception {
        Path store = StoreProgram.store(folder);
        // 40 chunks of 195 rows.
        try (StoreWriter writer = StoreWriter.open(store, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            Ticks.append(appender, 2000);
            try (Child reader = new Child(folder, "hold"); Child other = new Child(folder, "hold")) {
                assertEquals("at 0", reader.hear());
                assertEquals("at 0", other.hear());
                reader.stop();
                assertTimeout(Duration.ofMinutes(10), () -> {
                    for (int i = 0; i < 4; i++) {
                        Ticks.append(appender, 2000);
                        writer.retire(Ticks.NAME, appender.endRow() - 100);
                    }
                });
                StoreException full = assertThrows(StoreException.class,
                        () -> Ticks.append(appender, 10_000));
                assertEquals(Reason.NO_SPACE, full.reason());
                long end = appender.endRow();
                other.tell("look");
                assertEquals("read " + end, other.hear());
                other.end();
                StoreException held = assertThrows(StoreException.class,
                        () -> Ticks.append(appender, 10_000));
                assertEquals(Reason.NO_SPACE, held.reason());
                reader.kill();
                for (int i = 0; i < 20; i++) {
                    Ticks.append(appender, 2000);
                    writer.retire(Ticks.NAME, appender.endRow() - 100);
                }
                Ticks.checkAll(writer.table(Ticks.NAME), writer.table(Ticks.NAME).firstRow(), end + 40_000);
            }
        }
    }

    @Test
    void shouldRefuseASecondWriterAtOnce() throws Exception {
        try (StoreWriter writer = StoreWriter.open(StoreProgram.store(folder), Ticks.SMALL)) {
            writer.define(Ticks.DEFINITION);
            try (Child second = new Child(folder, "second")) {
                assertEquals(Reason.LOCKED.name(), second.hear());
                second.end();
            }
            // The refused one left all as it was.
            Ticks.append(writer.appender(Ticks.NAME), 100);
            Ticks.checkAll(writer.table(Ticks.NAME), 0, 100);
        }
        try (Child second = new Child(folder, "second")) {
            assertEquals("opened", second.hear());
            second.end();
        }
    }

    /// In a process of its own, so that the signal that a store into a full disk raises is seen.
    @Test
    void shouldSurviveAFullDisk() throws Exception {
        fill(List.of());
    }

    /// Space is taken by writing zeros all the same, but the system is asked for more.
    @Test
    void shouldSurviveAFullDiskWithNativeAccess() throws Exception {
        fill(List.of("--enable-native-access=ALL-UNNAMED"));
    }

    private void fill(List<String> flags) throws Exception {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        try (SmallDisk disk = SmallDisk.mount(mount, 400); Child child = new Child(flags, disk.folder(), "full")) {
            for (String line = child.hear(); line != null; line = child.hear()) {
                System.out.println("StoreIT: " + line);
            }
            child.end();
        }
    }
}
