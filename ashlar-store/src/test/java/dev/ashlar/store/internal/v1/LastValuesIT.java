// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.LastValuesProgram.Oracle;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import java.io.File;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process replaces values and is killed at any moment, again and again; another reads all the time. Each key has the
/// value that was committed last or the one that was being committed, and no reader sees a mix, or an older value after
/// a newer one.
class LastValuesIT {
    @TempDir
    Path folder;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);

    @BeforeEach
    void shouldHaveSignals() {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
    }

    @Tag("slow")
    @Test
    void shouldLoseNothingWhenKilledAtRandom() throws Exception {
        run(12);
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhenKilledAtRandomOften() throws Exception {
        run(200);
    }

    private void run(int rounds) throws Exception {
        SplittableRandom random = Seed.random("BoardIT");
        Oracle oracle = Oracle.open(folder);
        try (StoreWriter store = StoreWriter.open(folder.resolve("store"), LastValuesProgram.OPTIONS)) {
            store.define(Quotes.DEFINITION);
        }
        try (Child reader = new Child(LastValuesProgram.class, List.of(), folder, "read")) {
            assertEquals("ready", reader.hear());
            for (int round = 0; round < rounds; round++) {
                int version = 2 * round < rounds ? 0 : 1;
                try (Child writer = new Child(LastValuesProgram.class, List.of(), folder, "write", random.nextLong(),
                        version)) {
                    assertEquals("ready", writer.hear());
                    writer.tell("go");
                    if (random.nextInt(4) > 0) {
                        assertEquals("writing", writer.hear());
                    }
                    Thread.sleep(random.nextInt(100));
                    writer.kill();
                }
                if (round % 3 == 0) {
                    try (Store store = Store.open(folder.resolve("store"))) {
                        check(store, oracle, "round=" + round);
                    }
                } else if (round % 3 == 1) {
                    try (WriteStore store = WriteStore.open(folder.resolve("store"), LastValuesProgram.OPTIONS,
                            new StoreDisk())) {
                        assertTrue(store.recovery().kind() != Kind.POWER_LOSS);
                        check(store, oracle, "round=" + round);
                        int length = store.lastValues(Quotes.NAME).block().blockLength();
                        for (int i = 0; i < 10; i++) {
                            LastValuesProgram.put(store.lastValuesWriter(Quotes.NAME), oracle,
                                    random.nextInt(LastValuesProgram.KEYS), length);
                        }
                        check(store, oracle, "round=" + round + ", going on");
                    }
                }
            }
            reader.tell("end");
            String reads = reader.hear();
            reader.end();
            assertTrue(!reads.startsWith("reads=0,"), reads);
            System.out.println("BoardIT: " + reads);
        }
    }

    private void check(Store store, Oracle oracle, String where) throws Exception {
        LastValues lastValues = store.lastValues(Quotes.NAME);
        LastValuesReader reader = lastValues.reader();
        for (int id = 0; id < LastValuesProgram.KEYS; id++) {
            long number = Quotes.number(reader, id, target, lastValues.block().blockLength());
            String found = where + ", id=" + id + ", number=" + number + ", done=" + oracle.done(id) + ", begun="
                    + oracle.begun(id);
            assertTrue(Math.max(0, number) >= oracle.done(id) && number <= oracle.begun(id), found);
            // What was being committed counts from here on, if it was.
            oracle.done(id, Math.max(0, number));
        }
        LastValuesCheckTest.assertSound(store);
    }
}
