// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.table.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The declared indexes of an open store. An index that is no longer declared stays until the store is closed, since a
/// lookup may be using it.
///
/// **Threading**: under the lock of the store's containers.
public final class OpenIndexes {
    private final Map<IndexRecord, OpenIndex> opened = new HashMap<>();

    /// @param records that the catalog has
    /// @param tables  by the ids of containers
    public List<DeclaredIndex> of(List<IndexRecord> records, Map<Integer, Rows> tables) {
        List<DeclaredIndex> found = new ArrayList<>();
        for (IndexRecord record : records) {
            Rows rows = tables.get(record.container());
            OpenIndex index = opened.get(record);
            if (index == null && rows != null) {
                try {
                    index = new OpenIndex(rows, declaration(record, rows.name()));
                    opened.put(record, index);
                } catch (IllegalArgumentException e) {
                    // No key of this table, which was checked when it was declared: the catalog is damaged in a way
                    // that its checksums do not show. `verify` tells; scans need no index.
                    continue;
                }
            }
            if (index != null) {
                found.add(index);
            }
        }
        return found;
    }

    public static IndexDeclaration declaration(IndexRecord record, String table) {
        return new IndexDeclaration(table, record.fields(), record.kind());
    }

    public void close() {
        opened.values().forEach(OpenIndex::close);
    }
}
