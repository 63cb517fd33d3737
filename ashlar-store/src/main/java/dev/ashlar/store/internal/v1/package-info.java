// SPDX-License-Identifier: Apache-2.0
/// The store in its on-disk format, version 1: `docs/formats/store-v1.md`. Each package uses only those below it:
///
/// ```
///      verify     reorder
///          └─┬───────┘
///          store                 an open store, its writer, its recovery
///     ┌──────┼─────────┐
///   index  journal   values     indexes in memory; messages; last values
///     │      │         │
///     └─► table        │        rows
///            └────┬────┘
///               chunk           chunks in their order
///                 │
///               file            files, locks, and what is shared between processes
/// ```
///
/// `index` uses `values`, too, for keys of several fields. `RoomsTest` holds the picture and the imports together.
///
/// Start with [dev.ashlar.store.internal.v1.store.WriteStore].
package dev.ashlar.store.internal.v1;
