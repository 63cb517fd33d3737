// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.testkit.Seed;
import io.trino.Session;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DateType;
import io.trino.spi.type.TimestampType;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Three workers answer as `ashlar query` does.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AshlarQueriesTest {
    private static final int DAYS = 3;
    private static final int MESSAGES = 4_000;
    /// Batches of a live archive after which there have been messages of all kinds.
    private static final int BEGUN = 20;

    @TempDir
    static Path temp;
    private Path feed;
    private Path numbers;
    private DistributedQueryRunner cluster;

    @BeforeAll
    void start() throws Exception {
        feed = temp.resolve("archives/feed");
        SampleArchive.write(feed, DAYS, MESSAGES);
        numbers = temp.resolve("archives/numbers");
        NumbersArchive.write(numbers, 700, Seed.random("AshlarQueriesTest"));
        cluster = Cluster.start(3, temp.resolve("archives"), "feed", Map.of(CatalogSettings.SPLIT_BYTES, "200000",
                CatalogSettings.DYNAMIC_FILTER_WAIT, "30000"));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private List<String> trino(String sql) {
        return Lines.of(cluster.execute(sql));
    }

    private List<String> trino(Session session, String sql) {
        return Lines.of(cluster.execute(session, sql));
    }

    private Session alone() {
        return Session.builder(cluster.getDefaultSession()).setCatalogSessionProperty(Cluster.CATALOG,
                SessionSettings.AGGREGATION, "false").build();
    }

    /// Rows without order are compared in any.
    private void assertSame(String sql) throws Exception {
        List<String> expected = new ArrayList<>(Lines.ofAshlar(feed, sql));
        for (Session session : List.of(cluster.getDefaultSession(), alone())) {
            List<String> actual = new ArrayList<>(trino(session, sql));
            if (!sql.contains("order by")) {
                Collections.sort(expected);
                Collections.sort(actual);
            }
            assertEquals(expected, actual, sql);
        }
    }

    /// The dynamic filter of the smaller side leaves rows out.
    @Test
    void shouldJoinWithTablesInParquet() throws Exception {
        Parquet.install(cluster, temp.resolve("parquet"));
        trino("create table parquet.local.names as select distinct securityid as id, "
                + "'security ' || cast(securityid as varchar) as name from trade where mod(securityid, 2) = 0");
        List<String> expected = Lines.ofAshlar(feed, "select 'security ' || cast(securityId as varchar) as name, "
                + "count(*), sum(quantity) from Trade where mod(securityId, 2) = 0 group by 1 order by 1");
        assertFalse(expected.isEmpty());
        assertEquals(expected, trino("select n.name, count(*), sum(t.quantity) from trade t join parquet.local.names n "
                + "on t.securityid = n.id group by 1 order by 1"));
    }

    /// Few dates or times on the other side: splits of other days are not made, and rows of these are not read.
    @Test
    void shouldPruneByTheOtherSideOfAJoin() {
        String sql = "select count(*) from bookupdate_levels";
        long all = Long.parseLong(trino(sql).getFirst());
        long allSplits = Scanned.of(cluster, alone(), sql).splits();
        String instant = trino("select cast(min(_time) as varchar) from bookupdate_levels where _time > timestamp "
                + "'2026-03-03 14:00:00'").getFirst();
        // Names hide from the planner what the other side has.
        String join = " l join (select cast(concat(substr(name, 1, 0), '%s') as %s) as v from tpch.tiny.nation "
                + "where nationkey < 2) n on l.%s = n.v";
        String date = sql + join.formatted("2026-03-03", "date", "_date");
        String time = sql + join.formatted(instant, "timestamp(9)", "_time");
        long ofDay = Long.parseLong(trino(sql + " where _date = date '2026-03-03'").getFirst());
        Scanned byDate = Scanned.of(cluster, alone(), date);
        assertEquals(List.of(Long.toString(2 * ofDay)), byDate.lines());
        assertTrue(byDate.splits() * 2 < allSplits, byDate + ", splits of all=" + allSplits);
        assertTrue(byDate.rows() <= ofDay && ofDay * 2 < all, byDate + ", of day=" + ofDay + ", all=" + all);
        Scanned byTime = Scanned.of(cluster, alone(), time);
        long ofTime = Long.parseLong(trino(sql + " where _time = timestamp '" + instant + "'").getFirst());
        assertTrue(ofTime > 0, "rows=" + ofTime);
        assertEquals(List.of(Long.toString(2 * ofTime)), byTime.lines());
        assertEquals(1, byTime.splits(), byTime::toString);
        assertEquals(ofTime, byTime.rows(), byTime::toString);
        // Rows that are everywhere: splits stay, kernels leave rows out.
        String security = trino("select min(securityid) from bookupdate_levels").getFirst();
        long ofSecurity = Long.parseLong(trino(sql + " where securityid = " + security).getFirst());
        Scanned bySecurity = Scanned.of(cluster, alone(), sql + join.formatted(security, "integer", "securityid"));
        assertEquals(List.of(Long.toString(2 * ofSecurity)), bySecurity.lines());
        assertEquals(ofSecurity, bySecurity.rows(), bySecurity::toString);
        assertTrue(ofSecurity > 0 && ofSecurity < all, "rows=" + ofSecurity);
    }

    @Test
    void shouldShowSchemasAndTables() {
        assertEquals(List.of("feed", "information_schema", "numbers"), trino("show schemas"));
        List<String> tables = trino("show tables");
        assertTrue(tables.containsAll(List.of("trade", "trade_fills", "bookupdate_levels", "messages")), tables::toString);
        assertTrue(trino("describe trade").contains("_date|date||"), () -> trino("describe trade").toString());
        assertTrue(trino("describe trade").contains("_time|timestamp(9)||"));
        assertTrue(trino("describe trade").contains("tradeid|decimal(20,0)||"));
        assertTrue(trino("describe trade").contains("price|decimal(19,4)||"), () -> trino("describe trade").toString());
    }

    /// Each value of each column of each table.
    @Test
    void shouldReadAllRowsOfAllTables() throws Exception {
        assertTrue(rowsOfAllTables(feed) > DAYS * MESSAGES);
        assertTrue(rowsOfAllTables(numbers) > 3 * 700);
    }

    private int rowsOfAllTables(Path folder) throws Exception {
        int rows = 0;
        try (Archive archive = Archive.open(folder)) {
            for (Relation relation : archive.relations().all()) {
                List<String> columns = relation.columns().stream().map(Column::name).map(name -> "\"" + name + "\"").toList();
                String order = List.of("\"_row\"", "\"_position\"", "\"_record\"").stream().filter(columns::contains)
                        .findFirst().orElseThrow(() -> new AssertionError(relation.name() + columns));
                String sql = "select " + String.join(", ", columns) + " from %s\"" + relation.name() + "\" order by "
                        + order;
                List<String> expected = Lines.ofAshlar(folder, sql.formatted(""));
                List<String> actual = trino(sql.formatted(folder.getFileName() + "."));
                assertEquals(expected.size(), actual.size(), relation.name());
                for (int i = 0; i < expected.size(); i++) {
                    assertEquals(expected.get(i), actual.get(i), relation.name());
                }
                rows += expected.size();
            }
        }
        return rows;
    }

    @Test
    void shouldReadLastValues() throws Exception {
        for (String question : List.of("select _date, count(*), count(distinct b) from %s group by _date order by 1",
                "select _date, b, _version, l, t, m from %s where b > 0 and _date >= date '2026-01-06' order by 1, 2",
                "select e, count(*), sum(s), min(\"at\") from %s where m is not null group by e order by 1",
                "select b, t from %s order by t, b limit 3")) {
            List<String> expected = Lines.ofAshlar(numbers, question.formatted("\"Last\""));
            assertFalse(expected.isEmpty());
            assertEquals(expected, trino(question.formatted("numbers.last")), question);
        }
        assertEquals(List.of("30"), trino("select count(*) from numbers.last"));
        assertEquals("NULL|NULL|NULL|NULL|30.0|NULL|NULL", trino("show stats for numbers.last").getLast());
    }

    @Test
    void shouldAnswerTheSameQuestions() throws Exception {
        for (String sql : List.of(
                "select count(*) from Trade",
                "select count(*), count(aggressor), sum(quantity), min(price), max(price), min(_time), max(_time) from Trade",
                "select aggressor, count(*), sum(price) from Trade group by aggressor",
                "select aggressor, _date, count(*), sum(quantity) from Trade group by aggressor, _date",
                "select securityId, count(*), sum(quantity), max(price) from Trade group by securityId order by securityId",
                "select sum(price * quantity) from Trade where aggressor = 'BUY'",
                "select count(*) from Trade where aggressor is null",
                "select count(*) from Trade where aggressor is not null and aggressor <> 'BUY'",
                "select tradeId, price from Trade order by price desc, tradeId limit 20",
                "select tradeId, aggressor from Trade order by aggressor nulls first, tradeId desc limit 20",
                "select _time, tradeId from Trade where _date = date '2026-03-03' order by tradeId limit 10",
                "select count(*) from Trade where _time >= timestamp '2026-03-03 00:00:00' and _time < timestamp "
                        + "'2026-03-04 00:00:00'",
                "select count(*), sum(quantity) from BookUpdate_levels where price between 100 and 200",
                "select action, entryType, count(*), min(level), max(level) from BookUpdate_levels group by action, entryType",
                "select template, count(*), sum(length) from messages group by template",
                "select count(*) from Trade_fills where orderId > 1000000",
                "select t.aggressor, count(*), sum(f.quantity) from Trade t join Trade_fills f on f._parent = t._row "
                        + "group by t.aggressor",
                "select count(distinct securityId) from Quote",
                "select symbol, currency, count(*) from SecurityDefinition where symbol in ('ESH6', 'none', 'NQM6') "
                        + "group by symbol, currency",
                "select symbol, count(*) from SecurityDefinition where symbol >= 'M' and symbol < 'P' group by symbol",
                "select event_endOfEvent, count(*) from Trade group by event_endOfEvent",
                "select count(*) from Quote where bidPrice is null or offerPrice is null",
                "select count(*) from Quote where bidQuantity in (1, 2, 3, 5, 8, 13)",
                "select tradeId, cast(quantity as double), cast(quantity as decimal(20, 2)), cast(cast(price as bigint) as "
                        + "integer), cast(cast(quantity as bigint) as varchar) from Trade order by _row limit 20",
                "select count(*) from Trade where tradeId >= 0 and quantity = -1")) {
            assertSame(sql);
        }
    }

    /// As large as they may be: one worker would read all days.
    @Test
    void shouldMakeASplitOfEachDayOfAJournal() {
        Scanned scanned = Scanned.of(cluster, alone(), "select count(length) from messages");
        assertEquals(trino("select count(*) from messages"), scanned.lines());
        assertEquals(DAYS, scanned.splits());
    }

    /// A product that a condition keeps from being computed must not overflow, and so fail the query.
    @Test
    void shouldNotComputeWhatAConditionExcludes() {
        assertEquals(List.of(), differing(List.of("case when l between -1000 and 1000 then l * l else -1 end",
                "coalesce(b, l * l, 2)", "if(s < 0, l * l, 0)", "if(s < 0, l * l * l + 1)",
                "case s when 300 then l * l else 0 end", "nullif(if(s < 0, l * l), 7)",
                "if(k_first and not k_first, l * l)")));
        // Where Trino shows nothing of the condition, the message says what to do.
        List<String> hidden = differing(List.of("case when try_cast(t as bigint) = 7 then l * l else -1 end",
                "case when cardinality(array[s, b]) = 1 then l * l else -1 end", "if(random(2) = 5, l * l)"));
        assertEquals(List.of(), hidden.stream().filter(each -> !each.contains("set session <catalog>.")).toList());
    }

    /// Queries whose answers differ from those that Trino computes alone.
    private List<String> differing(List<String> expressions) {
        List<String> differing = new ArrayList<>();
        for (String guarded : expressions) {
            for (String sql : List.of("select " + guarded + " as v from numbers.numbers",
                    "select b, sum(" + guarded + ") from numbers.numbers group by b")) {
                List<String> expected = trino(alone(), sql).stream().sorted().toList();
                List<String> actual;
                try {
                    actual = trino(sql).stream().sorted().toList();
                } catch (RuntimeException e) {
                    actual = List.of(String.valueOf(e.getMessage()));
                }
                if (!expected.equals(actual)) {
                    differing.add(sql + ": " + actual.getFirst());
                }
            }
        }
        return differing;
    }

    @Test
    void shouldJoinWithOtherCatalogs() {
        assertEquals(List.of("2"), trino("select count(*) from (select distinct aggressor from trade where aggressor is not "
                + "null) t join (values 'BUY', 'SELL', 'NONE') as v (side) on t.aggressor = v.side"));
        assertEquals(trino("select count(*) from trade where securityid <= 25"),
                trino("select count(*) from trade t join tpch.tiny.nation n on t.securityid = n.nationkey + 1"));
    }

    @Test
    void shouldPruneDaysAndChunks() throws Exception {
        AshlarColumn date = new AshlarColumn("_date", DateType.DATE);
        AshlarColumn time = new AshlarColumn("_time", TimestampType.TIMESTAMP_NANOS);
        long day = LocalDate.parse("2026-03-03").toEpochDay();
        int all = splits(TupleDomain.all());
        int ofDay = splits(TupleDomain.withColumnDomains(Map.of(date, Domain.singleValue(DateType.DATE, day))));
        List<List<Object>> times;
        try (Reading reading = new Reading(feed.getParent(), "feed", "bookupdate_levels", Map.of(), "_time")) {
            times = reading.rows(reading.table);
        }
        int ofTime = splits(TupleDomain.withColumnDomains(Map.of(time, Domain.create(ValueSet.ofRanges(Range.range(
                time.type(), times.get(100).getFirst(), true, times.get(200).getFirst(), true)), false))));
        // As docs/trino.md says.
        assertEquals(List.of(11, 4, 1), List.of(all, ofDay, ofTime));
        String plan = trino("explain select count(securityid) from bookupdate_levels where _date = date '2026-03-03' and "
                + "quantity > 1").getFirst();
        assertTrue(plan.contains("constraint={") && !plan.contains("ScanFilter"), plan);
    }

    private int splits(TupleDomain<ColumnHandle> predicate) throws Exception {
        try (Reading reading = new Reading(feed.getParent(), "feed", "bookupdate_levels", Map.of(
                CatalogSettings.SPLIT_BYTES, "100000"))) {
            ConnectorTableHandle handle = reading.metadata().applyFilter(reading.session, reading.table, new Constraint(
                    predicate)).map(ConstraintApplicationResult::getHandle).orElse(reading.table);
            return reading.splits(handle).size();
        }
    }

    @Test
    void shouldPushDownWhatKernelsDo() {
        String plan = trino("explain select aggressor, count(*), sum(quantity) from trade where price > 10 group by 1")
                .getFirst();
        assertTrue(plan.contains("group by [aggressor] [count(*), sum(bigint of quantity)]"), plan);
        assertFalse(plan.contains("Aggregate"), plan);
        plan = trino("explain select tradeid from trade order by price desc limit 3").getFirst();
        assertTrue(plan.contains("order by [price DESC_NULLS_LAST] limit 3"), plan);
        plan = trino("explain select tradeid from trade limit 3").getFirst();
        assertTrue(plan.contains("limit 3"), plan);
        plan = trino("explain select count(*) from trade group by tradeid").getFirst();
        assertTrue(plan.contains("Aggregate"), "many groups: " + plan);
    }

    /// All scans of a query end at the same rows, on all workers, while a writer goes on.
    @Test
    void shouldReadALiveArchiveAsOfPlanning() throws Exception {
        CountDownLatch begun = new CountDownLatch(BEGUN);
        AtomicInteger batches = new AtomicInteger();
        // However fast the machine is, there are more rows for each query; however slow, the writer has not ended.
        Semaphore turns = new Semaphore(0);
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                SampleArchive.write(temp.resolve("live/feed"), 1, 60_000, () -> {
                    batches.incrementAndGet();
                    begun.countDown();
                    if (begun.getCount() == 0) {
                        turns.acquireUninterruptibly();
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            assertTrue(begun.await(10, TimeUnit.MINUTES));
            readALiveArchive(writer, batches, turns);
        } finally {
            turns.release(1_000_000);
            writer.join();
        }
    }

    private void readALiveArchive(Thread writer, AtomicInteger batches, Semaphore turns) {
        cluster.createCatalog("live", AshlarConnectorFactory.NAME, Map.of(CatalogSettings.PATH, temp.resolve("live")
                .toString(), CatalogSettings.SPLIT_BYTES, "50000"));
        String sql = "select (select count(*) from messages), (select count(*) from messages where length >= 0), "
                + "(select count(*) from trade_fills), (select count(*) from trade_fills f join trade t on "
                + "f._parent = t._row), (select count(*) from bookupdate_levels), (select count(*) from "
                + "bookupdate_levels l join bookupdate b on l._parent = b._row where b._row >= 0)";
        Set<String> messages = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            // A batch that only this query and later ones see, and one that is written meanwhile.
            turns.release(2);
            while (batches.get() <= BEGUN + 2 * i && writer.isAlive()) {
                LockSupport.parkNanos(1_000_000);
            }
            Session session = Session.builder(cluster.getDefaultSession()).setCatalog("live").setSchema("feed")
                    .setCatalogSessionProperty("live", SessionSettings.AGGREGATION, Boolean.toString(i % 2 == 0)).build();
            String[] counts = trino(session, sql).getFirst().split("\\|");
            for (int pair = 0; pair < counts.length; pair += 2) {
                assertEquals(counts[pair], counts[pair + 1], String.join("|", counts));
            }
            messages.add(counts[0]);
        }
        assertTrue(writer.isAlive() && messages.size() == 4, "counts=" + messages);
    }

    @Test
    void shouldFailByTrinosLimitWhereGroupsNeedTooMuchMemory() {
        String sql = "select count(*) from (select _row, count(*) from bookupdate_levels where _date = date '2026-03-03' "
                + "group by _row)";
        assertTrue(trino("explain " + sql).getFirst().contains("group by [_row]"));
        assertFalse(trino(limited("20MB"), sql).isEmpty());
        assertTrue(assertThrows(RuntimeException.class, () -> trino(limited("1MB"), sql)).getMessage()
                .startsWith("Query exceeded per-node memory limit of 1MB"));
    }

    private Session limited(String bytes) {
        return Session.builder(cluster.getDefaultSession()).setSystemProperty("query_max_memory_per_node", bytes).build();
    }

    @Test
    void shouldEstimateRowsByZones() {
        List<String> stats = trino("show stats for trade");
        String rows = stats.getLast();
        assertTrue(rows.endsWith(text(trino("select count(*) from trade").getFirst()) + ".0|NULL|NULL"), rows);
        assertTrue(stats.stream().anyMatch(line -> line.startsWith("aggressor|NULL|2")), stats::toString);
    }

    private static String text(String number) {
        return number;
    }

    @Test
    void shouldRejectWritingAndUnknownNames() {
        assertTrue(assertThrows(RuntimeException.class, () -> trino("delete from trade")).getMessage()
                .contains("does not support"));
        assertTrue(assertThrows(RuntimeException.class, () -> trino("select * from nothing")).getMessage()
                .contains("does not exist"));
    }
}
