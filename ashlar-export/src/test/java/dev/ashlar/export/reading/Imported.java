// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.ingest.table.ColumnFormat;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Imports files into stores of their own and asks for their rows.
final class Imported {
    private Imported() {
    }

    static TableImport measure(Path file, ImportOptions options) throws IOException {
        return TableImport.measure(ColumnFormat.of(file).orElseThrow().open(file), "T", options, (_, _) -> true);
    }

    static TableImport check(Path file, TableDefinition definition, ImportOptions options) throws IOException {
        return TableImport.check(ColumnFormat.of(file).orElseThrow().open(file), definition, options, (_, _) -> true);
    }

    /// Stores all rows in a new folder.
    static Path store(TableImport table, Path temp) throws IOException {
        Path folder = Files.createTempDirectory(temp, "store");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18))) {
            writer.define(table.definition());
            assertEquals(table.rows(), table.appendTo(writer.appender(table.definition().name()), 0, (_, _) -> true));
        }
        return folder;
    }

    /// Rows of a query, values as objects.
    static List<List<Object>> rows(Path folder, String sql) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (Store store = Store.open(folder);
                SqlResult result = SqlSession.of(store).run(sql, QueryOptions.defaults())) {
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < result.columns().size(); i++) {
                    row.add(result.get(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    static List<List<Object>> rows(Path file, ImportOptions options, Path temp, Optional<TableDefinition> layout)
            throws IOException {
        TableImport table = layout.isPresent() ? check(file, layout.get(), options) : measure(file, options);
        return rows(store(table, temp), "select * from " + table.definition().name() + " order by _row");
    }
}
