// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/// What `ashlar query` does. Apart from the command itself, which is loaded for its options where SQL is not there.
final class QueryRun {
    private final Path folder;
    private final ReadOptions reading;
    private final QueryOptions options;
    private final AnswerSettings settings;

    QueryRun(Path folder, ReadOptions reading, QueryOptions options, AnswerSettings settings) {
        this.folder = folder;
        this.reading = reading;
        this.options = options;
        this.settings = settings;
    }

    int ask(String sql, CommandSpec spec) throws StoreException {
        long startNs = System.nanoTime();
        PrintWriter out = spec.commandLine().getOut();
        long rows;
        try (Store store = Store.open(folder, reading);
                SqlResult result = SqlSession.of(store).run(sql, options)) {
            rows = new AnswerPrinter(out, settings.format()).print(result);
        } catch (SqlException e) {
            throw new QueryFailedException(e.getMessage(), e.reason() == SqlException.Reason.CORRUPT, e);
        } finally {
            // What was found before it failed comes before the line that says so.
            out.flush();
        }
        if (settings.timing()) {
            spec.commandLine().getErr().println(timing(rows, System.nanoTime() - startNs));
        }
        return ExitCode.DONE;
    }

    static String timing(long rows, long elapsedNs) {
        return String.format(Locale.ROOT, "%,d %s, %.3f s", rows, rows == 1 ? "row" : "rows", elapsedNs / 1e9);
    }
}
