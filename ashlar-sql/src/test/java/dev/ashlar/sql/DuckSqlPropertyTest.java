// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random SQL over columns of every type gives what DuckDB gives, whether scans answer it or operators above them.
class DuckSqlPropertyTest extends OwnSession {
    private static final int ROWS = 90;
    private static final int QUERIES = Integer.getInteger("test.queries", 80);
    private static final int MANY = 2_000;
    /// Digits to which floating-point numbers are compared, since they are added up in another order.
    private static final MathContext DIGITS = new MathContext(12);

    private SplittableRandom random;
    private Connection duck;
    private int failed;

    @Override
    void fill(Path folder) throws IOException, SQLException {
        random = Seed.random("DuckSqlPropertyTest");
        Kinds kinds = new Kinds(random, ROWS);
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            kinds.record(writer);
        }
        duck = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duck.createStatement()) {
            statement.execute("set default_null_order = 'nulls_last_on_asc_first_on_desc'");
            for (String table : Kinds.TYPES.keySet()) {
                statement.execute("create table " + table + " (" + Kinds.TYPES.get(table).entrySet().stream()
                        .map(column -> column.getKey() + ' ' + column.getValue().replace("TIMESTAMP_NS", "BIGINT"))
                        .collect(Collectors.joining(", ")) + ')');
                for (Kinds.Row row : kinds.rows(table)) {
                    statement.execute("insert into " + table + " values (" + Kinds.TYPES.get(table).keySet().stream()
                            .map(column -> literal(row.values().get(column))).collect(Collectors.joining(", ")) + ')');
                }
            }
        }
    }

    private static String literal(Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> '\'' + text.replace("'", "''") + '\'';
            case Double number -> '\'' + number.toString() + "'::double";
            case Float number -> '\'' + number.toString() + "'::real";
            case BigDecimal number -> number.toPlainString();
            default -> value.toString();
        };
    }

    @AfterEach
    void closeDuck() throws SQLException {
        duck.close();
    }

    @Test
    void shouldGiveWhatDuckGives() {
        compare(QUERIES);
    }

    @Test
    @Tag("long")
    void shouldGiveWhatDuckGivesForManyQueries() {
        compare(MANY);
    }

    private void compare(int count) {
        RandomSql queries = new RandomSql(random);
        for (int i = 0; i < count; i++) {
            SqlPair query = queries.query();
            Optional<List<String>> expected = theirs(query.theirs());
            if (expected.isEmpty()) {
                continue;
            }
            for (String sql : List.of(query.ours(), RandomSql.aboveScans(query.ours()))) {
                Optional<List<String>> found = ours(sql);
                if (found.isPresent()) {
                    assertEquals(String.join("\n", expected.get()), String.join("\n", found.get()), () -> "ours:   " + sql
                            + "\ntheirs: " + query.theirs() + "\n");
                }
            }
        }
        assertTrue(failed < count / 5, "queries that an engine does not answer: " + failed + " of " + count);
    }

    /// Empty if a number was out of range.
    private Optional<List<String>> ours(String sql) {
        List<String> rows = new ArrayList<>();
        try (SqlResult result = session.run(sql, QueryOptions.defaults().withThreads(1 + random.nextInt(2)))) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (SqlColumn column : result.columns()) {
                    row.add(text(result.get(column.index())));
                }
                rows.add(String.join("|", row));
            }
        } catch (SqlException e) {
            if (e.reason() != Reason.OVERFLOW) {
                throw new AssertionError(sql, e);
            }
            failed++;
            return Optional.empty();
        }
        return Optional.of(sorted(rows, sql));
    }

    private Optional<List<String>> theirs(String sql) {
        List<String> rows = new ArrayList<>();
        try (Statement statement = duck.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(text(result.getObject(i)));
                }
                rows.add(String.join("|", row));
            }
        } catch (SQLException e) {
            if (!e.getMessage().contains("Overflow") && !e.getMessage().contains("Conversion Error")
                    && !e.getMessage().contains("out of range")) {
                throw new AssertionError(sql, e);
            }
            failed++;
            return Optional.empty();
        }
        return Optional.of(sorted(rows, sql));
    }

    private static List<String> sorted(List<String> rows, String sql) {
        if (!sql.startsWith("select _row") || !sql.contains(", _row limit")) {
            rows.sort(null);
        }
        return rows;
    }

    private static String text(Object value) {
        return switch (value) {
            case Double number when !Double.isFinite(number) -> number.toString();
            case Float number when !Float.isFinite(number) -> number.toString();
            case Double number -> plain(new BigDecimal(number, DIGITS));
            case Float number -> plain(new BigDecimal(number.doubleValue(), DIGITS));
            case Number number -> plain(new BigDecimal(number.toString()));
            case null, default -> String.valueOf(value);
        };
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
