// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.KnownFeed;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Questions over captures of two lines. The expected answers are calculated from the rows as the store prints them, or
/// come from the generator of the capture or an independent dissector. Names are those of the project's own feed.
@ParameterizedClass
@MethodSource("dev.ashlar.testkit.KnownFeed#all")
class CaptureSqlTest {
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":(\\[[^\\]]*\\]|\"[^\"]*\"|[^,}]+)");

    @TempDir
    static Path temp;
    private static Store store;
    private static SqlSession session;

    @Parameter
    private KnownFeed feed;

    @BeforeParameterizedClassInvocation
    static void load(KnownFeed feed) throws IOException {
        Path folder = temp.resolve(feed.name());
        Schema schema = SchemaParser.parse(feed.schema()).schema();
        Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)));
        try (loader; MessageSource source = MessageSource.open(feed.capture(), SourceOptions.of(
                Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS))) {
            loader.load(source, () -> { });
        }
        store = Store.open(folder);
        session = SqlSession.of(store);
    }

    @AfterParameterizedClassInvocation
    static void close() throws IOException {
        store.close();
    }

    /// Asks a question in the words of the project's own feed.
    private List<String> ask(String sql) {
        return SqlRows.rows(session, feed.in(sql), QueryOptions.defaults().withThreads(2));
    }

    /// All rows of a table, by field in the words of the project's own feed, as text without quotes; null where they
    /// are.
    private List<Map<String, String>> rows(String table) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        Map<String, String> ownWords = new HashMap<>();
        feed.words().forEach((own, word) -> ownWords.put(word, own));
        RowPrinter printer = new RowPrinter(store.table(feed.in(table)));
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (Cursor cursor = store.table(feed.in(table)).cursor()) {
            while (cursor.next()) {
                line.reset();
                printer.write(cursor, line);
                Map<String, String> row = new HashMap<>();
                Matcher matcher = MEMBER.matcher(line.toString(StandardCharsets.UTF_8));
                while (matcher.find()) {
                    String value = matcher.group(2).replace("\"", "");
                    row.put(ownWords.getOrDefault(matcher.group(1), matcher.group(1)), value.equals("null") ? null : value);
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
    void shouldMatchTheKnownSumsOfDeals() {
        assertEquals(feed.deals().sides().stream().map(side -> side.name() + "|" + side.count() + "|" + side.volume() + "|"
                + BigDecimal.valueOf(side.mantissa(), feed.deals().scale()).toPlainString()).sorted().toList(),
                ask("select side, count(*), sum(volume), sum(price) from Deal_parts group by side").stream().sorted().toList());
    }

    @Test
    void shouldAnswerWhatScansCan() throws IOException {
        List<Map<String, String>> entries = rows("Deal_parts");
        List<Map<String, String>> levels = rows("DepthChange_steps");
        // Top n, of groups.
        Map<String, List<Map<String, String>>> byId = grouped(levels, r -> r.get("product"));
        Comparator<Map.Entry<String, List<Map<String, String>>>> most = Comparator.comparing(e -> -e.getValue().size());
        assertEquals(byId.entrySet().stream().sorted(most.thenComparing(e -> Integer.parseInt(e.getKey()))).limit(5)
                .map(e -> e.getKey() + "|" + e.getValue().size()).toList(),
                ask("select product, count(*) as n from DepthChange_steps group by product order by n desc, product "
                        + "limit 5"));
        // Count distinct; null handling.
        assertEquals(List.of(levels.size() + "|" + byId.size() + "|" + levels.stream()
                .filter(r -> r.get("price") != null).count() + "|" + levels.stream()
                .filter(r -> r.get("price") == null).count()), ask("select count(*), count(distinct product), "
                        + "count(price), count(*) filter (where price is null) from DepthChange_steps"));
        // Enums in predicates.
        assertEquals(List.of(levels.stream().filter(r -> r.get("action").equals("Change")
                && !r.get("kind").equals("Bid")).count() + ""), ask("select count(*) from DepthChange_steps"
                        + " where action = 'Change' and kind <> 'Bid'"));
        // Exact mean, to 18 digits at least.
        BigDecimal mean = sum(entries, "price").divide(BigDecimal.valueOf(entries.size()),
                Math.max(18, feed.deals().scale()), RoundingMode.HALF_UP);
        assertEquals(List.of(mean.toPlainString()), ask("select avg(price) from Deal_parts"));
        // Arithmetic under an aggregate.
        BigDecimal value = entries.stream().map(r -> new BigDecimal(r.get("price"))
                .multiply(new BigDecimal(r.get("volume")))).reduce(BigDecimal.ZERO, BigDecimal::add);
        assertEquals(List.of(value.setScale(feed.deals().scale()).toPlainString()), ask("select sum(price * volume) from "
                + "Deal_parts"));
    }

    @Test
    void shouldAnswerOverSetsAndTimes() throws IOException {
        List<Map<String, String>> trades = rows("Deal");
        assertTrue(trades.getFirst().get("stage").contains(feed.in("lastDeal")), trades::toString);
        assertEquals(List.of(trades.stream().filter(r -> r.get("stage").contains(feed.in("lastDeal"))
                && !r.get("stage").contains(feed.in("endOfEvent"))).count() + ""), ask("select count(*) from Deal"
                        + " where stage_lastDeal and not stage_endOfEvent"));
        long width = 10_000_000_000L;
        Map<Long, Long> buckets = new TreeMap<>();
        trades.forEach(r -> buckets.merge(Math.floorDiv(Long.parseLong(r.get("acceptedAt")), width) * width, 1L,
                Long::sum));
        assertTrue(buckets.size() > 1, buckets::toString);
        assertEquals(buckets.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(b as bigint), n from (select time_bucket(interval '10' second, acceptedAt) as b,
                count(*) as n from Deal group by time_bucket(interval '10' second, acceptedAt)) order by b"""));
        long middle = Long.parseLong(trades.get(trades.size() / 2).get("acceptedAt"));
        String from = Nanos.text(middle);
        assertEquals(List.of(trades.stream().filter(r -> Long.parseLong(r.get("acceptedAt")) >= middle).count() + ""),
                ask("select count(*) from Deal where acceptedAt >= timestamp '" + from + "'"));
        assertEquals(List.of(from), ask("select acceptedAt from Deal where acceptedAt = '" + from
                + "' limit 1"));
    }

    @Test
    void shouldAnswerWhatNeedsOperatorsOfCalcite() throws IOException {
        List<Map<String, String>> trades = rows("Deal");
        List<Map<String, String>> entries = rows("Deal_parts");
        // Join of entries with their messages.
        Map<String, String> times = new HashMap<>();
        trades.forEach(r -> times.put(r.get("_row"), r.get("acceptedAt")));
        Map<String, BigDecimal> sizes = new TreeMap<>();
        entries.forEach(r -> sizes.merge(times.get(r.get("_parent")), new BigDecimal(r.get("volume")),
                BigDecimal::add));
        assertEquals(sizes.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(t.acceptedAt as bigint) as at0, sum(e.volume) from Deal_parts e join Deal t
                on e._parent = t._row group by t.acceptedAt order by at0"""));
        // The group shows the columns of its parent: the same without a join.
        assertEquals(sizes.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList(), ask("""
                select cast(acceptedAt as bigint), sum(volume) from Deal_parts group by acceptedAt
                order by 1"""));
        // A running sum by instrument.
        Map<String, Long> running = new HashMap<>();
        List<String> expected = entries.stream().map(r -> r.get("_row") + "|" + running.merge(r.get("product"),
                Long.parseLong(r.get("volume")), Long::sum)).toList();
        assertEquals(expected, ask("select _row, sum(volume) over (partition by product order by _row) from "
                + "Deal_parts order by _row"));
        // HAVING.
        assertEquals(grouped(entries, r -> r.get("product")).entrySet().stream()
                .filter(e -> sum(e.getValue(), "volume").compareTo(BigDecimal.TEN) > 0).map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt(Integer::parseInt)).toList(), ask("select product from Deal_parts"
                        + " group by product having sum(volume) > 10 order by product"));
        // A sub-query, and a union that leaves out what is twice.
        Set<String> ids = new HashSet<>();
        entries.forEach(r -> ids.add(r.get("product")));
        assertEquals(List.of(rows("DepthChange_steps").stream().filter(r -> ids.contains(r.get("product"))).count() + ""),
                ask("select count(*) from DepthChange_steps where product in (select product from Deal_parts)"));
        rows("DepthChange_steps").forEach(r -> ids.add(r.get("product")));
        assertEquals(List.of(ids.size() + ""), ask("select count(*) from (select product from Deal_parts"
                + " union select product from DepthChange_steps)"));
        // What the journal knows.
        List<String> most = feed.templates().stream().filter(t -> t.messages() > 200)
                .sorted(Comparator.comparing(KnownFeed.Template::messages).reversed())
                .map(t -> feed.in(t.name()) + "|" + t.messages()).toList();
        assertEquals(2, most.size(), most::toString);
        assertEquals(most,
                ask("select template, count(*) from messages group by template having count(*) > 200 order by 2 desc"));
    }
}
