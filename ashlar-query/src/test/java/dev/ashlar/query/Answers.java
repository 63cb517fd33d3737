// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.QueryOptions.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Answers as tests compare them.
public final class Answers {
    private Answers() {
    }

    public static List<List<Object>> rows(Plan plan, Engine engine, int threads) {
        return rows(plan.run(QueryOptions.defaults().withEngine(engine).withThreads(threads)));
    }

    /// All rows of a result, which is closed.
    public static List<List<Object>> rows(Result result) {
        List<List<Object>> rows = new ArrayList<>();
        try (result) {
            while (result.next()) {
                rows.add(row(result));
            }
        }
        return rows;
    }

    /// The row that a result is at.
    static List<Object> row(Result result) {
        return result.columns().stream().map(column -> result.get(column.index())).toList();
    }

    /// Values with blanks between them.
    static String text(List<Object> row) {
        return row.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /// The first row.
    static String first(Scan scan) {
        return first(scan, QueryOptions.defaults());
    }

    public static String first(Scan scan, QueryOptions options) {
        return text(rows(scan.run(options)).getFirst());
    }
}
