// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.internal.v1.CatalogRecord.ContainerRecord;

/// What the store knows of a container, whatever its kind.
///
/// @param record what the catalog says of it
/// @param chain  its chunks
/// @param rows   its rows; null where it is not a table
/// @param frames its frames; null where it is not a journal
/// @param board  its records; null where it is not a board
record Container(ContainerRecord record, Chain chain, Rows rows, Frames frames, Records board) { }
