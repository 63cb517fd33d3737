// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Scan;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Corpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A capture made by others, two lines, loaded into a store, reopened, and read by generated code and without: the
/// figures are those of an independent dissector for one line.
class StoredCaptureTest {
    private static final String SUMMARY = "MDIncrementalRefreshTradeSummary42";
    private static final String BOOK = "MDIncrementalRefreshBook32";
    private static final String GROUP = "_NoMDEntries";
    private static final Pattern SIZE = Pattern.compile("\"MDEntrySize\":(\\d+)");
    private static final Pattern PRICE = Pattern.compile("\"MDEntryPx\":([-0-9.]+)");
    private static final Pattern SIDE = Pattern.compile("\"AggressorSide\":\"?(\\w+)");
    private static final Pattern FACT = Pattern.compile("(.*/NoMDEntries\\[\\d+\\])/(.*)=(.*)");

    @TempDir
    Path temp;
    private Schema schema;
    private Path folder;

    /// What was added up on one side.
    private record Sums(long count, long size, BigDecimal price) {
        static final Sums NONE = new Sums(0, 0, BigDecimal.ZERO);

        Sums plus(long moreSize, BigDecimal morePrice) {
            return new Sums(count + 1, size + moreSize, price.add(morePrice));
        }

        Sums plus(Sums more) {
            return new Sums(count + more.count, size + more.size, price.add(more.price));
        }

        @Override
        public String toString() {
            return count + " " + size + " " + price.setScale(2).toPlainString();
        }
    }

    private static final List<String> DISSECTED = List.of("153 231 28830.75", "69 186 22460.00", "133 668 39671.00");

    @BeforeEach
    void load() throws IOException {
        Path capture = Corpus.path(Captures.GLOBEX);
        schema = SchemaParser.parse(Captures.ALL.get(1).schemaFile()).schema();
        folder = temp.resolve("globex.store");
        Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)));
        try (loader; MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS))) {
            loader.load(source, () -> { });
        }
        LoadReport report = loader.report();
        assertTrue(report.isComplete(), report::toString);
        assertEquals(10_273, report.messages());
        Map<String, Long> rows = new TreeMap<>();
        for (TemplateRows template : report.templates()) {
            rows.put(template.name(), template.messages());
            template.groups().stream().filter(group -> group.rows() > 0)
                    .forEach((GroupRows group) -> rows.put(group.table(), group.rows()));
        }
        assertEquals(9_569L, rows.get(BOOK));
        assertEquals(14_574L, rows.get(BOOK + GROUP));
        assertEquals(194L, rows.get(SUMMARY));
        assertEquals(355L, rows.get(SUMMARY + GROUP));
        assertEquals(307L, rows.get("MDIncrementalRefreshSessionStatistics35"));
        assertEquals(194L, rows.get("MDIncrementalRefreshVolume37"));
        assertEquals(9L, rows.get("AdminHeartbeat12"));
    }

    @Test
    void shouldGiveBackTheTradesThroughGeneratedDecoders() throws IOException {
        OurCode.Reader decoder = OurCode.of(schema).reader(schema.message(SUMMARY));
        Map<String, Sums> sums = new HashMap<>();
        try (Store store = Store.open(folder); Cursor rows = store.table(SUMMARY).cursor();
                JournalCursor messages = store.journal("messages").cursor()) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            while (rows.next()) {
                assertTrue(messages.seekPosition(rows.position()));
                assertEquals(rows.row(), messages.row());
                assertEquals(rows.timeNs(), messages.timeNs());
                add(decoder.read(messages.memory(), messages.offset()), sums);
            }
        }
        assertEquals(DISSECTED, List.of(sums.get("0").toString(), sums.get("1").toString(), sums.get("2").toString()));
    }

    private static void add(List<String> facts, Map<String, Sums> sums) {
        Map<String, Map<String, String>> entries = new TreeMap<>();
        for (String fact : facts) {
            Matcher matcher = FACT.matcher(fact);
            if (matcher.matches()) {
                entries.computeIfAbsent(matcher.group(1), _ -> new HashMap<>()).put(matcher.group(2), matcher.group(3));
            }
        }
        entries.values().forEach(entry -> sums.merge(entry.get("AggressorSide"), Sums.NONE.plus(
                Integer.parseUnsignedInt(entry.get("MDEntrySize"), 16),
                BigDecimal.valueOf(Long.parseUnsignedLong(entry.get("MDEntryPx/mantissa"), 16), 7)),
                Sums::plus));
    }

    /// Every root row is the block that the generated decoder of its message reads, and the message's own.
    @Test
    void shouldGiveBackEveryMessageByItsRow() throws IOException {
        OurCode code = OurCode.of(schema);
        long rows = 0;
        try (Store store = Store.open(folder); JournalCursor messages = store.journal("messages").cursor()) {
            for (Message message : schema.messages()) {
                if (store.tables().stream().noneMatch(table -> table.name().equals(message.name()))) {
                    continue;
                }
                OurCode.Reader decoder = code.reader(message);
                try (Cursor cursor = store.table(message.name()).cursor()) {
                    while (cursor.next()) {
                        assertTrue(messages.seekPosition(cursor.position()));
                        var decoded = decoder.wrap(messages.memory(), messages.offset());
                        assertEquals(-1, decoded.memory().asSlice(decoded.offset(), cursor.blockLength())
                                .mismatch(cursor.memory().asSlice(cursor.offset(), cursor.blockLength())));
                        rows++;
                    }
                }
            }
        }
        assertEquals(10_273, rows);
    }

    /// The decoder of a group reads its entries where they are rows.
    @Test
    void shouldGiveBackTheTradesThroughTheDecoderOfTheirGroup() throws ReflectiveOperationException, IOException {
        Class<?> type = Arrays.stream(OurCode.of(schema).type(schema.message(SUMMARY), "Decoder").getClasses())
                .filter(inner -> inner.getSimpleName().equals("NoMDEntriesDecoder")).findFirst().orElseThrow();
        Object entry = OurCode.instance(type);
        Method wrap = type.getMethod("wrap", MemorySegment.class, long.class, int.class, int.class);
        Method price = type.getMethod("mDEntryPx");
        Method mantissa = price.getReturnType().getMethod("mantissa");
        Method size = type.getMethod("mDEntrySize");
        Method side = type.getMethod("aggressorSideRaw");
        Map<String, Sums> sums = new TreeMap<>();
        try (Store store = Store.open(folder); Cursor cursor = store.table(SUMMARY + GROUP).cursor()) {
            while (cursor.next()) {
                wrap.invoke(entry, cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                sums.merge(side.invoke(entry).toString(), Sums.NONE.plus(((Number) size.invoke(entry)).longValue(),
                        BigDecimal.valueOf((long) mantissa.invoke(price.invoke(entry)), 7)), Sums::plus);
            }
        }
        assertEquals(DISSECTED, sums.values().stream().map(Sums::toString).toList());
    }

    @Test
    void shouldGiveBackTheTradesFromTheirRows() throws IOException {
        Map<String, Sums> sums = new TreeMap<>();
        try (Store store = Store.open(folder); Cursor cursor = store.table(SUMMARY + GROUP).cursor()) {
            RowPrinter printer = new RowPrinter(store.table(SUMMARY + GROUP));
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                String json = line.toString(StandardCharsets.UTF_8);
                sums.merge(group(SIDE, json), Sums.NONE.plus(Long.parseLong(group(SIZE, json)),
                        new BigDecimal(group(PRICE, json))),
                        Sums::plus);
            }
        }
        assertEquals(DISSECTED.stream().sorted().toList(),
                sums.values().stream().map(Sums::toString).sorted().toList());
    }

    @Test
    void shouldAnswerQuestionsAboutTheTrades() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation trades = Relations.of(store).get(SUMMARY + GROUP);
            Scan bySide = trades.scan().groupBy(trades.column("AggressorSide")).count()
                    .sum(trades.column("MDEntrySize")).sum(trades.column("MDEntryPx"));
            assertTrue(bySide.plan().explain(QueryOptions.defaults()).contains(": kernel"));
            assertEquals(DISSECTED.stream().sorted().toList(), answers(bySide, QueryOptions.defaults()));
            assertEquals(DISSECTED.stream().sorted().toList(), answers(bySide, QueryOptions.defaults()
                    .withEngine(QueryOptions.Engine.INTERPRETER)));
            // All entries have the message that they came in; its time is that of its packet.
            Scan times = trades.scan().where(trades.column("_time").isNull().or(trades.column("TransactTime").isNull()
                    .or(trades.column("TransactTime").gt(trades.column("_time"))))).count();
            try (Result result = times.run(QueryOptions.defaults())) {
                assertTrue(result.next());
                assertEquals(0, result.getLong(0));
            }
        }
    }

    private static List<String> answers(Scan scan, QueryOptions options) {
        List<String> found = new ArrayList<>();
        try (Result result = scan.run(options)) {
            while (result.next()) {
                found.add(new Sums(result.getLong(1), result.getDecimal(2).longValueExact(), result.getDecimal(3))
                        .toString());
            }
        }
        return found.stream().sorted().toList();
    }

    private static String group(Pattern pattern, String json) {
        Matcher matcher = pattern.matcher(json);
        assertTrue(matcher.find(), json);
        return matcher.group(1);
    }
}
