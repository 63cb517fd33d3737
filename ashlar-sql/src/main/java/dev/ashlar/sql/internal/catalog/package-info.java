// SPDX-License-Identifier: Apache-2.0
/// The tables that queries can select from: the relations of a store, and `information_schema`, which describes them.
///
/// Threads: immutable; any thread. Start reading at [StoreCatalog].
/// Uses `operator`, `scan`, `type`.
package dev.ashlar.sql.internal.catalog;
