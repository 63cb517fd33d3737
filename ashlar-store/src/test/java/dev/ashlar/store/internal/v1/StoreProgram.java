// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// What [StoreIT] and others run in processes of their own, told by lines of standard input and telling by lines of
/// output.
public final class StoreProgram {
    /// Small chunks, and few of them, so that all that can happen happens often.
    static final StoreOptions OPTIONS = new StoreOptions(4096, 8 * 4096, 160 * 4096, Durability.NONE,
            Duration.ofMillis(3));
    private static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in));

    private StoreProgram() {
    }

    /// @param args the folder, the program, and what that wants
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        switch (args[1]) {
            case "write" -> new Writing(folder, Integer.parseInt(args[2]), Long.parseLong(args[3])).run();
            case "read" -> read(folder, Long.parseLong(args[2]));
            case "hold" -> hold(folder);
            case "second" -> second(folder);
            case "full" -> FullDisk.run(folder);
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    static Path store(Path folder) {
        return folder.resolve("store");
    }

    static Path oracle(Path folder) {
        return folder.resolve("oracle");
    }

    /// Whatever comes to mind, for ever.
    private static final class Writing {
        private final Path folder;
        private final Oracle oracle;
        private final int attempt;
        private final SplittableRandom random;
        private final StoreOptions options;
        private StoreWriter store;

        Writing(Path folder, int attempt, long seed) throws IOException {
            this.folder = folder;
            this.attempt = attempt;
            oracle = new Oracle(oracle(folder));
            random = new SplittableRandom(seed);
            options = OPTIONS.withDurability(Durability.values()[random.nextInt(3)]);
        }

        void run() throws IOException {
            say("ready");
            hear();
            say("go");
            open();
            say("open");
            while (true) {
                try {
                    act(random.nextInt(Oracle.TABLES));
                } catch (StoreException e) {
                    if (e.reason() != Reason.NO_SPACE) {
                        throw e;
                    }
                    // A reader holds what was retired, as it may.
                    for (int table = 0; table < Oracle.TABLES; table++) {
                        retire(table);
                    }
                    retireMessages();
                }
            }
        }

        private void open() throws StoreException {
            store = StoreWriter.open(store(folder), options);
            for (int i = 0; i < Oracle.TABLES; i++) {
                define(i, TestSchemas.tick());
                Table table = store.table(Oracle.name(i));
                long end = table.endRow();
                if (end < oracle.done(i) || end > oracle.begun(i)) {
                    throw new AssertionError("recovered: end=" + end + ", done=" + oracle.done(i) + ", begun="
                            + oracle.begun(i) + ", table=" + i + ", attempt=" + attempt + ", "
                            + store.recovery());
                }
                oracle.done(i, end);
                oracle.begun(i, end);
                oracle.retired(i, table.firstRow());
            }
            defineJournal(false);
            long end = oracle.done(Oracle.JOURNAL) + missed();
            if (end > oracle.begun(Oracle.JOURNAL)) {
                throw new AssertionError("recovered: messages=" + end + ", begun=" + oracle.begun(Oracle.JOURNAL)
                        + ", attempt=" + attempt + ", " + store.recovery());
            }
            oracle.done(Oracle.JOURNAL, end);
            oracle.begun(Oracle.JOURNAL, end);
        }

        /// Messages after those of which the oracle knows that they are done.
        private long missed() throws StoreException {
            List<Long> positions = new ArrayList<>();
            long first = Oracle.readJournal(store, positions, "recovered");
            long missed = first + positions.size() - oracle.done(Oracle.JOURNAL);
            if (missed < 0) {
                throw new AssertionError("recovered: messages=" + (first + positions.size()) + ", done="
                        + oracle.done(Oracle.JOURNAL) + ", attempt=" + attempt + ", " + store.recovery());
            }
            return missed;
        }

        private void defineJournal(boolean newer) throws StoreException {
            boolean known = !store.journals().isEmpty() && store.journal(Orders.NAME).schema().version() > 0;
            store.define(newer || known ? Orders.NEWER : Orders.DEFINITION);
        }

        private void define(int i, Schema schema) throws StoreException {
            String name = Oracle.name(i);
            if (schema.version() > 0 || store.tables().stream().noneMatch(table -> table.name().equals(name))) {
                store.define(new TableDefinition(name, schema, schema.message("Tick"), "time"));
            }
        }

        private void act(int i) throws StoreException {
            switch (random.nextInt(20)) {
                case 19, 18, 17 -> record(random.nextInt(40), random.nextBoolean());
                case 16 -> retireMessages();
                case 0, 1, 2 -> {
                    for (int n = random.nextInt(50); n >= 0; n--) {
                        append(i, 1);
                    }
                }
                case 3, 4, 5, 6 -> append(i, 1 + random.nextInt(400));
                case 7 -> appendAll(i, random.nextInt(500));
                case 8 -> store.sync();
                case 9, 10, 11 -> retire(i);
                case 12 -> {
                    Appender appender = store.appender(Oracle.name(i));
                    RowClaim claim = appender.claim(1 + random.nextInt(100));
                    claim.memory().asSlice(claim.offset(), (long) claim.rows() * claim.stride()).fill((byte) -1);
                    claim.abort();
                }
                case 13 -> {
                    if (random.nextInt(10) == 0) {
                        define(i, TestSchemas.tickWithVenue());
                        defineJournal(random.nextInt(4) == 0);
                    }
                }
                default -> {
                    if (random.nextInt(20) == 0) {
                        store.close();
                        open();
                    }
                }
            }
        }

        private void record(int messages, boolean batch) throws StoreException {
            JournalWriter recorder = store.journalWriter(Orders.NAME);
            Schema schema = store.journal(Orders.NAME).schema();
            long n = oracle.done(Oracle.JOURNAL);
            if (batch) {
                recorder.beginBatch();
            }
            try {
                for (int i = 0; i < messages; i++) {
                    byte[] bytes = Orders.bytes(schema, n);
                    oracle.begun(Oracle.JOURNAL, n + 1);
                    recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, Orders.time(n), Orders.sequence(n));
                    n++;
                    if (!batch) {
                        oracle.done(Oracle.JOURNAL, n);
                    }
                }
            } finally {
                // Messages before one for which there was no space are there.
                if (batch) {
                    recorder.endBatch();
                }
                oracle.done(Oracle.JOURNAL, n);
                oracle.begun(Oracle.JOURNAL, n);
            }
        }

        private void retireMessages() throws StoreException {
            long n = Math.max(0, oracle.done(Oracle.JOURNAL) - random.nextInt(400));
            oracle.retiring(Oracle.JOURNAL, n);
            store.retireMessagesBefore(Orders.NAME, Orders.time(n));
        }

        private void append(int i, int rows) throws StoreException {
            Appender appender = store.appender(Oracle.name(i));
            int blockLength = store.table(Oracle.name(i)).block().blockLength();
            RowClaim claim = appender.claim(rows);
            int claimed = claim.rows();
            long end = appender.endRow();
            for (int n = 0; n < claimed; n++) {
                Ledger.put(claim.memory(), claim.offset(n), end + n, attempt, blockLength);
            }
            int committed = claimed - random.nextInt(Math.min(claimed, 3));
            oracle.begun(i, end + committed);
            claim.commit(committed);
            oracle.done(i, end + committed);
        }

        private void appendAll(int i, int rows) throws StoreException {
            Appender appender = store.appender(Oracle.name(i));
            int blockLength = store.table(Oracle.name(i)).block().blockLength();
            long end = appender.endRow();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate((long) rows * blockLength);
                for (int n = 0; n < rows; n++) {
                    Ledger.put(memory, (long) n * blockLength, end + n, attempt, blockLength);
                }
                oracle.begun(i, end + rows);
                try {
                    appender.appendAll(memory, 0, rows);
                } finally {
                    oracle.done(i, appender.endRow());
                }
                oracle.begun(i, appender.endRow());
            } finally {
                oracle.begun(i, appender.endRow());
            }
        }

        private void retire(int i) throws StoreException {
            long row = oracle.done(i) - random.nextInt(3000);
            oracle.retiring(i, Math.max(row, 0));
            oracle.retired(i, store.retire(Oracle.name(i), row));
        }
    }

    /// Reads all there is, over and over, until a line says that it is enough.
    private static void read(Path folder, long seed) throws IOException {
        Oracle oracle = new Oracle(oracle(folder));
        SplittableRandom random = new SplittableRandom(seed);
        long[] ends = new long[Oracle.TABLES];
        long rows = 0;
        say("open");
        while (!IN.ready()) {
            try (Store store = Store.open(store(folder))) {
                List<Cursor> tails = new ArrayList<>();
                for (int n = random.nextInt(200); n >= 0 && !IN.ready(); n--) {
                    rows += readOnce(store, oracle, ends);
                    if (n % 50 == 0) {
                        tails.forEach(Cursor::close);
                        tails.clear();
                        for (Table table : store.tables()) {
                            if (!table.name().startsWith("Order")) {
                                tails.add(table.tail());
                            }
                        }
                    }
                    for (Cursor tail : tails) {
                        while (tail.next()) {
                            Ledger.check(tail, "tail");
                            rows++;
                        }
                    }
                }
                tails.forEach(Cursor::close);
            } catch (StoreException e) {
                // Its writer is making it.
                if (e.reason() != Reason.NOT_A_STORE && e.reason() != Reason.UNFINISHED) {
                    throw e;
                }
            }
        }
        say("done " + rows);
    }

    private static long readOnce(Store store, Oracle oracle, long[] ends) throws StoreException {
        long[] committed = new long[Oracle.TABLES];
        Arrays.setAll(committed, oracle::done);
        // What was committed before is there after.
        store.refresh();
        long rows = 0;
        for (int i = 0; i < Oracle.TABLES; i++) {
            long done = committed[i];
            String name = Oracle.name(i);
            if (done == 0 && store.tables().stream().noneMatch(table -> table.name().equals(name))) {
                continue;
            }
            Table table = store.table(name);
            long end = table.endRow();
            if (end < done || end < ends[i]) {
                throw new AssertionError("rows are gone: end=" + end + ", was=" + ends[i] + ", done=" + done
                        + ", table=" + i);
            }
            ends[i] = end;
            rows += Oracle.scan(table, 0, done, "reader, table=" + i);
            long[] seen = {0};
            long first = table.firstRow();
            try {
                table.forEachRun(first, table.endRow(), (_, _, _, count, _, _) -> seen[0] += count);
            } catch (IndexOutOfBoundsException e) {
                // They were retired between these lines.
                if (table.firstRow() == first) {
                    throw e;
                }
            }
        }
        long messages = store.journals().isEmpty() ? 0 : oracle.done(Oracle.JOURNAL);
        if (messages > 0) {
            List<Long> positions = new ArrayList<>();
            long first = Oracle.readJournal(store, positions, "reader");
            if (first + positions.size() < messages) {
                throw new AssertionError("messages are gone: end=" + (first + positions.size()) + ", done="
                        + messages);
            }
            rows += positions.size();
        }
        return rows;
    }

    /// Pins the rows that there are, until a line tells it to check them again.
    private static void hold(Path folder) throws IOException {
        try (Store store = Store.open(store(folder)); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            cursor.next();
            say("at " + cursor.row());
            hear();
            long row = cursor.row();
            do {
                Ticks.check(cursor, row++);
            } while (cursor.next());
            say("read " + row);
        }
    }

    private static void second(Path folder) throws IOException {
        try (StoreWriter _ = StoreWriter.open(store(folder), Ticks.SMALL)) {
            say("opened");
        } catch (StoreException e) {
            say(e.reason().name());
        }
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void hear() {
        try {
            IN.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
