// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.table.ColumnProfile.FieldForm;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The first pass over a file without a schema: profiles of its columns, and the schema that follows from them.
final class ColumnMeasure {
    /// Bytes that hold any number or time, for columns that are imported as text.
    private static final int TYPED_TEXT = 48;

    private final ColumnFile file;
    private final ImportOptions options;
    private final List<String> header;
    private final List<String> notes = new ArrayList<>();
    private final ColumnProfile[] profiles;
    private final RetainedBatches retained;

    ColumnMeasure(ColumnFile file, ImportOptions options) {
        this.file = file;
        this.options = options;
        header = file.columns().stream().map(SourceColumn::name).toList();
        profiles = file.columns().stream().map(column -> ColumnProfile.of(column.type())).toArray(ColumnProfile[]::new);
        // A value that does not fit a type that was given is shown as it is in the file.
        retained = new RetainedBatches(profiles.length, options.columnTypes().isEmpty() ? options.retainBytes() : 0);
    }

    TableImport table(String table, ImportProgress progress, Workers workers) throws IOException {
        requireColumns();
        List<String> fields = fields();
        boolean[] wanted = new boolean[profiles.length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = !fields.get(i).isEmpty();
            if (wanted[i]) {
                file.columns().get(i).requireSupported(file.path());
            }
        }
        long rows = profile(wanted, progress, workers);
        GeneratedSchema schema = new GeneratedSchema();
        int widest = 0;
        for (int i = 0; i < profiles.length; i++) {
            if (wanted[i]) {
                FieldForm form = form(i);
                schema.add(fields.get(i), form);
                widest = profiles[i].longest() > profiles[widest].longest() ? i : widest;
                if (!form.note().isEmpty()) {
                    notes.add("column " + header.get(i) + " is " + form.note());
                }
            }
        }
        if (schema.blockLength() > TableImport.MAX_ROW_BYTES) {
            throw new ImportException("rows would be too long: bytes=" + schema.blockLength() + ", most="
                    + TableImport.MAX_ROW_BYTES + "; each row takes the longest text of each column, "
                    + profiles[widest].longest() + " bytes for column " + header.get(widest)
                    + "; ignore that column or shorten its texts (" + file.path() + ")");
        }
        String xml = schema.xml(table);
        Schema parsed = GeneratedSchema.parse(xml);
        TableDefinition definition = TableDefinition.of(parsed, table);
        if (!options.timeColumn().isEmpty()) {
            definition = definition.withTimeField(timeField(fields));
        }
        return TableImport.measured(file, definition, xml, options, fields, notes, retained, rows, progress, workers);
    }

    private void requireColumns() throws ImportException {
        List<String> named = new ArrayList<>(options.columnTypes().keySet());
        named.addAll(options.ignored());
        if (!options.timeColumn().isEmpty()) {
            named.add(options.timeColumn());
        }
        SourceColumn.require(named, header, file.path());
        if (header.size() == 1 && file.columns().getFirst().type() instanceof SourceType.Untyped
                && header.getFirst().matches(".*[;\t|,].*")) {
            notes.add("there is one column, named \"" + header.getFirst() + "\"; check the delimiter");
        }
    }

    /// @return rows of the file
    private long profile(boolean[] wanted, ImportProgress progress, Workers workers) throws IOException {
        long rows = 0;
        int[] ends = new int[profiles.length];
        try (BatchReader in = file.read(wanted, progress, workers)) {
            while (in.next()) {
                int count = in.rows();
                workers.run(profiles.length, i -> {
                    ends[i] = wanted[i] ? profiles[i].add(in.values(i), count) : count;
                    if (wanted[i] && ends[i] == count) {
                        retained.pack(i, in.values(i), count);
                    }
                });
                requireText(in, ends, count);
                retained.add(count);
                rows += count;
                TableImport.requireGoing(in);
            }
            TableImport.requireGoing(in);
            notes.addAll(in.notes());
        }
        boolean typed = file.columns().stream().noneMatch(column -> column.type() instanceof SourceType.Untyped);
        if (!Arrays.stream(profiles).allMatch(ColumnProfile::isUniform)) {
            retained.drop();
        }
        if (rows == 0 && !typed && !options.columnTypes().keySet().containsAll(header)) {
            throw new ImportException("file has only a header, which gives no types; give a schema, or a "
                    + "type for every column (" + file.path() + ")");
        }
        return rows;
    }

    private void requireText(BatchReader in, int[] ends, int rows) throws ImportException {
        int column = 0;
        for (int i = 1; i < ends.length; i++) {
            column = ends[i] < ends[column] ? i : column;
        }
        if (ends[column] < rows) {
            ColumnValues values = in.values(column);
            throw TableImport.reject(in, file.columns().get(column), values, ends[column],
                    profiles[column].problem(values, ends[column]), "");
        }
    }

    /// Names of fields by column; empty for one that is not stored.
    private List<String> fields() throws ImportException {
        List<String> fields = FieldNames.of(header, options.ignored());
        if (fields.stream().allMatch(String::isEmpty)) {
            throw new ImportException("no column is left to store (" + file.path() + ")");
        }
        for (int i = 0; i < fields.size(); i++) {
            String column = header.get(i);
            String name = fields.get(i);
            if (name.isEmpty() && !options.ignored().contains(column)) {
                notes.add("column _row is not stored: rows of a table have their own numbers");
            } else if (!name.isEmpty() && !name.equals(column)) {
                notes.add("column \"" + column + "\" is field " + name);
            }
        }
        return fields;
    }

    private FieldForm form(int column) {
        FieldForm form = profiles[column].form(options.columnTypes().get(header.get(column)));
        return form.isText() && form.type().size() == 0
                ? profiles[column].form(ColumnType.text(Math.max(TYPED_TEXT, profiles[column].longest()))) : form;
    }

    private String timeField(List<String> fields) throws ImportException {
        int column = header.indexOf(options.timeColumn());
        boolean times = form(column).type().kind() == ColumnType.Kind.TIMESTAMP;
        if (fields.get(column).isEmpty() || !times || profiles[column].hasNulls()) {
            throw new ImportException("column cannot order the table by time: it "
                    + (times ? "has NULLs or is ignored" : "has other values than times") + ", column="
                    + options.timeColumn() + " (" + file.path() + ")");
        }
        return fields.get(column);
    }
}
