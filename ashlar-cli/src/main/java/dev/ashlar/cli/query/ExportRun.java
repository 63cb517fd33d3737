// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerPrinter;
import dev.ashlar.cli.answer.Screen;
import dev.ashlar.cli.answer.Shown;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.OutputEndedException;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.RememberingOutput;
import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// What `ashlar export` does. Separate from the command itself, like [QueryRun].
record ExportRun(Path folder, ReadOptions reading, QueryOptions options, Path file, boolean force) {
    private static final String NAME = "[\\w$.-]+";

    /// @param nullText text for NULL in CSV
    int write(String what, String nullText, CommandSpec spec) throws IOException {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String format = name.substring(name.lastIndexOf('.') + 1);
        SqlExporter exporter = exporter(format, nullText, spec);
        if (!force && Files.exists(file)) {
            throw exists();
        }
        long startNs = System.nanoTime();
        long rows;
        // Replaces the target of a link, not the link.
        Path target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
        // A link that leads to nothing is replaced itself.
        boolean replace = force || Files.isSymbolicLink(target);
        try (OpenStores store = new OpenStores(folder, Map.of(), reading)) {
            try (ScratchFolder scratch = ScratchFolder.nextTo(target)) {
                Path making = scratch.path().resolve(target.getFileName());
                rows = write(store, what, exporter, making, spec);
                sync(making);
                move(making, target, replace);
            }
        } catch (SqlException e) {
            // A line and column are meaningless if only a name was given.
            String message = what.matches(NAME) ? e.getMessage().replaceFirst("^line \\d+, column \\d+: ", "")
                    + "; ashlar info lists them (" + folder + ")" : e.getMessage();
            throw new QueryFailedException(message, "", e.reason() == SqlException.Reason.CORRUPT, e);
        } catch (StoreException e) {
            throw e;
        } catch (UncheckedIOException e) {
            throw new BadInputException("cannot write: " + FileProblem.describe(e.getCause(), file));
        } catch (IOException e) {
            throw new BadInputException("cannot write: " + FileProblem.describe(e, file));
        }
        spec.commandLine().getOut().println(new Shown(rows, true, rows, 0, 0).timing(System.nanoTime() - startNs) + ", "
                + InfoPrinter.bytes(Files.size(file)) + " (" + file + ")");
        return ExitCode.DONE;
    }

    private BadInputException exists() {
        return new BadInputException("file exists; name another, or use --force (" + file + ")");
    }

    /// @throws BadInputException if a file now exists that must not be replaced
    private void move(Path made, Path target, boolean replace) throws IOException {
        try {
            ScratchFolder.moveTo(target, made, replace);
        } catch (FileAlreadyExistsException _) {
            throw exists();
        }
    }

    private long write(OpenStores store, String what, SqlExporter exporter, Path making, CommandSpec spec)
            throws IOException {
        SqlSession session = store.session();
        ProgressLine progress = ProgressLine.alone(spec.commandLine().getErr(), "exporting to " + file);
        try (SqlResult result = session.run(sql(what, store, session), options)) {
            return exporter.write(result, making, ExportOptions.of(options).withProgress(progress::rows));
        } finally {
            progress.end();
        }
    }

    /// Makes the content durable before the name; otherwise a power loss could leave a file without its content.
    private static void sync(Path written) throws IOException {
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static SqlExporter exporter(String format, String nullText, CommandSpec spec) {
        return switch (format) {
            case "csv" -> new Lines(AnswerFormat.CSV, nullText);
            case "jsonl" -> new Lines(AnswerFormat.JSON, "");
            default -> SqlExporter.of(format).orElseThrow(() -> new ParameterException(spec.commandLine(),
                    "unknown format of files: ." + format + "; supported are .csv, .jsonl, .parquet and .arrow"));
        };
    }

    private static String sql(String what, OpenStores store, SqlSession session) throws StoreException {
        for (Map.Entry<String, StoreException> unreadable : store.unreadable().entrySet()) {
            if (unreadable.getKey().equalsIgnoreCase(what)) {
                throw unreadable.getValue();
            }
        }
        for (SqlTable table : session.tables()) {
            if (table.name().equalsIgnoreCase(what)) {
                return "select * from \"" + table.name().replace("\"", "\"\"") + '"';
            }
        }
        // A name, not a statement: an error should say that there is no such table.
        return what.matches(NAME) ? "table \"" + what + '"' : what;
    }

    /// Text, as `ashlar query` prints it.
    private record Lines(AnswerFormat answer, String nullText) implements SqlExporter {
        @Override
        public String format() {
            return answer.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public long write(SqlResult result, Path to, ExportOptions options) throws IOException {
            if (answer == AnswerFormat.CSV && result.isColumnar()) {
                return SqlExporter.of("csv").orElseThrow().write(result, to, options.withNullText(nullText));
            }
            try (RememberingOutput bytes = new RememberingOutput(Files.newOutputStream(to));
                    PrintWriter out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
                long rows = 0;
                try {
                    rows = new AnswerPrinter(out, answer, Screen.none(StandardCharsets.UTF_8), nullText)
                            .print(new WatchedResult(result, options.progress())).rows();
                } catch (OutputEndedException e) {
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
