// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Scan;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
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
import dev.ashlar.testkit.KnownFeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Captures of two lines, loaded into a store, reopened, and read by generated code and without it. The expected
/// figures come from the generator of the capture or from an independent dissector.
@ParameterizedClass
@MethodSource("dev.ashlar.testkit.KnownFeed#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class StoredCaptureTest {
    @TempDir
    static Path temp;
    @Parameter
    private KnownFeed feed;
    private Schema schema;
    private OurCode code;
    private Path folder;

    /// What was added up on one side.
    private record Sums(long count, long volume, BigDecimal price) {
        static final Sums NONE = new Sums(0, 0, BigDecimal.ZERO);

        Sums plus(long moreVolume, BigDecimal morePrice) {
            return new Sums(count + 1, volume + moreVolume, price.add(morePrice));
        }

        Sums plus(Sums more) {
            return new Sums(count + more.count, volume + more.volume, price.add(more.price));
        }

        @Override
        public String toString() {
            return count + " " + volume + " " + price.toPlainString();
        }
    }

    /// Once for all tests of a feed, which change nothing.
    @BeforeParameterizedClassInvocation
    void load() throws IOException {
        schema = SchemaParser.parse(feed.schema()).schema();
        code = OurCode.of(schema);
        folder = temp.resolve(feed.name() + ".store");
        Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)));
        try (loader; MessageSource source = MessageSource.open(feed.capture(), SourceOptions.of(
                Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS))) {
            loader.load(source, () -> { });
        }
        LoadReport report = loader.report();
        assertTrue(report.isComplete(), report::toString);
        assertEquals(feed.messages(), report.messages());
        Map<String, Long> rows = new TreeMap<>();
        for (TemplateRows template : report.templates()) {
            rows.put(template.name(), template.messages());
            template.groups().stream().filter(group -> group.rows() > 0)
                    .forEach((GroupRows group) -> rows.put(group.table(), group.rows()));
        }
        feed.rowsByTable().forEach((table, count) -> assertEquals(count, rows.get(table), table));
    }

    private List<String> known() {
        return feed.sumsBySide().values().stream().sorted().toList();
    }

    private static List<String> sorted(Collection<Sums> sums) {
        return sums.stream().map(Sums::toString).sorted().toList();
    }

    @Test
    void shouldGiveBackTheTradesThroughGeneratedDecoders() throws IOException {
        OurCode.Reader decoder = code.reader(schema.message(feed.in("Deal")));
        Map<String, Sums> sums = new HashMap<>();
        try (Store store = Store.open(folder); Cursor rows = store.table(feed.in("Deal")).cursor();
                JournalCursor messages = store.journal("messages").cursor()) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            while (rows.next()) {
                assertTrue(messages.seekPosition(rows.position()));
                assertEquals(rows.row(), messages.row());
                assertEquals(rows.timeNs(), messages.timeNs());
                add(decoder.read(messages.memory(), messages.offset()), sums);
            }
        }
        Map<String, String> found = new TreeMap<>();
        sums.forEach((side, sum) -> found.put(side, sum.toString()));
        assertEquals(feed.sumsBySide(), found);
    }

    private void add(List<String> facts, Map<String, Sums> sums) {
        Pattern part = Pattern.compile("(.*/" + feed.in("parts") + "\\[\\d+\\])/(.*)=(.*)");
        Map<String, Map<String, String>> entries = new TreeMap<>();
        for (String fact : facts) {
            Matcher matcher = part.matcher(fact);
            if (matcher.matches()) {
                entries.computeIfAbsent(matcher.group(1), _ -> new HashMap<>()).put(matcher.group(2), matcher.group(3));
            }
        }
        entries.values().forEach(entry -> sums.merge(entry.get(feed.in("side")), Sums.NONE.plus(
                Integer.parseUnsignedInt(entry.get(feed.in("volume")), 16), price(
                Long.parseUnsignedLong(entry.get(feed.in("price") + "/mantissa"), 16))),
                Sums::plus));
    }

    private BigDecimal price(long mantissa) {
        return BigDecimal.valueOf(mantissa, feed.deals().scale());
    }

    /// Every root row is the block that the generated decoder of its message reads, and the message's own.
    @Test
    void shouldGiveBackEveryMessageByItsRow() throws IOException {
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
        assertEquals(feed.messages(), rows);
    }

    /// The decoder of a group reads its entries where they are rows.
    @Test
    void shouldGiveBackTheTradesThroughTheDecoderOfTheirGroup() throws ReflectiveOperationException, IOException {
        Class<?> type = Arrays.stream(code.type(schema.message(feed.in("Deal")), "Decoder").getClasses())
                .filter(inner -> inner.getSimpleName().equalsIgnoreCase(feed.in("parts") + "Decoder")).findFirst().orElseThrow();
        Object entry = OurCode.instance(type);
        Method wrap = type.getMethod("wrap", MemorySegment.class, long.class, int.class, int.class);
        Method price = accessor(type, "price", "");
        Method mantissa = price.getReturnType().getMethod("mantissa");
        Method size = accessor(type, "volume", "");
        Method side = accessor(type, "side", "Raw");
        Map<String, Sums> sums = new TreeMap<>();
        try (Store store = Store.open(folder); Cursor cursor = store.table(feed.in("Deal_parts")).cursor()) {
            while (cursor.next()) {
                wrap.invoke(entry, cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                sums.merge(side.invoke(entry).toString(), Sums.NONE.plus(((Number) size.invoke(entry)).longValue(),
                        price((long) mantissa.invoke(price.invoke(entry)))), Sums::plus);
            }
        }
        assertEquals(known(), sorted(sums.values()));
    }

    /// The method named after a field, whose first letters may be small in code.
    private Method accessor(Class<?> type, String field, String suffix) {
        return Arrays.stream(type.getMethods()).filter(method -> method.getParameterCount() == 0
                && method.getName().equalsIgnoreCase(feed.in(field) + suffix)).findFirst().orElseThrow();
    }

    @Test
    void shouldGiveBackTheTradesFromTheirRows() throws IOException {
        Map<String, Sums> sums = new TreeMap<>();
        try (Store store = Store.open(folder); Cursor cursor = store.table(feed.in("Deal_parts")).cursor()) {
            RowPrinter printer = new RowPrinter(store.table(feed.in("Deal_parts")));
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            Pattern side = member("side", "\"?(\\w+)");
            Pattern volume = member("volume", "(\\d+)");
            Pattern price = member("price", "([-0-9.]+)");
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                String json = line.toString(StandardCharsets.UTF_8);
                sums.merge(group(side, json), Sums.NONE.plus(Long.parseLong(group(volume, json)),
                        new BigDecimal(group(price, json))),
                        Sums::plus);
            }
        }
        assertEquals(known(), sorted(sums.values()));
    }

    @Test
    void shouldAnswerQuestionsAboutTheTrades() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation trades = Relations.of(store).get(feed.in("Deal_parts"));
            Scan bySide = trades.scan().groupBy(trades.column(feed.in("side"))).count()
                    .sum(trades.column(feed.in("volume"))).sum(trades.column(feed.in("price")));
            assertTrue(bySide.plan().explain(QueryOptions.defaults()).contains(": kernel"));
            assertEquals(known(), answers(bySide, QueryOptions.defaults()));
            assertEquals(known(), answers(bySide, QueryOptions.defaults()
                    .withEngine(QueryOptions.Engine.INTERPRETER)));
            // All entries have the message that they came in; its time is that of its packet.
            Scan times = trades.scan().where(trades.column("_time").isNull().or(trades.column(feed.in("acceptedAt")).isNull()
                    .or(trades.column(feed.in("acceptedAt")).gt(trades.column("_time"))))).count();
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

    private Pattern member(String field, String value) {
        return Pattern.compile("\"" + feed.in(field) + "\":" + value);
    }

    private static String group(Pattern pattern, String json) {
        Matcher matcher = pattern.matcher(json);
        assertTrue(matcher.find(), json);
        return matcher.group(1);
    }
}
