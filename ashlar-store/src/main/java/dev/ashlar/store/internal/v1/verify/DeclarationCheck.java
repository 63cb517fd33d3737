// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.VerifyReport.Indexed;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.index.IndexKey;
import dev.ashlar.store.internal.v1.index.OpenIndex;
import dev.ashlar.store.internal.v1.index.OpenIndexes;
import dev.ashlar.store.internal.v1.store.Container;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.table.Rows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks declared indexes. Only their declarations are on the disk, so this checks that the table of each can have
/// such an index, and that an index built from the current rows finds each row and nothing else.
///
/// @param build whether they are built
record DeclarationCheck(ReadStore store, boolean build, StoreFindings findings) {
    List<Indexed> run() {
        List<Indexed> checked = new ArrayList<>();
        List<IndexRecord> records = store.indexRecords();
        List<Container> containers = store.containers();
        for (IndexRecord record : records) {
            Optional<Container> owner = containers.stream()
                    .filter(container -> container.record().id() == record.container()).findFirst();
            if (owner.isPresent()) {
                check(record, owner.get(), checked);
            } else if (store.damagedContainers().stream()
                    .noneMatch(damaged -> damaged.record().id() == record.container())) {
                add("index of a missing table: container=" + record.container() + ", fields="
                        + record.fields());
            }
        }
        return checked;
    }

    private void check(IndexRecord record, Container owner, List<Indexed> checked) {
        IndexDeclaration declared = OpenIndexes.declaration(record, owner.record().name());
        if (!(owner instanceof OfTable table)) {
            add("index of a container that is not a table: name=" + declared.table() + ", fields=" + record.fields());
            return;
        }
        Rows rows = table.rows();
        try {
            new IndexKey(rows.block(), record.fields(), rows.schema().byteOrder());
        } catch (IllegalArgumentException e) {
            add("index on fields that cannot be a key: " + e.getMessage());
            return;
        }
        if (build) {
            checked.add(compare(rows, declared));
        }
    }

    private void add(String found) {
        Path file = store.folder().resolve(Catalog.NAME);
        findings.add(file, 0, found, "the index is not used");
    }

    private Indexed compare(Rows rows, IndexDeclaration declared) {
        try (RowIndex index = OpenIndex.make(rows, declared)) {
            IndexReport report = index.verify();
            for (String difference : report.findings()) {
                add("index " + declared + " of " + rows.name() + ": " + difference);
            }
            findings.omit(report.omitted());
            return new Indexed(declared, report.rows(), report.entries(), "");
        } catch (AllocationException | CorruptChunkException e) {
            // Damaged rows are reported elsewhere; an index that does not fit into memory is no damage.
            return new Indexed(declared, 0, 0, String.valueOf(e.getMessage()));
        }
    }
}
