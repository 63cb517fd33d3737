// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.ingest.internal.text.TimeText;
import dev.ashlar.ingest.table.RowEncoder.Rejection;
import dev.ashlar.sbe.otf.NullBlock;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file whose rows were checked to fit a table.
///
/// ```java
/// TableImport trades = TableImport.measure(new CsvFile(path, CsvOptions.defaults()), "Trade",
///         ImportOptions.defaults(), progress);
/// writer.define(trades.definition());
/// long rows = trades.appendTo(writer.appender("Trade"), 0, progress);
/// ```
///
/// The file is read twice: first to find a type that holds each column exactly, or to check every value against the
/// layout that was given; then to store the rows. So a file with a value that does not fit changes no store.
///
/// **Threading**: one thread, and those that [ImportOptions#threads] allows.
///
/// **Failure**: a value that does not fit is an [ImportException] with file, row and column.
public final class TableImport {
    /// Maximum length of a row, in bytes. A text column takes the bytes of its longest value in every row.
    public static final int MAX_ROW_BYTES = 1 << 20;
    /// Rows that one worker converts, at least.
    private static final int SLICE_ROWS = 256;
    private static final int CHECKED_BYTES = 4 << 20;
    private static final int SHOWN_CHARACTERS = 40;
    private static final String ADVICE = "; change the value or the type of the column";

    private final ColumnFile file;
    private final ImportOptions options;
    private final TableDefinition definition;
    private final String schemaText;
    private final List<String> fields;
    private final List<String> notes;
    private final MemorySegment nulls;
    private final boolean[] wanted;
    private final int timeColumn;
    private final RetainedBatches retained;
    private long rows;

    private TableImport(ColumnFile file, TableDefinition definition, String schemaText, ImportOptions options,
            List<String> fields, List<String> notes, int timeColumn, RetainedBatches retained) {
        this.file = file;
        this.options = options;
        this.definition = definition;
        this.schemaText = schemaText;
        this.fields = fields;
        this.notes = new ArrayList<>(notes);
        this.timeColumn = timeColumn;
        this.retained = retained;
        nulls = MemorySegment.ofArray(new NullBlock(definition.message(), definition.schema().byteOrder()).toArray());
        wanted = new boolean[fields.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = !fields.get(i).isEmpty();
        }
    }

    /// Finds a layout that holds every value of the file exactly.
    ///
    /// @param table name of the table: letters, digits and underscores
    public static TableImport measure(ColumnFile file, String table, ImportOptions options, ImportProgress progress)
            throws IOException {
        try (Workers workers = new Workers(options.threads())) {
            return new ColumnMeasure(file, options).table(table, progress, workers);
        }
    }

    /// Checks every value of the file against a layout. Columns are matched to fields by name; a column without a field
    /// is rejected unless it is ignored, and a field without a column must be optional.
    public static TableImport check(ColumnFile file, TableDefinition definition, ImportOptions options,
            ImportProgress progress) throws IOException {
        Map<String, FieldWriter> byName = FieldWriters.of(definition.message(), definition.schema().byteOrder(),
                new NumberText(), new TimeText());
        FieldMatch match = new FieldMatch(definition, byName, file, options);
        TableImport table = new TableImport(file, definition, "", options, match.fields(), match.notes(),
                match.timeColumn(), new RetainedBatches(0, 0));
        try (Workers workers = new Workers(options.threads())) {
            table.notes.addAll(table.checkRows(progress, workers));
        }
        return table;
    }

    /// @param fields   names of fields by column; empty for a column that is ignored
    /// @param retained values of the file, if they are
    /// @param rows     of the file, all of which fit unless types of columns were given
    static TableImport measured(ColumnFile file, TableDefinition definition, String schemaText, ImportOptions options,
            List<String> fields, List<String> notes, RetainedBatches retained, long rows, ImportProgress progress,
            Workers workers) throws IOException {
        TableImport table = new TableImport(file, definition, schemaText, options, fields, notes, -1, retained);
        table.rows = rows;
        if (!options.columnTypes().isEmpty()) {
            table.checkRows(progress, workers);
        }
        return table;
    }

    /// @return notes of the file
    private List<String> checkRows(ImportProgress progress, Workers workers) throws IOException {
        RowEncoder[] encoders = encoders(workers);
        int stride = rowBytes();
        // A slice of a batch at a time: rows may be long.
        int slice = Math.max(1, CHECKED_BYTES / Math.max(1, stride) / encoders.length);
        rows = 0;
        try (Arena arena = Arena.ofShared(); BatchReader in = file.read(wanted, progress, workers)) {
            int most = Math.min(slice * encoders.length, BatchReader.MAX_ROWS);
            MemorySegment scratch = arena.allocate(Math.max(1, (long) most * stride), Long.BYTES);
            while (in.next()) {
                for (int from = 0; from < in.rows(); from += most) {
                    encode(in, from, Math.min(most, in.rows() - from), scratch, 0, stride, encoders, workers);
                }
                rows += in.rows();
                requireGoing(in);
            }
            requireGoing(in);
            return in.notes();
        }
    }

    private RowEncoder[] encoders(Workers workers) throws ImportException {
        RowEncoder[] encoders = new RowEncoder[workers.threads()];
        for (int i = 0; i < encoders.length; i++) {
            encoders[i] = new RowEncoder(definition, fields, nulls, timeColumn);
        }
        return encoders;
    }

    static void requireGoing(BatchReader in) throws ImportException {
        if (in.isStopped()) {
            throw new ImportException("interrupted before anything was stored");
        }
    }

    /// Shares the rows between workers: not the columns, which would write to the same cache lines.
    private void encode(BatchReader in, int from, int count, MemorySegment memory, long block, int stride,
            RowEncoder[] encoders, Workers workers) throws IOException {
        int slices = Math.clamp(count / SLICE_ROWS, 1, encoders.length);
        Rejection[] rejections = new Rejection[slices];
        workers.run(slices, i -> {
            int begin = (int) ((long) count * i / slices);
            int end = (int) ((long) count * (i + 1) / slices);
            rejections[i] = encoders[i].encode(in, from + begin, from + end, memory, block + (long) begin * stride,
                    stride);
        });
        for (Rejection rejection : rejections) {
            if (rejection != null) {
                throw reject(in, file.columns().get(rejection.column()), in.values(rejection.column()),
                        rejection.row(), rejection.problem(), ADVICE);
            }
        }
    }

    static ImportException reject(BatchReader in, SourceColumn column, ColumnValues values, int row, String problem,
            String advice) {
        String value = values.nulls[row] ? "NULL"
                : shown(new String(ValueText.of(values.type(), values, row), StandardCharsets.UTF_8));
        return new ImportException("value does not fit: " + problem + ", value=" + value + advice + " (" + in.place(row)
                + ", column " + column.name() + ")");
    }

    private static String shown(String text) {
        String visible = text.codePoints().limit(SHOWN_CHARACTERS).collect(StringBuilder::new, (all, c) -> {
            if (Character.isISOControl(c)) {
                all.append("\\u%04x".formatted(c));
            } else {
                all.appendCodePoint(c);
            }
        }, StringBuilder::append).toString();
        return '"' + visible + (text.codePointCount(0, text.length()) > SHOWN_CHARACTERS ? "…" : "") + '"';
    }

    /// The table to define in a store.
    public TableDefinition definition() {
        return definition;
    }

    /// The generated schema as a file; empty if a layout was given.
    public String schemaText() {
        return schemaText;
    }

    /// Notes for the user about names and columns, one line each.
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /// Rows of the file.
    public long rows() {
        return rows;
    }

    /// Columns that are stored.
    public int columns() {
        int count = 0;
        for (boolean stored : wanted) {
            count += stored ? 1 : 0;
        }
        return count;
    }

    /// Bytes of a row in the table.
    public int rowBytes() {
        return Math.toIntExact(nulls.byteSize());
    }

    /// Appends the rows of the file, in its order.
    ///
    /// @param skip number of rows at the beginning of the file to leave out
    /// @return number of rows appended; fewer than remain after `skip` only if `progress` stopped the import
    /// @throws ImportException if the file has changed since it was checked; rows before that place were appended
    public long appendTo(Appender appender, long skip, ImportProgress progress) throws IOException {
        long appended = 0;
        long seen = 0;
        try (Workers workers = new Workers(options.threads());
                BatchReader in = reader(progress, workers)) {
            RowEncoder[] encoders = encoders(workers);
            while (!in.isStopped() && in.next()) {
                int first = (int) Math.min(Math.max(0, skip - seen), in.rows());
                append(in, first, appender, encoders, workers);
                appended += in.rows() - first;
                seen += in.rows();
            }
            if (!in.isStopped() && seen != rows) {
                throw new ImportException("file changed while it was read: rows=" + rows + ", now=" + seen + " ("
                        + file.path() + ")");
            }
        }
        return appended;
    }

    private BatchReader reader(ImportProgress progress, Workers workers) throws IOException {
        Optional<BatchReader> kept = retained.read(file, Files.size(file.path()), progress, workers);
        return kept.isPresent() ? kept.get() : file.read(wanted, progress, workers);
    }

    private void append(BatchReader in, int first, Appender appender, RowEncoder[] encoders, Workers workers)
            throws IOException {
        int from = first;
        while (from < in.rows()) {
            RowClaim claim = appender.claim(in.rows() - from);
            int count = claim.rows();
            try {
                encode(in, from, count, claim.memory(), claim.offset(0), claim.stride(), encoders, workers);
            } catch (IOException | RuntimeException e) {
                claim.abort();
                throw e;
            }
            claim.commit();
            from += count;
        }
    }
}
