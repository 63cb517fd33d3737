// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals.Sum;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.ingest.sample.codec.Side;
import dev.ashlar.ingest.sample.codec.TradeDecoder;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.ProgramRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One JVM loads from a slow source, another follows, by its own flyweights; both find all of it.
class FollowIT {
    private static final int MESSAGES = 60_000;
    private static final int TIMEOUT_S = 600;
    private static final int PARTS = 60;

    @TempDir
    Path temp;

    @Test
    void shouldBeReadInASecondProcessWhileItIsLoaded() throws Exception {
        Path capture = temp.resolve("feed.pcap");
        Path folder = temp.resolve("day.store");
        SampleTotals written = SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES).withSecondLine(2_000));
        Path schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        assertEquals(trades(written.trades()), follow(capture, schema, folder, MESSAGES, Follow.class));
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            assertEquals(trades(written.trades()), trades(tradesOf(store)));
        }
    }

    /// The expected rows and sums come from the generator of the capture or from an independent dissector.
    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldFindTheDealsOfAKnownFeedWhileItIsLoaded(KnownFeed feed) throws Exception {
        assertEquals(feed.rowsByTable() + "; " + feed.deals().sides().stream().map(side -> side.name() + ": " + side.count()
                + " " + side.volume() + " " + BigDecimal.valueOf(side.mantissa(), feed.deals().scale())).sorted().toList(),
                follow(feed.capture(), feed.schema(), temp.resolve("feed.store"), (int) feed.messages(), FollowDeals.class,
                        feed.in("Deal_parts"), feed.in("side"), feed.in("volume"), feed.in("price"),
                        String.join(",", feed.rowsByTable().keySet())));
    }

    /// Loads a capture slowly and has another process follow.
    ///
    /// @return what that one found
    private String follow(Path capture, Path schema, Path folder, int messages, Class<?> main, String... more)
            throws Exception {
        byte[] bytes = Files.readAllBytes(capture);
        Process loader = start(Load.class, folder, schema.toString());
        Process follower = null;
        try (OutputStream slow = loader.getOutputStream()) {
            int part = bytes.length / PARTS;
            for (int at = 0; at < bytes.length; at += part) {
                slow.write(bytes, at, Math.min(part, bytes.length - at));
                slow.flush();
                boolean last = at + 2 * part >= bytes.length;
                if (follower == null && (last ? awaitJournal(loader, folder) : hasJournal(folder))) {
                    follower = start(main, folder, Stream.concat(Stream.of(Integer.toString(messages)), Stream.of(more))
                            .toArray(String[]::new));
                }
                // The last part waits until there is a follower that has begun.
                awaitBeginning(last ? follower : null, main);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
            }
            assertEquals("loaded " + messages, said(loader, slow));
            String[] lines = said(follower, main).split("\n");
            long first = Long.parseLong(lines[0].split(" ")[1]);
            assertTrue(first < messages, "the follower came when all was there: " + first);
            return lines[1];
        } finally {
            loader.destroyForcibly();
            if (follower != null) {
                follower.destroyForcibly();
            }
        }
    }

    /// Waits until there is something to follow: a loader may take longer to start than all but the last part to send.
    private static boolean awaitJournal(Process loader, Path folder) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (loader.isAlive() && !hasJournal(folder) && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return hasJournal(folder);
    }

    /// A store that is being made has none yet, and whoever follows it would find nothing.
    private static boolean hasJournal(Path folder) {
        try (Store store = Store.open(folder)) {
            return !store.journals().isEmpty();
        } catch (StoreException e) {
            return false;
        }
    }

    private void awaitBeginning(Process follower, Class<?> main) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (follower != null && follower.isAlive() && Files.size(output(main)) == 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private Path output(Class<?> main) {
        return temp.resolve(main.getSimpleName() + ".out");
    }

    private static String trades(Map<Side, Sum> trades) {
        return trades.entrySet().stream().filter(entry -> entry.getValue().count() > 0)
                .sorted(Map.Entry.comparingByKey()).toList().toString();
    }

    private Process start(Class<?> main, Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ProgramRun.jdk("java"),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                main.getName(), folder.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output(main).toFile()).start();
    }

    private String said(Process process, OutputStream input) throws Exception {
        input.close();
        return said(process, Load.class);
    }

    private String said(Process process, Class<?> main) throws Exception {
        assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS), "process does not end");
        return Files.readString(output(main), StandardCharsets.UTF_8).strip();
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
        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            Loader loader = new Loader(new JournalDefinition("messages",
                    SchemaParser.parse(Path.of(args[1])).schema()),
                    LoadOptions.defaults().live(),
                    () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)));
            try (loader; MessageSource source = MessageSource.open(System.in, "input", SourceOptions.of(
                    Framing.parse(SampleFeed.FRAMING)).withArbitration(Arbitration.PAIRS))) {
                loader.load(source, () -> { });
            }
            System.out.println("loaded " + loader.report().messages());
        }
    }

    /// Follows the journal to its end, and adds the trades up by flyweights.
    static final class Follow {
        public static void main(String[] args) throws IOException {
            try (Store store = Store.open(Path.of(args[0]))) {
                followTo(store, Long.parseLong(args[1]));
                System.out.println(trades(tradesOf(store)));
            }
        }
    }

    private static void followTo(Store store, long wanted) throws StoreException {
        System.out.println("began " + store.journal("messages").messageCount());
        System.out.flush();
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
    }

    /// Follows a known feed, and adds up its deals from the rows of their entries. Arguments: folder, messages, table
    /// of the entries, fields side, volume and price, all tables to be counted.
    static final class FollowDeals {
        public static void main(String[] args) throws IOException {
            try (Store store = Store.open(Path.of(args[0]))) {
                followTo(store, Long.parseLong(args[1]));
                Map<String, Long> rows = new LinkedHashMap<>();
                for (String table : args[6].split(",")) {
                    rows.put(table, store.table(table).rowCount());
                }
                System.out.println(rows + "; " + sums(store, args[2], member(args[3], "\"?(\\w+)"), member(args[4], "(\\d+)"),
                        member(args[5], "([-0-9.]+)")));
            }
        }

        private static Pattern member(String field, String value) {
            return Pattern.compile("\"" + field + "\":" + value);
        }

        private static List<String> sums(Store store, String table, Pattern side, Pattern volume, Pattern price)
                throws IOException {
            Map<String, BigDecimal[]> sums = new TreeMap<>();
            RowPrinter printer = new RowPrinter(store.table(table));
            try (Cursor cursor = store.table(table).cursor()) {
                while (cursor.next()) {
                    ByteArrayOutputStream line = new ByteArrayOutputStream();
                    printer.write(cursor, line);
                    String json = line.toString(StandardCharsets.UTF_8);
                    BigDecimal[] sum = sums.computeIfAbsent(group(side, json), _ -> new BigDecimal[] {
                        BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO});
                    sum[0] = sum[0].add(BigDecimal.ONE);
                    sum[1] = sum[1].add(new BigDecimal(group(volume, json)));
                    sum[2] = sum[2].add(new BigDecimal(group(price, json)));
                }
            }
            return sums.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()[0] + " " + e.getValue()[1] + " "
                    + e.getValue()[2]).toList();
        }

        private static String group(Pattern pattern, String json) {
            Matcher matcher = pattern.matcher(json);
            assertTrue(matcher.find(), json);
            return matcher.group(1);
        }
    }
}
