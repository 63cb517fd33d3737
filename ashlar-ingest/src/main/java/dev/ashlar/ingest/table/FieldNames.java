// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Names of fields for names of columns: letters, digits and underscores, not beginning with a digit, unique whatever
/// their case.
final class FieldNames {
    /// Columns that queries add to those of a table.
    static final Set<String> OF_QUERIES = Set.of("_row", "_time", "_position", "_parent", "_record", "_version");

    private FieldNames() {
    }

    /// A name made of letters, digits and underscores; empty if there is none of them.
    static String of(String column) {
        // SQL does not tell cases apart.
        String name = OF_QUERIES.contains(column.toLowerCase(Locale.ROOT)) ? column.substring(1) : column.replaceAll("[^A-Za-z0-9_]", "_");
        return !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    /// Names by column: later ones of the same name get a number, empty ones are `column1`. A column that is ignored,
    /// or holds numbers of rows, is not stored and has an empty name.
    static List<String> of(List<String> header, Set<String> ignored) {
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int stored = 0;
        for (String column : header) {
            if (ignored.contains(column) || column.equals("_row")) {
                names.add("");
                continue;
            }
            stored++;
            String name = of(column);
            String wanted = name.isEmpty() ? "column" + stored : name;
            String unique = wanted;
            for (int i = 2; !taken.add(unique.toLowerCase(Locale.ROOT)); i++) {
                unique = wanted + "_" + i;
            }
            names.add(unique);
        }
        return names;
    }
}
