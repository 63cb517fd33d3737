// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.ingest.sample.SampleTotals.Sum;
import dev.ashlar.ingest.sample.codec.Side;
import dev.ashlar.ingest.sample.codec.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One JVM loads from a slow source, another follows, by its own flyweights; both find all of it.
class FollowIT {
    private static final int MESSAGES = 60_000;
    private static final int TIMEOUT_S = 60;

    @TempDir
    Path temp;

    @Test
    void shouldBeReadInASecondProcessWhileItIsLoaded() throws Exception {
        Path capture = temp.resolve("feed.pcap");
        Path folder = temp.resolve("day.store");
        SampleTotals written = SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES).withSecondLine(2_000));
        byte[] bytes = Files.readAllBytes(capture);
        Process loader = start(Load.class, folder);
        Process follower = null;
        try (OutputStream slow = loader.getOutputStream()) {
            int part = bytes.length / 40;
            for (int at = 0; at < bytes.length; at += part) {
                slow.write(bytes, at, Math.min(part, bytes.length - at));
                slow.flush();
                if (at / part == 3) {
                    follower = start(Follow.class, folder);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
            }
        }
        try {
            assertEquals("loaded " + written.messages(), said(loader, Load.class));
            // Messages at first sight, then trades by side.
            String[] parts = said(follower, Follow.class).split(" ", 3);
            assertTrue(Long.parseLong(parts[1]) < MESSAGES, "the follower came when all was there: " + parts[1]);
            assertEquals(trades(written.trades()), parts[2]);
        } finally {
            loader.destroyForcibly();
            follower.destroyForcibly();
        }
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            assertEquals(trades(written.trades()), trades(tradesOf(store)));
        }
    }

    private static String trades(Map<Side, Sum> trades) {
        return trades.entrySet().stream().filter(entry -> entry.getValue().count() > 0)
                .sorted(Map.Entry.comparingByKey()).toList().toString();
    }

    private Process start(Class<?> main, Path folder) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                main.getName(), folder.toString(), Integer.toString(MESSAGES)).redirectErrorStream(true)
                .redirectOutput(temp.resolve(main.getSimpleName() + ".out").toFile()).start();
    }

    private String said(Process process, Class<?> main) throws Exception {
        assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS), "process does not end");
        return Files.readString(temp.resolve(main.getSimpleName() + ".out"), StandardCharsets.UTF_8).strip();
    }

    private static Map<Side, Sum> tradesOf(Store store) throws StoreException {
        TradeDecoder trade = new TradeDecoder();
        Map<Side, Sum> sums = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            sums.put(side, new Sum(0, 0, 0));
        }
        try (Cursor cursor = store.table("Trade").cursor()) {
            while (cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                sums.merge(trade.aggressor(), new Sum(1, trade.quantity(), trade.price().mantissa()), (a, b) ->
                        new Sum(a.count() + b.count(), a.quantity() + b.quantity(), a.mantissa() + b.mantissa()));
            }
        }
        return sums;
    }

    private static long rootRows(Store store) throws StoreException {
        store.refresh();
        return store.tables().stream().filter(table -> table.prefix() == RowPrefix.MESSAGE)
                .mapToLong(Table::rowCount).sum();
    }

    /// Loads standard input, which comes slowly.
    static final class Load {
        private Load() {
        }

        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            Loader loader = new Loader(new JournalDefinition("messages", SampleFeed.schema()),
                    LoadOptions.defaults().live(),
                    () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)));
            try (loader; MessageSource source = MessageSource.open(System.in, "input", SourceOptions.of(
                    Framing.parse(SampleFeed.FRAMING)).withArbitration(Arbitration.PAIRS))) {
                loader.load(source, () -> { });
            }
            System.out.println("loaded " + loader.report().messages());
        }
    }

    /// Follows the journal to its end, and adds the trades up.
    static final class Follow {
        private Follow() {
        }

        public static void main(String[] args) throws IOException {
            long wanted = Long.parseLong(args[1]);
            try (Store store = Store.open(Path.of(args[0]))) {
                long first = store.journal("messages").messageCount();
                long followed = 0;
                try (JournalCursor cursor = store.journal("messages").cursor()) {
                    while (followed < wanted) {
                        if (cursor.next()) {
                            followed++;
                        } else {
                            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                        }
                    }
                }
                // Rows follow their message at once, but after it.
                while (rootRows(store) < wanted) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                System.out.println("followed " + first + " " + trades(tradesOf(store)));
            }
        }
    }
}
