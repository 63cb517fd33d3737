// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.NullBlock;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A CSV file whose rows were checked to fit a table.
///
/// ```java
/// CsvTable trades = CsvTable.measure(file, "Trade", CsvOptions.defaults(), progress);
/// writer.define(trades.definition());
/// long rows = trades.appendTo(writer.appender("Trade"), 0, progress);
/// ```
///
/// The file is read twice: first to find a type that holds each column exactly, or to check every value against the
/// layout that was given; then to store the rows. So a file with a value that does not fit changes no store.
///
/// **Threading**: one thread.
///
/// **Failure**: a value that does not fit is a [CsvFormatException] with file, line, row and column.
public final class CsvTable {
    /// Bytes of a row. A text column takes the bytes of its longest value in every row.
    public static final int MAX_ROW_BYTES = 1 << 20;
    private static final int BATCH_ROWS = 256;

    private final Path file;
    private final CsvOptions options;
    private final TableDefinition definition;
    private final String schemaText;
    private final List<String> notes = new ArrayList<>();
    private final byte[] nullText;
    private final MemorySegment nulls;
    private FieldWriter[] writers;
    private int timeColumn = -1;
    private long rows;

    private CsvTable(Path file, TableDefinition definition, String schemaText, CsvOptions options) {
        this.file = file;
        this.options = options;
        this.definition = definition;
        this.schemaText = schemaText;
        nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
        nulls = MemorySegment.ofArray(new NullBlock(definition.message(), definition.schema().byteOrder()).toArray());
    }

    /// Finds a layout that holds every value of the file exactly.
    ///
    /// @param table name of the table: letters, digits and underscores
    public static CsvTable measure(Path file, String table, CsvOptions options, CsvProgress progress)
            throws IOException {
        return new ColumnMeasure(file, options).table(table, progress);
    }

    /// Checks every value of the file against a layout. Columns are matched to fields by name; a column without a field
    /// is rejected unless it is ignored, and a field without a column must be optional.
    public static CsvTable check(Path file, TableDefinition definition, CsvOptions options, CsvProgress progress)
            throws IOException {
        CsvTable table = new CsvTable(file, definition, "", options);
        try (CsvFile in = new CsvFile(file, options, progress)) {
            FieldMatch match = new FieldMatch(definition, in.header(), options, file);
            table.writers = match.writers();
            table.timeColumn = match.timeColumn();
            table.notes.addAll(match.notes());
            table.checkRows(in);
            in.blankLines().ifPresent(table.notes::add);
        }
        return table;
    }

    /// @param fields names of fields by column; empty for a column that is ignored
    /// @param rows   of the file, all of which fit unless types of columns were given
    static CsvTable measured(Path file, TableDefinition definition, String schemaText, CsvOptions options,
            List<String> fields, List<String> notes, long rows, CsvProgress progress) throws IOException {
        CsvTable table = new CsvTable(file, definition, schemaText, options);
        Schema schema = definition.schema();
        Map<String, FieldWriter> byName = FieldWriters.of(definition.message(), schema.byteOrder(), new NumberText(),
                new TimeText());
        table.writers = fields.stream().map(name -> name.isEmpty() ? null : byName.get(name))
                .toArray(FieldWriter[]::new);
        table.notes.addAll(notes);
        table.rows = rows;
        if (!options.columnTypes().isEmpty()) {
            try (CsvFile in = new CsvFile(file, options, progress)) {
                table.checkRows(in);
            }
        }
        return table;
    }

    private void checkRows(CsvFile in) throws IOException {
        MemorySegment scratch = MemorySegment.ofArray(new byte[Math.toIntExact(nulls.byteSize())]);
        while (in.nextRow()) {
            encode(in, scratch, 0);
            requireGoing(in);
        }
        rows = in.rows();
    }

    static void requireGoing(CsvFile in) throws CsvFormatException {
        if (in.isStopped()) {
            throw new CsvFormatException("interrupted before anything was stored");
        }
    }

    private void encode(CsvFile in, MemorySegment memory, long at) throws CsvFormatException {
        MemorySegment.copy(nulls, 0, memory, at, nulls.byteSize());
        CsvReader reader = in.reader();
        byte[] bytes = reader.buffer();
        for (int i = 0; i < writers.length; i++) {
            FieldWriter writer = writers[i];
            if (writer == null) {
                continue;
            }
            String problem;
            if (isNull(reader, i, nullText)) {
                problem = writer.nullable && i != timeColumn ? ""
                        : "NULL in a required field, or one that orders the table by time";
            } else {
                problem = writer.write(bytes, reader.start(i), reader.end(i), memory, at);
            }
            if (!problem.isEmpty()) {
                throw in.reject(i, problem, "; change the value or the type of the column");
            }
        }
    }

    static boolean isNull(CsvReader reader, int column, byte[] nullText) {
        int from = reader.start(column);
        int length = reader.end(column) - from;
        if (reader.isQuoted(column) || length != nullText.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (reader.buffer()[from + i] != nullText[i]) {
                return false;
            }
        }
        return true;
    }

    /// The table to define in a store.
    public TableDefinition definition() {
        return definition;
    }

    /// The generated schema as a file; empty if a layout was given.
    public String schemaText() {
        return schemaText;
    }

    /// What a user should know of names and columns, a line each.
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
        for (FieldWriter writer : writers) {
            count += writer == null ? 0 : 1;
        }
        return count;
    }

    /// Bytes of a row in the table.
    public int rowBytes() {
        return Math.toIntExact(nulls.byteSize());
    }

    /// Appends the rows of the file, in its order.
    ///
    /// @param skip rows at the beginning of the file that are left out
    /// @return how many rows were appended; less than there are only if `progress` stopped it
    /// @throws CsvFormatException if the file has changed since it was checked; rows before that place were appended
    public long appendTo(Appender appender, long skip, CsvProgress progress) throws IOException {
        long appended = 0;
        try (CsvFile in = new CsvFile(file, options, progress)) {
            requireSameHeader(in);
            long left = skip;
            for (; left > 0 && in.nextRow(); left--) {
                requireGoing(in);
            }
            boolean more = left == 0;
            while (more && !in.isStopped()) {
                RowClaim claim = appender.claim(BATCH_ROWS);
                int count = 0;
                try {
                    while (count < claim.rows() && in.nextRow()) {
                        encode(in, claim.memory(), claim.offset(count));
                        count++;
                    }
                    more = count == claim.rows();
                } catch (IOException | RuntimeException e) {
                    claim.abort();
                    throw e;
                }
                if (count == 0) {
                    claim.abort();
                } else {
                    claim.commit(count);
                }
                appended += count;
            }
            if (!in.isStopped() && in.rows() != rows) {
                throw new CsvFormatException("file changed while it was read: rows=" + rows + ", now=" + in.rows()
                        + " (" + file + ")");
            }
        }
        return appended;
    }

    private void requireSameHeader(CsvFile in) throws CsvFormatException {
        if (in.header().size() != writers.length) {
            throw new CsvFormatException("file changed while it was read: columns=" + writers.length + ", now="
                    + in.header().size() + " (" + file + ")");
        }
    }
}
