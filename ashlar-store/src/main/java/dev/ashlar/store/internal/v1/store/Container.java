// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.table.Rows;
import dev.ashlar.store.internal.v1.values.ValueTable;

/// What owns chunks.
public sealed interface Container {
    /// What the catalog says of it.
    ContainerRecord record();

    Chain chain();

    /// The same with what the catalog says of it now.
    Container with(ContainerRecord changed);

    /// A table.
    record OfTable(ContainerRecord record, Chain chain, Rows rows) implements Container {
        @Override
        public OfTable with(ContainerRecord changed) {
            return new OfTable(changed, chain, rows);
        }
    }

    /// A journal.
    record OfJournal(ContainerRecord record, Chain chain, Frames frames) implements Container {
        @Override
        public OfJournal with(ContainerRecord changed) {
            return new OfJournal(changed, chain, frames);
        }
    }

    /// Last values.
    record OfValues(ContainerRecord record, Chain chain, ValueTable values) implements Container {
        @Override
        public OfValues with(ContainerRecord changed) {
            return new OfValues(changed, chain, values);
        }
    }

    /// Chunks and no more: the index of a journal, or a container whose schema cannot be read.
    record OfChunks(ContainerRecord record, Chain chain) implements Container {
        @Override
        public OfChunks with(ContainerRecord changed) {
            return new OfChunks(changed, chain);
        }
    }
}
