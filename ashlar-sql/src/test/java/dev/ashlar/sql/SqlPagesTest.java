// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each example of the pages about SQL gives the result that stands under it.
class SqlPagesTest {
    private static final Path DOCS = Path.of(System.getProperty("ashlar.root", "..")).resolve("docs");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```sql\n(.*?)```\n```\n(.*?)```");
    private static final int LEAST_EXAMPLES = 12;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"sql.md", "sql-statements.md", "time-series.md"})
    void shouldGiveWhatThePageShows(String name) throws IOException {
        MarketDay.write(temp.resolve("s"));
        String page = Files.readString(DOCS.resolve(name));
        StringBuilder found = new StringBuilder();
        int examples = 0;
        try (Store store = Store.open(temp.resolve("s"))) {
            SqlSession session = SqlSession.of(store);
            Matcher example = EXAMPLE.matcher(page);
            while (example.find()) {
                examples++;
                example.appendReplacement(found, Matcher.quoteReplacement("```sql\n" + example.group(1) + "```\n```\n"
                        + shown(session, example.group(1)) + "```"));
            }
            example.appendTail(found);
        }
        Path written = Files.writeString(Path.of("target").resolve(name), found);
        assertTrue(examples >= LEAST_EXAMPLES, "examples=" + examples);
        assertEquals(page, found.toString(), "results have changed; if they are right, copy " + written.toAbsolutePath());
    }

    /// A table as the command prints it, without lines around it; an error as its message.
    private static String shown(SqlSession session, String sql) {
        List<List<String>> rows = new ArrayList<>();
        try (SqlResult result = session.run(sql, QueryOptions.defaults())) {
            rows.add(result.columns().stream().map(SqlColumn::name).toList());
            while (result.next()) {
                rows.add(result.columns().stream().map(column -> text(result, column)).toList());
            }
            return lines(rows, result.columns());
        } catch (SqlException e) {
            return e.getMessage() + "\n";
        }
    }

    private static String text(SqlResult result, SqlColumn column) {
        String text = result.text(column.index());
        return text == null ? "NULL" : text;
    }

    private static String lines(List<List<String>> rows, List<SqlColumn> columns) {
        StringBuilder lines = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = rows.stream().mapToInt(r -> r.get(column).codePointCount(0, r.get(column).length())).max()
                        .orElse(0);
                String blanks = " ".repeat(width - row.get(i).codePointCount(0, row.get(i).length()));
                line.append(i == 0 ? "" : " | ").append(columns.get(i).isNumber() ? blanks + row.get(i)
                        : row.get(i) + blanks);
            }
            lines.append(line.toString().stripTrailing()).append('\n');
        }
        return lines.toString();
    }
}
