// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Libraries that programs use above JDBC, with the jar and their defaults.
class ToolsTest {
    private static final String TRADES = "select aggressor, price, quantity, _time as traded from Trade where aggressor = ";

    /// A trade as libraries map rows to objects.
    public record TradeRow(String aggressor, BigDecimal price, int quantity, LocalDateTime traded) { }

    @TempDir
    static Path temp;
    private static DriverJar jar;
    private static DataSource source;
    private static List<TradeRow> expected;
    private static String side;

    @BeforeAll
    static void open() throws IOException, ReflectiveOperationException, SQLException {
        jar = new DriverJar();
        source = jar.dataSource(SampleStore.write(temp));
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement();
                ResultSet first = statement.executeQuery("select min(aggressor) from Trade")) {
            assertTrue(first.next());
            side = first.getString(1);
        }
        expected = new ArrayList<>();
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TRADES + "'" + side + "' order by _row")) {
            while (rows.next()) {
                expected.add(new TradeRow(rows.getString(1), rows.getBigDecimal(2), rows.getInt(3),
                        rows.getObject(4, LocalDateTime.class)));
            }
        }
        assertTrue(expected.size() > 1);
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void shouldServeHikari() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 20; i++) {
                try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("select count(*) from Trade where aggressor = '" + side + "'")) {
                    assertTrue(rows.next());
                    assertEquals(expected.size(), rows.getInt(1));
                }
            }
        }
    }

    @Test
    void shouldServeSpring() {
        JdbcTemplate template = new JdbcTemplate(source);
        template.setFetchSize(100);
        template.setMaxRows(1_000);
        template.setQueryTimeout(60);
        assertEquals(expected, template.query(TRADES + "? order by _row", new DataClassRowMapper<>(TradeRow.class), side));
        assertEquals(expected.size(), template.queryForObject("select count(*) from Trade where aggressor = ?", Integer.class,
                side));
        Map<String, Object> first = template.queryForMap(TRADES + "? order by _row limit 1", side);
        assertEquals(expected.getFirst().price(), first.get("price"));
        assertEquals(expected, new NamedParameterJdbcTemplate(source).query(TRADES + ":side order by _row",
                Map.of("side", side), new DataClassRowMapper<>(TradeRow.class)));
        assertEquals(expected.getFirst(), JdbcClient.create(source).sql(TRADES + ":side order by _row limit 1")
                .param("side", side).query(TradeRow.class).single());
        Exception e = assertThrows(BadSqlGrammarException.class, () -> template.queryForList("select pric from Trade"));
        assertTrue(e.getCause().getMessage().contains("nearest: price"), e.getCause().getMessage());
    }

    @Test
    void shouldServeJdbi() {
        Jdbi jdbi = Jdbi.create(source);
        List<TradeRow> found = jdbi.withHandle(handle -> handle.createQuery(TRADES + ":side order by _row")
                .bind("side", side).registerRowMapper(ConstructorMapper.factory(TradeRow.class)).mapTo(TradeRow.class)
                .list());
        assertEquals(expected, found);
        int count = jdbi.withHandle(handle -> handle.select("select count(*) from Trade where aggressor = ?", side)
                .mapTo(Integer.class).one());
        assertEquals(expected.size(), count);
        // A transaction of reads ends as any other.
        int traded = jdbi.inTransaction(handle -> handle.select("select max(quantity) from Trade where aggressor = ?", side)
                .mapTo(Integer.class).one());
        assertEquals(expected.stream().mapToInt(TradeRow::quantity).max().orElseThrow(), traded);
    }

    @Test
    void shouldServeJooq() throws SQLException {
        try (Connection connection = source.getConnection()) {
            DSLContext context = DSL.using(connection, SQLDialect.DEFAULT);
            Table<Record> trade = DSL.table(DSL.name("Trade"));
            List<TradeRow> found = context.select(DSL.field(DSL.name("aggressor"), String.class), DSL.field(DSL.name("price"),
                    BigDecimal.class), DSL.field(DSL.name("quantity"), Integer.class), DSL.field(DSL.name("_time"),
                    LocalDateTime.class)).from(trade).where(DSL.field(DSL.name("aggressor"), String.class).eq(side))
                    .orderBy(DSL.field(DSL.name("_row"))).fetch(row -> new TradeRow(row.value1(), row.value2(), row.value3(),
                    row.value4()));
            assertEquals(expected, found);
            assertEquals(expected.size(), context.fetchCount(trade, DSL.field(DSL.name("aggressor"), String.class).eq(side)));
            assertTrue(context.meta().getTables("BookUpdate_levels").getFirst().getReferences().stream().anyMatch(key ->
                    key.getKey().getTable().getName().equals("BookUpdate")), "no foreign key");
            assertEquals("_row", context.meta().getTables("Trade").getFirst().getPrimaryKey().getFields().getFirst().getName());
        }
    }
}
