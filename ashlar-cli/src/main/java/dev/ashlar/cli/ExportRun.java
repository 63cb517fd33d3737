// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// What `ashlar export` does. Apart from the command itself, as [QueryRun] is.
final class ExportRun {
    private final Path folder;
    private final QueryOptions options;
    private final Path file;
    private final boolean force;

    ExportRun(Path folder, QueryOptions options, Path file, boolean force) {
        this.folder = folder;
        this.options = options;
        this.file = file;
        this.force = force;
    }

    int write(String what, CommandSpec spec) throws IOException {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String format = name.substring(name.lastIndexOf('.') + 1);
        SqlExporter exporter = exporter(format, spec);
        if (!force && Files.exists(file)) {
            throw new BadInputException("file exists; name another, or say --force (" + file + ")");
        }
        long startNs = System.nanoTime();
        long rows;
        Path making = file.resolveSibling(file.getFileName() + ".tmp");
        try (Store store = Store.open(folder)) {
            SqlSession session = SqlSession.of(store);
            Progress progress = Progress.alone(spec.commandLine().getErr(), "exporting to " + file);
            try (SqlResult result = new WatchedResult(session.run(sql(what, session), options), progress)) {
                rows = exporter.write(result, making);
            } finally {
                progress.end();
            }
            Files.move(making, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (SqlException e) {
            throw new QueryFailedException(e.getMessage(), e.reason() == SqlException.Reason.CORRUPT, e);
        } finally {
            Files.deleteIfExists(making);
        }
        spec.commandLine().getOut().println(QueryRun.timing(rows, System.nanoTime() - startNs) + ", "
                + InfoPrinter.bytes(Files.size(file)) + " (" + file + ")");
        return ExitCode.DONE;
    }

    private static SqlExporter exporter(String format, CommandSpec spec) {
        return switch (format) {
            case "csv" -> new Lines(AnswerFormat.CSV);
            case "jsonl" -> new Lines(AnswerFormat.JSON);
            default -> SqlExporter.of(format).orElseThrow(() -> new ParameterException(spec.commandLine(),
                    "no format of files is so called: ." + format + "; there are .csv, .jsonl and .parquet"));
        };
    }

    private static String sql(String what, SqlSession session) {
        for (SqlTable table : session.tables()) {
            if (table.name().equalsIgnoreCase(what)) {
                return "select * from \"" + table.name().replace("\"", "\"\"") + '"';
            }
        }
        return QueryRun.statement(what);
    }

    /// Text, as `ashlar query` prints it.
    private record Lines(AnswerFormat answer) implements SqlExporter {
        @Override
        public String format() {
            return answer.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public long write(SqlResult result, Path to) throws IOException {
            try (RememberingOutput bytes = new RememberingOutput(Files.newOutputStream(to));
                    PrintWriter out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
                long rows = 0;
                try {
                    rows = new AnswerPrinter(out, answer).print(result);
                } catch (AnswerPrinter.OutputEndedException e) {
                    // Why is known below.
                }
                out.flush();
                if (bytes.cause().isPresent()) {
                    throw bytes.cause().get();
                }
                return rows;
            }
        }
    }
}
