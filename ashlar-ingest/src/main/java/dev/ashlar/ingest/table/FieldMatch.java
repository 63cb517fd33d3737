// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.store.TableDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Columns of a file by the fields of a given layout.
final class FieldMatch {
    private final String[] fields;
    private final List<String> notes = new ArrayList<>();
    private final int timeColumn;

    /// @param byName writers of the block's fields
    FieldMatch(TableDefinition definition, Map<String, FieldWriter> byName, ColumnFile columns, ImportOptions options)
            throws ImportException {
        Path file = columns.path();
        List<String> header = columns.columns().stream().map(SourceColumn::name).toList();
        Message message = definition.message();
        if (!options.columnTypes().isEmpty()) {
            throw new ImportException("column types are for a generated schema; this table already has a schema: columns="
                    + String.join(", ", options.columnTypes().keySet()));
        }
        SourceColumn.require(options.ignored(), header, file);
        List<String> generated = FieldNames.of(header, options.ignored());
        Set<String> taken = new HashSet<>();
        List<String> unknown = new ArrayList<>();
        fields = new String[header.size()];
        Arrays.fill(fields, "");
        for (int i = 0; i < fields.length; i++) {
            String column = header.get(i);
            if (options.ignored().contains(column)) {
                continue;
            }
            String name = name(column, byName);
            // A file whose columns were renamed is also matched to the table that it was first imported into.
            if ((name.isEmpty() || taken.contains(name)) && byName.containsKey(generated.get(i))) {
                name = generated.get(i);
            }
            if (name.isEmpty()) {
                if (isNoData(column, message)) {
                    notes.add("column " + column + " is not stored: the schema has no value for it");
                } else {
                    unknown.add(column);
                }
            } else if (!taken.add(name)) {
                throw new ImportException("two columns for one field: column=" + column + ", field=" + name + " (" + file
                        + ")");
            }
            fields[i] = name;
            if (!name.isEmpty()) {
                columns.columns().get(i).requireSupported(file);
            }
        }
        if (!unknown.isEmpty()) {
            throw new ImportException("columns without a field; ignore them or add fields: columns="
                    + String.join(", ", unknown) + ", message=" + message.name() + " (" + file + ")");
        }
        List<String> missing = byName.entrySet().stream().filter(field -> !field.getValue().nullable)
                .map(Map.Entry::getKey).filter(name -> !taken.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new ImportException("required fields without a column: fields=" + String.join(", ", missing)
                    + ", message=" + message.name() + " (" + file + ")");
        }
        timeColumn = timeColumn(definition.timeField(), byName, file);
    }

    /// The column of the table's time field; -1 if the table has none.
    private int timeColumn(String field, Map<String, FieldWriter> byName, Path file) throws ImportException {
        if (field.isEmpty()) {
            return -1;
        }
        FieldWriter wanted = byName.get(field);
        for (int i = 0; i < fields.length; i++) {
            if (wanted != null && fields[i].equals(field)) {
                if (wanted instanceof FieldWriter.Time time && !time.isNanoseconds()) {
                    throw new ImportException("field cannot order the table by time, since it does not count "
                            + "nanoseconds: field=" + field);
                }
                return i;
            }
        }
        throw new ImportException("no column for the field that orders the table by time: field=" + field + " (" + file
                + ")");
    }

    int timeColumn() {
        return timeColumn;
    }

    /// The field of a column: of its name, of the name that a generated schema would have, or of either in another case
    /// if there is only one; empty if there is none.
    private static String name(String column, Map<String, FieldWriter> byName) {
        String mapped = FieldNames.of(column);
        if (byName.containsKey(column) || byName.containsKey(mapped)) {
            return byName.containsKey(column) ? column : mapped;
        }
        List<String> others = byName.keySet().stream().filter(mapped::equalsIgnoreCase).toList();
        return others.size() == 1 ? others.getFirst() : "";
    }

    /// Whether the column holds what a query adds or derives: numbers of rows, constants, composites shown as one.
    private static boolean isNoData(String column, Message message) {
        return FieldNames.OF_QUERIES.contains(column)
                || message.fields().stream().map(Field::name).anyMatch(column::equals);
    }

    /// Names of fields by column; empty for a column that is not stored.
    List<String> fields() {
        return List.of(fields);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }
}
