// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.flow.Cell;
import dev.ashlar.store.Durability;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/// What [LastValuesIT] runs in processes of their own: one replaces values until it is killed, others read.
public final class LastValuesProgram {
    static final int KEYS = 200;
    static final StoreOptions OPTIONS = Ticks.SMALL.withDurability(Durability.INTERVAL)
            .withSyncInterval(Duration.ofMillis(3));

    private LastValuesProgram() {
    }

    /// What was begun, and committed, of each key, outside the store: numbers that only grow, 0 for none.
    record Oracle(MemorySegment words) {
        static Oracle open(Path folder) throws IOException {
            try (FileChannel channel = FileChannel.open(folder.resolve("oracle"), StandardOpenOption.CREATE,
                    StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new Oracle(channel.map(MapMode.READ_WRITE, 0, 16L * KEYS, Arena.global()));
            }
        }

        long begun(int id) {
            return StoreLayout.getVolatile(words, 16L * id);
        }

        void begun(int id, long number) {
            StoreLayout.setVolatile(words, 16L * id, number);
        }

        long done(int id) {
            return StoreLayout.getVolatile(words, 16L * id + 8);
        }

        void done(int id, long number) {
            StoreLayout.setVolatile(words, 16L * id + 8, number);
        }
    }

    /// @param args folder; `write`, a seed and a version of the schema; or `read`
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Oracle oracle = Oracle.open(folder);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        if (args[1].equals("write")) {
            System.out.println("ready");
            in.readLine();
            write(folder, oracle, new SplittableRandom(Long.parseLong(args[2])), Integer.parseInt(args[3]));
        } else {
            System.out.println("ready");
            System.out.println(read(folder, oracle, in));
        }
    }

    private static void write(Path folder, Oracle oracle, SplittableRandom random, int version) throws IOException {
        StoreWriter store = StoreWriter.open(folder.resolve("store"), OPTIONS);
        LastValues lastValues = store.define(version == 0 ? Quotes.DEFINITION : Quotes.NEWER);
        LastValuesWriter quotes = store.lastValuesWriter(Quotes.NAME);
        int length = lastValues.block().blockLength();
        System.out.println("writing");
        while (true) {
            int id = random.nextInt(random.nextBoolean() ? 3 : KEYS);
            put(quotes, oracle, id, length);
        }
    }

    static void put(LastValuesWriter quotes, Oracle oracle, int id, int length) throws StoreException {
        long number = oracle.begun(id) + 1;
        ValueClaim claim = number % 2 == 0 ? quotes.claim(id) : quotes.update(id);
        long at = claim.offset();
        oracle.begun(id, number);
        Quotes.fill(claim.memory(), at, number, length);
        claim.commit();
        oracle.done(id, number);
    }

    /// Reads until a line ends it.
    private static String read(Path folder, Oracle oracle, BufferedReader in) throws IOException {
        long reads = 0;
        long contended = 0;
        try (Store store = Store.open(folder.resolve("store"))) {
            LastValues lastValues = store.lastValues(Quotes.NAME);
            LastValuesReader reader = lastValues.reader();
            MemorySegment target = MemorySegment.ofArray(new byte[64]);
            long[] versions = new long[KEYS];
            long[] records = new long[KEYS];
            Arrays.fill(records, LastValuesReader.ABSENT);
            for (int id = 0; !in.ready(); id = (id + 1) % KEYS) {
                long done = oracle.done(id);
                long record = records[id] < 0 ? reader.find(id) : records[id];
                if (record < 0) {
                    require(done == 0, "id=" + id + ", done=" + done);
                    continue;
                }
                records[id] = record;
                long result = reader.read(record, target, 0, 50);
                if (result == Cell.CONTENDED) {
                    contended++;
                    continue;
                }
                require(result > 0, "id=" + id + ", result=" + result);
                long number = Quotes.number(target, 0, id, lastValues.block().blockLength());
                require(number >= done && number <= oracle.begun(id), "id=" + id + ", number=" + number + ", done="
                        + done);
                require(Cell.version(result) >= versions[id], "id=" + id + ", version=" + Cell.version(result));
                versions[id] = Cell.version(result);
                reads++;
            }
        }
        return "reads=" + reads + ", contended=" + contended;
    }

    static void require(boolean right, String found) {
        if (!right) {
            throw new AssertionError(found);
        }
    }
}
