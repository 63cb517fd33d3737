// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Corpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions over a capture made by others, each against a calculation over the rows as the store prints them.
class CaptureSqlTest {
    private static final String CAPTURE = "captures/cme-mdp3-v1.6/globex-20161112.pcapng";
    private static final String TRADES = "MDIncrementalRefreshTradeSummary42";
    private static final String ENTRIES = TRADES + "_NoMDEntries";
    private static final String BOOK = "MDIncrementalRefreshBook32";
    private static final String LEVELS = BOOK + "_NoMDEntries";
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":(\\[[^\\]]*\\]|\"[^\"]*\"|[^,}]+)");

    @TempDir
    static Path temp;
    private static Store store;
    private static SqlSession session;

    @BeforeAll
    static void load() throws IOException {
        Path capture = Corpus.path(CAPTURE);
        Schema schema = SchemaParser.parse(Corpus.path("schemas/cme/Cme.Futures.Mdp3.Sbe.v1.6.xml")).schema();
        Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(),
                () -> StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(1 << 18)));
        try (loader; MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS))) {
            loader.load(source, () -> { });
        }
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
    }

    @AfterAll
    static void close() throws IOException {
        if (store != null) {
            store.close();
        }
    }

    private List<String> ask(String sql) {
        return Answers.rows(session, sql, QueryOptions.defaults().withThreads(2));
    }

    /// All rows of a table, by field, as text without quotes; null where they are.
    private List<Map<String, String>> rows(String table) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        RowPrinter printer = new RowPrinter(store.table(table));
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (Cursor cursor = store.table(table).cursor()) {
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                Map<String, String> row = new HashMap<>();
                Matcher matcher = MEMBER.matcher(line.toString(StandardCharsets.UTF_8));
                while (matcher.find()) {
                    String value = matcher.group(2).replace("\"", "");
                    row.put(matcher.group(1), value.equals("null") ? null : value);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static BigDecimal sum(List<Map<String, String>> rows, String field) {
        return rows.stream().map(r -> r.get(field)).filter(v -> v != null).map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Map<String, List<Map<String, String>>> grouped(List<Map<String, String>> rows,
            Function<Map<String, String>, String> key) {
        return rows.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }

    @Test
    void shouldAddUpTradesAsTheDissectorDid() {
        assertEquals(List.of("NoAggressor|153|231|28830.7500000", "Buy|69|186|22460.0000000",
                "Sell|133|668|39671.0000000"), ask("select AggressorSide, count(*), sum(MDEntrySize), sum(MDEntryPx) "
                        + "from MDIncrementalRefreshTradeSummary42_NoMDEntries group by AggressorSide"));
    }

    @Test
    void shouldAnswerWhatScansCan() throws IOException {
        List<Map<String, String>> entries = rows(ENTRIES);
        List<Map<String, String>> levels = rows(LEVELS);
        // Top n, of groups.
        Map<String, List<Map<String, String>>> byId = grouped(levels, r -> r.get("SecurityID"));
        Comparator<Map.Entry<String, List<Map<String, String>>>> most = Comparator.comparing(e -> -e.getValue().size());
        assertEquals(byId.entrySet().stream().sorted(most.thenComparing(e -> Integer.parseInt(e.getKey()))).limit(5)
                .map(e -> e.getKey() + "|" + e.getValue().size()).toList(),
                ask("select SecurityID, count(*) as n from " + LEVELS + " group by SecurityID order by n desc, SecurityID "
                        + "limit 5"));
        // Count distinct; null handling.
        assertEquals(List.of(levels.size() + "|" + byId.size() + "|" + levels.stream()
                .filter(r -> r.get("MDEntryPx") != null).count() + "|" + levels.stream()
                .filter(r -> r.get("MDEntryPx") == null).count()), ask("select count(*), count(distinct SecurityID), "
                        + "count(MDEntryPx), count(*) filter (where MDEntryPx is null) from " + LEVELS));
        // Enums in predicates.
        assertEquals(List.of(levels.stream().filter(r -> r.get("MDUpdateAction").equals("Change")
                && !r.get("MDEntryType").equals("Bid")).count() + ""), ask("select count(*) from " + LEVELS
                        + " where MDUpdateAction = 'Change' and MDEntryType <> 'Bid'"));
        // Exact mean.
        BigDecimal mean = sum(entries, "MDEntryPx").divide(BigDecimal.valueOf(entries.size()), 7, RoundingMode.HALF_UP);
        assertEquals(List.of(mean.toPlainString()), ask("select avg(MDEntryPx) from " + ENTRIES));
        // Arithmetic under an aggregate.
        BigDecimal value = entries.stream().map(r -> new BigDecimal(r.get("MDEntryPx"))
                .multiply(new BigDecimal(r.get("MDEntrySize")))).reduce(BigDecimal.ZERO, BigDecimal::add);
        assertEquals(List.of(value.setScale(7).toPlainString()), ask("select sum(MDEntryPx * MDEntrySize) from "
                + ENTRIES));
    }

    @Test
    void shouldAnswerOverSetsAndTimes() throws IOException {
        List<Map<String, String>> trades = rows(TRADES);
        assertTrue(trades.getFirst().get("MatchEventIndicator").contains("LastTradeMsg"), trades::toString);
        assertEquals(List.of(trades.stream().filter(r -> r.get("MatchEventIndicator").contains("LastTradeMsg")
                && !r.get("MatchEventIndicator").contains("EndOfEvent")).count() + ""), ask("select count(*) from " + TRADES
                        + " where MatchEventIndicator_LastTradeMsg and not MatchEventIndicator_EndOfEvent"));
        long width = 10_000_000_000L;
        Map<Long, Long> buckets = new TreeMap<>();
        trades.forEach(r -> buckets.merge(Math.floorDiv(Long.parseLong(r.get("TransactTime")), width) * width, 1L,
                Long::sum));
        assertTrue(buckets.size() > 1, buckets::toString);
        assertEquals(buckets.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(b as bigint), n from (select time_bucket(interval '10' second, TransactTime) as b,
                count(*) as n from %s group by time_bucket(interval '10' second, TransactTime)) order by b"""
                .formatted(TRADES)));
        long middle = Long.parseLong(trades.get(trades.size() / 2).get("TransactTime"));
        String from = Nanos.text(middle);
        assertEquals(List.of(trades.stream().filter(r -> Long.parseLong(r.get("TransactTime")) >= middle).count() + ""),
                ask("select count(*) from " + TRADES + " where TransactTime >= timestamp '" + from + "'"));
        assertEquals(List.of(from), ask("select TransactTime from " + TRADES + " where TransactTime = '" + from
                + "' limit 1"));
    }

    @Test
    void shouldAnswerWhatNeedsOperatorsOfCalcite() throws IOException {
        List<Map<String, String>> trades = rows(TRADES);
        List<Map<String, String>> entries = rows(ENTRIES);
        // Join of entries with their messages.
        Map<String, String> times = new HashMap<>();
        trades.forEach(r -> times.put(r.get("_row"), r.get("TransactTime")));
        Map<String, BigDecimal> sizes = new TreeMap<>();
        entries.forEach(r -> sizes.merge(times.get(r.get("_parent")), new BigDecimal(r.get("MDEntrySize")),
                BigDecimal::add));
        assertEquals(sizes.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(t.TransactTime as bigint) as at0, sum(e.MDEntrySize) from %s e join %s t
                on e._parent = t._row group by t.TransactTime order by at0""".formatted(ENTRIES, TRADES)));
        // The group shows the columns of its parent: the same without a join.
        assertEquals(sizes.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(TransactTime as bigint), sum(MDEntrySize) from %s group by TransactTime
                order by 1""".formatted(ENTRIES)));
        // A running sum by instrument.
        Map<String, Long> running = new HashMap<>();
        List<String> expected = entries.stream().map(r -> r.get("_row") + "|" + running.merge(r.get("SecurityID"),
                Long.parseLong(r.get("MDEntrySize")), Long::sum)).toList();
        assertEquals(expected, ask("select _row, sum(MDEntrySize) over (partition by SecurityID order by _row) from "
                + ENTRIES + " order by _row"));
        // HAVING.
        assertEquals(grouped(entries, r -> r.get("SecurityID")).entrySet().stream()
                .filter(e -> sum(e.getValue(), "MDEntrySize").compareTo(BigDecimal.TEN) > 0).map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt(Integer::parseInt)).toList(), ask("select SecurityID from " + ENTRIES
                        + " group by SecurityID having sum(MDEntrySize) > 10 order by SecurityID"));
        // A sub-query, and a union that leaves out what is twice.
        Set<String> ids = new HashSet<>();
        entries.forEach(r -> ids.add(r.get("SecurityID")));
        assertEquals(List.of(rows(LEVELS).stream().filter(r -> ids.contains(r.get("SecurityID"))).count() + ""),
                ask("select count(*) from " + LEVELS + " where SecurityID in (select SecurityID from " + ENTRIES + ")"));
        rows(LEVELS).forEach(r -> ids.add(r.get("SecurityID")));
        assertEquals(List.of(ids.size() + ""), ask("select count(*) from (select SecurityID from " + ENTRIES
                + " union select SecurityID from " + LEVELS + ")"));
        // What the journal knows.
        assertEquals(List.of(BOOK + "|9569", "MDIncrementalRefreshSessionStatistics35|307"),
                ask("select template, count(*) from messages group by template having count(*) > 200 order by 2 desc"));
    }
}
