// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/// What `ashlar query` does. Apart from the command itself, which is loaded for its options where SQL is not there.
final class QueryRun {
    private final Path folder;
    private final QueryOptions options;
    private final AnswerSettings settings;

    QueryRun(Path folder, QueryOptions options, AnswerSettings settings) {
        this.folder = folder;
        this.options = options;
        this.settings = settings;
    }

    int ask(String sql, CommandSpec spec) throws StoreException {
        long startNs = System.nanoTime();
        PrintWriter out = spec.commandLine().getOut();
        long rows;
        try (Store store = Store.open(folder);
                SqlResult result = SqlSession.of(store).run(statement(sql), options)) {
            rows = new AnswerPrinter(out, settings.format()).print(result);
        } catch (AnswerPrinter.OutputEndedException e) {
            // Main says why, unless it is that nobody reads any more.
            return ExitCode.DONE;
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

    /// Without the semicolon that ends it at a prompt.
    static String statement(String text) {
        String statement = text.strip();
        while (statement.endsWith(";")) {
            statement = statement.substring(0, statement.length() - 1).stripTrailing();
        }
        return statement;
    }

    static String timing(long rows, long elapsedNs) {
        return String.format(Locale.ROOT, "%,d %s, %.3f s", rows, rows == 1 ? "row" : "rows", elapsedNs / 1e9);
    }
}
