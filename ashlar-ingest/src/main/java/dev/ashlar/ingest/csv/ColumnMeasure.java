// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The first pass over a file without a schema: profiles of its columns, and the schema that follows from them.
final class ColumnMeasure {
    private final Path file;
    private final CsvOptions options;
    private final List<String> notes = new ArrayList<>();
    private ColumnProfile[] profiles;

    ColumnMeasure(Path file, CsvOptions options) {
        this.file = file;
        this.options = options;
    }

    CsvTable table(String table, CsvProgress progress) throws IOException {
        List<String> header;
        long rows;
        try (CsvFile in = new CsvFile(file, options, progress)) {
            header = in.header();
            requireColumns(header);
            profile(in);
            rows = in.rows();
            in.blankLines().ifPresent(notes::add);
            if (rows == 0 && !options.columnTypes().keySet().containsAll(header)) {
                throw new CsvFormatException("file has only a header, which says nothing of types; give a schema, or a "
                        + "type for every column (" + file + ")");
            }
        }
        List<String> fields = fields(header);
        GeneratedSchema schema = new GeneratedSchema();
        int widest = 0;
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).isEmpty()) {
                ColumnType type = type(header.get(i), profiles[i]);
                schema.add(fields.get(i), type, profiles[i].hasNulls(), profiles[i].isWide(),
                        type.kind() == ColumnType.Kind.TEXT && profiles[i].needsNullMark());
                widest = profiles[i].longest() > profiles[widest].longest() ? i : widest;
            }
        }
        if (schema.blockLength() > CsvTable.MAX_ROW_BYTES) {
            throw new CsvFormatException("rows would be too long: bytes=" + schema.blockLength() + ", most="
                    + CsvTable.MAX_ROW_BYTES + "; each row takes the longest text of each column, " + profiles[widest].longest()
                    + " bytes for column " + header.get(widest) + "; ignore that column or shorten its texts (" + file + ")");
        }
        String xml = schema.xml(table);
        Schema parsed = GeneratedSchema.parse(xml);
        TableDefinition definition = TableDefinition.of(parsed, table);
        if (!options.timeColumn().isEmpty()) {
            definition = definition.withTimeField(timeField(header, fields));
        }
        return CsvTable.measured(file, definition, xml, options, fields, notes, rows, progress);
    }

    private void requireColumns(List<String> header) throws CsvFormatException {
        List<String> named = new ArrayList<>(options.columnTypes().keySet());
        named.addAll(options.ignored());
        if (!options.timeColumn().isEmpty()) {
            named.add(options.timeColumn());
        }
        for (String name : named) {
            if (!header.contains(name)) {
                throw new CsvFormatException("file has no such column: column=" + name + ", columns="
                        + String.join(", ", header.subList(0, Math.min(20, header.size()))) + " (" + file + ")");
            }
        }
        if (header.size() == 1 && header.getFirst().matches(".*[;\t|,].*")) {
            notes.add("there is one column, named \"" + header.getFirst() + "\"; check the delimiter");
        }
    }

    private void profile(CsvFile in) throws IOException {
        byte[] nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
        NumberText number = new NumberText();
        TimeText time = new TimeText();
        profiles = new ColumnProfile[in.header().size()];
        for (int i = 0; i < profiles.length; i++) {
            profiles[i] = new ColumnProfile(number, time);
        }
        boolean[] left = new boolean[profiles.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = isIgnored(in.header().get(i));
        }
        CsvReader reader = in.reader();
        while (in.nextRow()) {
            for (int i = 0; i < profiles.length; i++) {
                if (left[i]) {
                    continue;
                }
                if (CsvTable.isNull(reader, i, nullText)) {
                    profiles[i].addNull();
                } else {
                    String problem = profiles[i].add(reader.buffer(), reader.start(i), reader.end(i));
                    if (!problem.isEmpty()) {
                        throw in.reject(i, problem, "");
                    }
                }
            }
            CsvTable.requireGoing(in);
        }
    }

    private boolean isIgnored(String column) {
        return options.ignored().contains(column) || column.equals("_row");
    }

    /// Names of fields by column; empty for one that is not stored.
    private List<String> fields(List<String> header) throws CsvFormatException {
        List<String> stored = header.stream().filter(column -> !isIgnored(column)).toList();
        if (stored.isEmpty()) {
            throw new CsvFormatException("no column is left to store (" + file + ")");
        }
        List<String> names = FieldNames.of(stored);
        List<String> fields = new ArrayList<>();
        int next = 0;
        for (String column : header) {
            String name = isIgnored(column) ? "" : names.get(next++);
            if (name.isEmpty() && !options.ignored().contains(column)) {
                notes.add("column _row is not stored: rows of a table have their own numbers");
            } else if (!name.isEmpty() && !name.equals(column)) {
                notes.add("column \"" + column + "\" is field " + name);
            }
            fields.add(name);
        }
        return fields;
    }

    private ColumnType type(String column, ColumnProfile profile) {
        ColumnType given = options.columnTypes().get(column);
        if (given == null) {
            return profile.type();
        }
        return given.kind() == ColumnType.Kind.TEXT && given.size() == 0
                ? new ColumnType(ColumnType.Kind.TEXT, PrimitiveType.CHAR, Math.max(2, profile.longest())) : given;
    }

    private String timeField(List<String> header, List<String> fields) throws CsvFormatException {
        int column = header.indexOf(options.timeColumn());
        boolean times = type(header.get(column), profiles[column]).kind() == ColumnType.Kind.TIMESTAMP;
        if (fields.get(column).isEmpty() || !times || profiles[column].hasNulls()) {
            throw new CsvFormatException("column cannot order the table by time: it "
                    + (times ? "has NULLs or is ignored" : "has other values than times") + ", column="
                    + options.timeColumn() + " (" + file + ")");
        }
        return fields.get(column);
    }
}
