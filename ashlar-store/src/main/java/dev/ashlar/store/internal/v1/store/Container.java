// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.table.Rows;
import dev.ashlar.store.internal.v1.values.Records;

/// What the store knows of a container, whatever its kind.
///
/// @param record what the catalog says of it
/// @param chain  its chunks
/// @param rows   its rows; null where it is not a table
/// @param frames its frames; null where it is not a journal
/// @param board  its records; null where it is not a board
public record Container(ContainerRecord record, Chain chain, Rows rows, Frames frames, Records board) { }
