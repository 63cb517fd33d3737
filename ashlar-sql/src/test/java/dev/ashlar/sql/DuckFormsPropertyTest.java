// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.testkit.Seed;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random queries of [RandomForms] give what DuckDB gives.
class DuckFormsPropertyTest extends PlacedOrdersSession {
    private static final int QUERIES = Integer.getInteger("test.queries", 100);
    private static final int MANY = 5_000;
    private static final int MOST_DIFFERENCES = Integer.getInteger("test.differences", 5);

    @Tag("slow")
    @Test
    void shouldGiveWhatDuckGives() throws SQLException {
        compare(QUERIES, Seed.random("DuckFormsPropertyTest"));
    }

    @Test
    @Tag("long")
    void shouldGiveWhatDuckGivesForManyQueries() throws SQLException {
        compare(MANY, Seed.random("DuckFormsPropertyTest.many"));
    }

    private void compare(int queries, SplittableRandom random) throws SQLException {
        RandomForms forms = new RandomForms(random);
        List<String> differences = new ArrayList<>();
        int unanswered = 0;
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:"); Statement statement = duck.createStatement()) {
            statement.execute("set default_null_order = 'nulls_last_on_asc_first_on_desc'");
            statement.execute("set timezone = 'UTC'");
            for (int i = 0; i < queries && differences.size() < MOST_DIFFERENCES; i++) {
                String sql = forms.query();
                ConformanceAnswer theirs = theirs(statement, sql);
                ConformanceAnswer ours = ours(sql, 1 + random.nextInt(2));
                unanswered += theirs.isAnswered() ? 0 : 1;
                if (!theirs.agrees(ours)) {
                    differences.add(sql + "\n  DuckDB: " + theirs.all() + "\n  ours:   " + ours.all());
                }
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTrue(unanswered < queries / 10, "queries that DuckDB does not answer: " + unanswered + " of " + queries);
    }

    private ConformanceAnswer ours(String sql, int threads) {
        try (SqlResult result = session.run(sql, QueryOptions.defaults().withThreads(threads))) {
            return ConformanceAnswer.of(result, ordered(sql));
        } catch (SqlException e) {
            return ConformanceAnswer.error(e.reason() + ": " + e.getMessage());
        }
    }

    private static ConformanceAnswer theirs(Statement statement, String sql) {
        try (ResultSet result = statement.executeQuery(sql)) {
            return ConformanceAnswer.of(result, ordered(sql));
        } catch (SQLException e) {
            return ConformanceAnswer.error(e.getMessage());
        }
    }

    /// An order counts only at the end of a query, where it decides which rows there are.
    private static String ordered(String sql) {
        return sql.contains(", k limit ") ? "order by" : "";
    }
}
