// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.ConformanceCases.Case;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of constructs shows what DuckDB and we answer, and each difference has a reason.
class SqlConformanceTest {
    private static final Path PAGE = Path.of(System.getProperty("ashlar.root", "..")).resolve("docs/sql-conformance.md");
    private static final int LEAST_CASES = 500;

    @TempDir
    Path temp;

    @Test
    void shouldDifferFromDuckForAReasonOnly() throws IOException, SQLException {
        List<Case> cases = ConformanceCases.read();
        List<ConformanceAnswer> theirs = new ArrayList<>();
        List<ConformanceAnswer> ours = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        String version;
        MarketDay.write(temp.resolve("s"));
        try (Store store = Store.open(temp.resolve("s"));
                Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            // DuckDB shows instants in the time zone of its session, which is the machine's at first.
            statement.execute("set timezone = 'UTC'");
            MarketDay.write(duck);
            version = duck.getMetaData().getDatabaseProductVersion().replaceFirst("^v", "");
            SqlSession session = SqlSession.of(store);
            for (Case one : cases) {
                ConformanceAnswer their = theirs(duck, one.statement());
                ConformanceAnswer our = ours(session, one.statement());
                boolean same = one.whether() ? their.isAnswered() == our.isAnswered() : their.agrees(our);
                if (same != one.note().isEmpty()) {
                    wrong.add(one.topic() + ": " + one.statement() + (same ? "\n  has a note without a difference: "
                            + one.note() : "\n  differs without a note") + "\n  DuckDB: " + their.cell() + "\n  ours:   "
                            + our.cell());
                }
                theirs.add(their);
                ours.add(our);
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(cases.size() >= LEAST_CASES, "cases=" + cases.size());
        String found = ConformancePage.of(cases, theirs, ours, version);
        Path written = Files.writeString(Path.of("target").resolve("sql-conformance.md"), found);
        assertEquals(Files.exists(PAGE) ? Files.readString(PAGE) : "", found, "answers have changed; if they are right, copy "
                + written.toAbsolutePath());
    }

    private static ConformanceAnswer ours(SqlSession session, String sql) {
        try (SqlResult result = session.run(sql, QueryOptions.defaults().withThreads(1))) {
            return ConformanceAnswer.of(result, sql);
        } catch (SqlException e) {
            return ConformanceAnswer.error(e.getMessage().lines().findFirst().orElse("")
                    .replaceFirst("^line \\d+, column \\d+: ", ""));
        }
    }

    private static ConformanceAnswer theirs(Connection duck, String sql) {
        try (Statement statement = duck.createStatement()) {
            if (!statement.execute(sql)) {
                return ConformanceAnswer.of(List.of(), sql);
            }
            try (ResultSet result = statement.getResultSet()) {
                return ConformanceAnswer.of(result, sql);
            }
        } catch (SQLException e) {
            return ConformanceAnswer.error(e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
