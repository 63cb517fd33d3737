// SPDX-License-Identifier: Apache-2.0
/// Arrow IPC files and streams as columns of values.
///
/// ```text
///   ArrowFormat ─► ArrowFileReader ─► ArrowMessages          schema, dictionaries, record batches
///                      ├──────► ArrowSchema ─► StoredColumn  names and types; which buffers are whose
///                      └─► ArrowBatches ─► ArrowCursor ─► ArrowBuffer
/// ```
///
/// Apache's generated classes read the metadata. Buffers are read from the file piece by piece, so a record batch may
/// be larger than memory; compressed ones are decompressed as a whole. All bytes are untrusted: damage is an
/// `ImportException` with file, record batch and column.
///
/// **Threads**: one for each column at a time.
///
/// Start with [ArrowFileReader]. Uses `codec`.
package dev.ashlar.export.reading.arrow;
