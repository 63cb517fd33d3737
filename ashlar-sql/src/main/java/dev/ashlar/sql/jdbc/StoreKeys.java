// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Parents;
import dev.ashlar.query.Relation;
import dev.ashlar.store.IndexDeclaration;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Keys and indexes of a store's tables, as rows of [DatabaseMetaData].
///
/// | key     | of                                  | columns                                                    |
/// |---------|-------------------------------------|------------------------------------------------------------|
/// | primary | a table, a journal, last values     | `_row`, `_position`, `_record`                             |
/// | foreign | group entries, to what contains them | `_parent`; `<group>__parent` to what contains that, and so on |
///
/// Stores do not check keys: rows get their numbers when they are appended. A parent may be retired before its entries.
record StoreKeys(OpenSource source) {
    private static final List<String> KEYS = List.of("_row", "_position", "_record");
    private static final Comparator<Object[]> BY_PRIMARY = Comparator.comparing((Object[] row) -> (String) row[2])
            .thenComparing(row -> (String) row[6]).thenComparing(row -> (String) row[7]);
    private static final Comparator<Object[]> BY_FOREIGN = Comparator.comparing((Object[] row) -> (String) row[6])
            .thenComparing(row -> (String) row[2]).thenComparing(row -> (String) row[7]);

    /// The column that is unique and never NULL; empty if there is none.
    private static Optional<Column> key(Relation relation) {
        // In an archive the date comes first.
        return relation.columns().stream().limit(2).filter(column -> KEYS.contains(column.name())).findFirst();
    }

    private static boolean is(String name, Relation relation) {
        return name == null || relation.name().equals(name);
    }

    private List<Relation> relations() {
        return source.relations().all();
    }

    List<Object[]> primary(String table) {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : relations()) {
            if (is(table, relation)) {
                key(relation).ifPresent(key -> rows.add(new Object[] {null, null, relation.name(), key.name(), 1L,
                    relation.name() + key.name()}));
            }
        }
        return rows;
    }

    /// One row that describes the primary key column.
    List<Object[]> bestRow(String table) {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : relations()) {
            if (is(table, relation)) {
                key(relation).ifPresent(key -> rows.add(new Object[] {(long) DatabaseMetaData.bestRowSession,
                    key.name(), (long) Types.BIGINT, "BIGINT", 19L, null, 0L,
                    (long) DatabaseMetaData.bestRowNotPseudo}));
            }
        }
        return rows;
    }

    /// @param table table of the entries; null for all
    List<Object[]> imported(String table) {
        List<Object[]> rows = foreign(null, table);
        rows.sort(BY_FOREIGN);
        return rows;
    }

    /// @param parent parent table; null for all
    /// @param table  table of the entries; null for all
    List<Object[]> exported(String parent, String table) {
        List<Object[]> rows = foreign(parent, table);
        rows.sort(BY_PRIMARY);
        return rows;
    }

    private List<Object[]> foreign(String parent, String table) {
        List<Relation> relations = relations();
        List<Object[]> rows = new ArrayList<>();
        for (Relation entries : relations) {
            for (Relation other : relations) {
                if (is(table, entries) && is(parent, other)) {
                    entries.parents(other).map(Parents::row).filter(Expr.ColumnRef.class::isInstance)
                            .map(Expr.ColumnRef.class::cast)
                            .ifPresent(column -> rows.add(foreign(entries.name(), column.name(), other)));
                }
            }
        }
        return rows;
    }

    private static Object[] foreign(String entries, String column, Relation parent) {
        Column key = key(parent).orElseThrow();
        return new Object[] {null, null, parent.name(), key.name(), null, null, entries, column, 1L,
            (long) DatabaseMetaData.importedKeyNoAction, (long) DatabaseMetaData.importedKeyNoAction,
            entries + column, parent.name() + key.name(), (long) DatabaseMetaData.importedKeyNotDeferrable};
    }

    /// The declared indexes; none of them is unique.
    List<Object[]> indexes(String table) {
        List<Object[]> rows = new ArrayList<>();
        for (IndexDeclaration declaration : source.indexes()) {
            if (table != null && !declaration.table().equals(table)) {
                continue;
            }
            boolean sorted = declaration.kind() == IndexDeclaration.Kind.SORTED;
            String name = declaration.table() + "_" + String.join("_", declaration.fields()) + (sorted ? "_sorted"
                    : "_hash");
            List<String> columns = columns(declaration);
            for (int i = 0; i < columns.size(); i++) {
                rows.add(new Object[] {null, null, declaration.table(), true, null, name,
                    (long) (sorted ? DatabaseMetaData.tableIndexOther : DatabaseMetaData.tableIndexHashed), i + 1L,
                    columns.get(i), sorted ? "A" : null, null, null, null});
            }
        }
        rows.sort(Comparator.comparing((Object[] row) -> (Long) row[6]).thenComparing(row -> (String) row[5])
                .thenComparing(row -> (Long) row[7]));
        return rows;
    }

    /// Names of the columns for the fields; the name of the field itself if no single column represents it.
    private List<String> columns(IndexDeclaration declaration) {
        List<String> names = relations().stream().filter(relation -> relation.name().equals(declaration.table()))
                .flatMap(relation -> relation.columns().stream()).map(Column::name).toList();
        return declaration.fields().stream().map(field -> names.contains(field + "_") && isReserved(field)
                ? field + "_" : field).toList();
    }

    private static boolean isReserved(String field) {
        return List.of("_row", "_parent", "_position", "_time").contains(field);
    }
}
