// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What questions over a few messages give, computed by hand; of either engine.
class TypedScanTest {
    @TempDir
    Path temp;
    private Store store;
    private Relations relations;
    private Relation deals;
    private Relation legs;
    private Relation fills;

    private static final String FIRST = """
            {"template":"Deal","id_":18446744073709551614,"side":"Buy","mode":"Auto","flags":["Hidden"],
            "symbol":"ABC","name":"Müller","price":1.5,"limit":2.25,"bulk":7000,"free":12.50,"quantity":10,"filled":4,
            "level":-3,"ratio":0.25,"weight":1.5,"triple":[1,2,3],
            "many":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,-20],"at":60000000001,"until":1000,
            "seen":{"time":5},"spot":{"venue":12,"desk":"X"},"firm":"True",
            "legs":[{"leg":1,"price":0.5,"share":100,"fills":[{"fill":5,"side":"Sell"},{"fill":-6,"side":"Buy"}]},
            {"leg":2,"price":-0.25,"share":null,"fills":[]}]}""".replace("\n", "");
    private static final String SECOND = """
            {"template":"Deal","id_":7,"side":9,"mode":null,"flags":["Late","Hidden"],"symbol":"ABCDEF","name":null,
            "price":-2.000000001,"limit":null,"bulk":null,"free":null,"quantity":-3,"filled":null,"level":null,
            "ratio":null,"weight":-0.5,"triple":null,
            "many":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"at":119999999999,"until":null,
            "seen":{"time":0},"spot":{"venue":0,"desk":""},"firm":null,
            "legs":[{"leg":3,"price":4,"share":-1,"fills":[{"fill":1,"side":"Buy"}]}]}""".replace("\n", "");
    private static final String THIRD = """
            {"template":"Deal","id_":8,"side":"Buy","mode":"Manual","flags":[],"symbol":"","name":"A","price":3,"limit":1,
            "bulk":-1000,"free":-7,"quantity":5,"filled":0,"level":0,"ratio":-1.5,"weight":0,"triple":[0,0,0],
            "many":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"at":120000000000,"until":0,
            "seen":{"time":1},"spot":{"venue":1,"desk":"Y"},"firm":"False","legs":[]}""".replace("\n", "");

    @BeforeEach
    void write() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            Deals.record(writer, Deals.schema(), FIRST, SECOND);
            Deals.record(writer, Deals.newer(), "{\"template\":\"Beat\",\"count\":3}",
                    THIRD.replace("\"legs\"", "\"venue\":77,\"tag\":1,\"legs\""));
        }
        store = Store.open(temp.resolve("s"));
        relations = Relations.of(store);
        deals = relations.get("Deal");
        legs = relations.get("Deal_legs");
        fills = relations.get("Deal_legs_fills");
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private List<String> ask(Scan scan) {
        List<String> expected = rows(scan, Engine.INTERPRETER, 1);
        assertEquals(expected, rows(scan, Engine.BEST, 1));
        assertEquals(expected, rows(scan, Engine.BEST, 3));
        return expected;
    }

    private static List<String> rows(Scan scan, Engine engine, int threads) {
        return Answers.rows(scan.plan(), engine, threads).stream().map(Answers::text).toList();
    }

    private Expr deal(String column) {
        return deals.column(column);
    }

    @Test
    void shouldShowAllRelationsOfAStore() {
        assertEquals(List.of("Deal", "Deal_legs", "Deal_legs_fills", "Beat", "deals"),
                relations.all().stream().map(Relation::name).toList());
        IllegalArgumentException unknown = assertThrows(IllegalArgumentException.class, () -> relations.get("deal_leg"));
        assertEquals("no such relation: name=deal_leg, nearest=Deal_legs", unknown.getMessage());
    }

    @Test
    void shouldMakeColumnsOfFields() {
        assertEquals("""
                _row INT64, _position INT64, _time TIMESTAMP, id DECIMAL(20,0), side TEXT(20)?, mode TEXT(20)?, \
                flags_Hidden BOOLEAN, flags_Late BOOLEAN, symbol TEXT, name TEXT?, price DECIMAL(19,9), \
                limit DECIMAL(19,9)?, bulk DECIMAL(13,0)?, free DECIMAL(38,18)?, free_mantissa INT64?, \
                free_exponent INT8, quantity INT32, filled INT64?, level INT8?, ratio DOUBLE?, weight REAL, \
                triple_0 INT32?, triple_1 INT32?, triple_2 INT32?, many TEXT, at TIMESTAMP, until TIMESTAMP?, \
                seen TIMESTAMP, spot_venue INT32, spot_desk TEXT(1), kind TEXT(20), firm BOOLEAN?, venue INT32?, \
                tag DECIMAL(20,0)?""", describe(deals));
        assertEquals("""
                _row INT64, _parent INT64, _position INT64?, _time TIMESTAMP?, leg INT64, price DECIMAL(19,9), \
                share INT64?, id DECIMAL(20,0)?, side TEXT(20)?, mode TEXT(20)?, flags_Hidden BOOLEAN?""",
                describe(legs).substring(0, describe(legs).indexOf(", flags_Late")));
        assertTrue(describe(legs).contains(", Deal_price DECIMAL(19,9)?, "), () -> describe(legs));
        assertTrue(describe(fills).startsWith("_row INT64, _parent INT64, legs__parent INT64?, _position INT64?, "
                + "_time TIMESTAMP?, fill INT16, side TEXT(20)?, leg INT64?, price DECIMAL(19,9)?, share INT64?, "
                + "id DECIMAL(20,0)?, Deal_side TEXT(20)?, "), () -> describe(fills));
    }

    private static String describe(Relation relation) {
        return String.join(", ", relation.columns().stream()
                .map(c -> c.name() + " " + c.type() + (c.nullable() ? "?" : "")).toList());
    }

    @Test
    void shouldShowAllValues() {
        String many = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,-20]";
        String zeros = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
        List<String> rows = ask(deals.scan());
        assertEquals("0 0 0 18446744073709551614 Buy Auto true false ABC Müller 1.500000000 2.250000000 7000 "
                + "12.500000000000000000 1250 -2 10 4 -3 0.25 1.5 1 2 3 " + many
                + " 60000000001 1000000000 5000 12 X Sell true null null", rows.get(0));
        assertTrue(rows.get(1).endsWith(" 1000 7 9 null true true ABCDEF null -2.000000001 null null null null -128 -3 "
                + "null null null -0.5 null null null " + zeros + " 119999999999 null 0 0  Sell null null null"), rows.get(1));
        assertTrue(rows.get(2).endsWith(" 3000 8 Buy Manual false false  A 3.000000000 1.000000000 -1000 "
                + "-7.000000000000000000 -7 0 5 0 0 -1.5 0.0 0 0 0 " + zeros
                + " 120000000000 0 1000 1 Y Sell false 77 1"), rows.get(2));
    }

    @Test
    void shouldShowEntriesWithWhatTheyAreIn() {
        assertEquals(List.of("0 0 1 0.500000000 100 1.500000000 Buy", "1 0 2 -0.250000000 null 1.500000000 Buy",
                "2 1 3 4.000000000 -1 -2.000000001 9"),
                ask(legs.scan().select(legs.column("_row"), legs.column("_parent"), legs.column("leg"),
                        legs.column("price"), legs.column("share"), legs.column("Deal_price"), legs.column("side"))));
        assertEquals(List.of("5 Sell 1 Buy 0", "-6 Buy 1 Buy 0", "1 Buy 3 9 1000"),
                ask(fills.scan().select(fills.column("fill"), fills.column("side"), fills.column("leg"),
                        fills.column("Deal_side"), fills.column("_time"))));
        assertEquals(List.of("Buy 2 -1", "9 1 1"), ask(fills.scan().groupBy(fills.column("Deal_side")).count()
                .sum(fills.column("fill"))));
    }

    @Test
    void shouldAggregateGroups() {
        assertEquals(List.of("Buy 2 4.500000000 30.000000000 2.250000000000000000 1.500000000 3.000000000 2 15",
                "9 1 -2.000000001 6.000000003 -2.000000001000000000 -2.000000001 -2.000000001 1 -3"),
                ask(deals.scan().groupBy(deal("side")).count().sum(deal("price"))
                        .sum(deal("price").times(deal("quantity"))).avg(deal("price")).first(deal("price"))
                        .last(deal("price")).countDistinct(deal("symbol")).sum(deal("quantity"))));
        assertEquals(List.of("3 2 4 2.000000000000000000 0 4 -1.5 0.25 -1.25 -0.75 false true A Müller 0 4"),
                ask(deals.scan().count().count(deal("filled")).sum(deal("filled")).avg(deal("filled"))
                        .min(deal("filled")).max(deal("filled")).min(deal("ratio")).max(deal("ratio"))
                        .sum(deal("ratio")).avg(deal("weight").plus(deal("level")))
                        .min(deal("flags_Late")).max(deal("flags_Hidden")).min(deal("name")).max(deal("name"))
                        .last(deal("filled")).first(deal("filled"))));
    }

    @Test
    void shouldGiveOneGroupOfNoRows() {
        Expr never = deal("quantity").gt(Expr.of(1_000));
        assertEquals(List.of("0 null null null 0"), ask(deals.scan().where(never).count().sum(deal("price"))
                .avg(deal("ratio")).min(deal("name")).countDistinct(deal("side"))));
        assertEquals(List.of(), ask(deals.scan().where(never).groupBy(deal("side")).count()));
    }

    @Test
    void shouldKnowThreeTruthValues() {
        Expr filled = deal("filled").gt(Expr.of(1));
        Expr unknown = Expr.nullOf(ValueType.BOOLEAN);
        assertEquals(List.of("true true false", "null null null", "false false true"),
                ask(deals.scan().select(filled, filled.and(Expr.of(true)), filled.not())));
        assertEquals(List.of("null true", "null null", "false null"),
                ask(deals.scan().select(filled.and(unknown), filled.or(unknown))));
        assertEquals(List.of("7", "8"), ask(deals.scan().where(filled.isNull().or(filled.not())).select(deal("id"))));
        assertEquals(List.of("true false", "null true", "null false"), ask(deals.scan().select(
                deal("filled").in(Expr.of(4), Expr.nullOf(ValueType.INT64)), deal("side").in(Expr.of("9")))));
    }

    @Test
    void shouldAskOfTextEnumsAndSets() {
        assertEquals(List.of("7"), ask(deals.scan().where(deal("side").eq("9")).select(deal("id"))));
        assertEquals(List.of("8"), ask(deals.scan().where(deal("side").eq("Buy").and(deal("flags_Hidden").not()))
                .select(deal("id"))));
        assertEquals(List.of("ABC", "ABCDEF"), ask(deals.scan().where(deal("symbol").like("ABC%"))
                .select(deal("symbol"))));
        assertEquals(List.of("ABCDEF"), ask(deals.scan().where(deal("symbol").like("%_C_%").and(deal("symbol")
                .gt(Expr.of("ABC")))).select(deal("symbol"))));
        assertEquals(List.of("buyer", "other", "buyer"), ask(deals.scan().select(new Expr.Case(
                List.of(new Expr.When(deal("side").eq("Buy"), Expr.of("buyer"))), Expr.of("other")))));
        assertEquals(List.of(), ask(deals.scan().where(deal("side").eq("1")).select(deal("id"))));
        assertEquals(List.of("18446744073709551614"), ask(deals.scan().where(deal("firm")).select(deal("id"))));
        assertEquals(List.of("8"), ask(deals.scan().where(deal("firm").not()).select(deal("id"))));
        assertEquals(List.of("true 1", "null 1", "false 1"), ask(deals.scan().groupBy(deal("firm")).count()));
    }

    @Test
    void shouldRejectWhatIsNeitherTrueNorFalse() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("truths"), StoreOptions.defaults())) {
            Deals.record(writer, Deals.schema(), FIRST, FIRST.replace("\"firm\":\"True\"", "\"firm\":3"));
            Relation relation = Relations.of(writer).get("Deal");
            for (Engine engine : Engine.values()) {
                assertEquals("neither true nor false: value=3, false=7, true=1, row=1", assertThrows(
                        QueryException.class, () -> rows(relation.scan().where(relation.column("firm"))
                                .select(relation.column("id")), engine, 1)).getMessage());
            }
        }
    }

    @Test
    void shouldBucketTimes() {
        Expr minute = deal("at").bucket(Duration.ofMinutes(1));
        assertEquals(List.of("60000000000 2 1.500000000 -2.000000001", "120000000000 1 3.000000000 3.000000000"),
                ask(deals.scan().groupBy(minute).count().first(deal("price")).last(deal("price"))));
        assertEquals(List.of("7"), ask(deals.scan().where(deal("at").between(
                Expr.of(Instant.ofEpochSecond(60, 2)), Expr.of(Instant.ofEpochSecond(119, 999_999_999))))
                .select(deal("id"))));
        assertEquals(List.of("59999999998"), ask(deals.scan().where(deal("id").eq(7)).select(
                deal("at").minus(Expr.of(Instant.ofEpochSecond(60, 1))))));
    }

    @Test
    void shouldOrderAndCut() {
        assertEquals(List.of("3.000000000 8", "1.500000000 18446744073709551614", "-2.000000001 7"),
                ask(deals.scan().select(deal("price"), deal("id")).orderBy("price", true)));
        assertEquals(List.of("1.500000000"), ask(deals.scan().select(deal("price")).orderBy("price", true).offset(1)
                .limit(1)));
        assertEquals(List.of("0", "4", "null"), ask(deals.scan().select(deal("filled")).orderBy("filled", false)));
        assertEquals(List.of("7"), ask(deals.scan().select(deal("id")).offset(1).limit(1)));
        assertEquals(List.of("9 1", "Buy 2"), ask(deals.scan().groupBy(deal("side")).count().as("n")
                .orderBy("n", false)));
    }

    @Test
    void shouldComputeExactly() {
        Expr big = Expr.of(Long.MAX_VALUE);
        assertEquals(List.of("2 1 -0.333333333333333333 0.500000000000000000 3.50"), ask(deals.scan().where(deal("id").eq(8)).select(
                deal("quantity").dividedBy(Expr.of(2)), deal("quantity").remainder(Expr.of(2)),
                Expr.of(-1).dividedBy(deal("price")), Expr.decimal("1.50000").dividedBy(Expr.decimal("3.0000000000")),
                Expr.decimal("1.25").plus(Expr.decimal("2.25")))));
        ValueType wide = ValueType.decimal(19, 0);
        assertEquals(List.of("-85070591730234615856620279821087277056"), ask(deals.scan().where(deal("id").eq(8))
                        .select(Expr.of(Long.MIN_VALUE).cast(wide).times(big.cast(wide)))));
        fails(Reason.OVERFLOW, deals.scan().select(Expr.of(Long.MIN_VALUE).cast(wide).times(big.cast(wide))
                .times(Expr.decimal("2"))));
        fails(Reason.OVERFLOW, deals.scan().select(deal("quantity").plus(big)));
        fails(Reason.OVERFLOW, deals.scan().select(deal("quantity").times(big)));
        fails(Reason.DIVISION_BY_ZERO, deals.scan().select(deal("quantity").dividedBy(deal("spot_venue"))));
        fails(Reason.DIVISION_BY_ZERO, deals.scan().select(deal("ratio").dividedBy(deal("weight"))));
        fails(Reason.OVERFLOW, deals.scan().select(deal("quantity").cast(ValueType.decimal(1, 0))));
        // More digits than decimals have, once they are as many after the point as the other branch has.
        for (String digits : List.of("120000000000000000000", "1200000000000000000000")) {
            fails(Reason.OVERFLOW, deals.scan().select(new Expr.Case(List.of(new Expr.When(deal("quantity").eq(
                    deal("quantity")), Expr.decimal(digits))), Expr.decimal("0.000000000000000001"))));
        }
        assertEquals(List.of("0", "null", "5"), ask(deals.scan().select(new Expr.Case(List.of(
                new Expr.When(deal("spot_venue").ne(Expr.of(0)), deal("quantity").dividedBy(deal("spot_venue")))),
                Expr.nullOf(ValueType.INT64)))));
    }

    private static void fails(Reason reason, Scan scan) {
        for (Engine engine : Engine.values()) {
            QueryException failure = assertThrows(QueryException.class, () -> rows(scan, engine, 1));
            assertEquals(reason, failure.reason());
        }
    }

    @Test
    void shouldShowWhatAJournalKnows() {
        Relation journal = relations.get("deals");
        assertEquals(List.of("Deal 1 9 0 0", "Deal 1 9 0 1", "Beat 2 9 1 0", "Deal 1 9 1 2"), ask(journal.scan()
                .select(journal.column("template"), journal.column("templateId"), journal.column("schemaId"),
                        journal.column("version"), journal.column("row"))));
        assertEquals(List.of("Deal 3", "Beat 1"), ask(journal.scan().groupBy(journal.column("template")).count()));
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThrows(IllegalArgumentException.class, () -> deal("side").plus(Expr.of(1)));
        assertThrows(IllegalArgumentException.class, () -> deal("side").eq(1));
        assertThrows(IllegalArgumentException.class, () -> deals.scan().where(deal("quantity")).plan());
        assertThrows(IllegalArgumentException.class, () -> legs.scan().select(deal("weight")).plan());
        IllegalArgumentException unknown = assertThrows(IllegalArgumentException.class, () -> deal("qantity"));
        assertEquals("no such column: column=qantity, nearest=quantity (Deal)", unknown.getMessage());
        assertThrows(IllegalStateException.class, () -> deals.scan().select(deal("id")).count());
    }

    @Test
    void shouldEndWhenItIsToldTo() {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel();
        for (Engine engine : Engine.values()) {
            QueryOptions options = QueryOptions.defaults().withEngine(engine);
            assertEquals(Reason.CANCELLED, failure(options.withCancellation(cancellation)));
            assertEquals(Reason.DEADLINE, failure(options.withTimeLimit(Duration.ZERO)));
            assertEquals(Reason.MEMORY, failure(options.withMemoryBytes(10)));
        }
    }

    private Reason failure(QueryOptions options) {
        return assertThrows(QueryException.class, () -> {
            try (Result result = deals.scan().groupBy(deal("id")).count().run(options)) {
                assertFalse(result.next());
            }
        }).reason();
    }

    @Test
    void shouldShowTheTimeOfATableThatHasAFieldForIt() throws IOException {
        Schema schema = Deals.schema();
        try (StoreWriter writer = StoreWriter.open(temp.resolve("times"), StoreOptions.defaults())) {
            Table table = writer.define(new TableDefinition("Times", schema, schema.message("Deal"), "at"));
            Appender appender = writer.appender("Times");
            for (long time = 1; time <= 3; time++) {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                claim.memory().asSlice(at, table.block().blockLength()).fill((byte) 0);
                claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(schema.byteOrder()),
                        at + table.timeOffset().orElseThrow(), 1000 * time);
                claim.commit();
            }
            Relation times = Relations.of(writer).get("Times");
            assertEquals(List.of("2000", "3000"), ask(times.scan().where(times.column("_time").gt(
                    Expr.of(Instant.ofEpochSecond(0, 1500)))).select(times.column("_time"))));
        }
    }
}
