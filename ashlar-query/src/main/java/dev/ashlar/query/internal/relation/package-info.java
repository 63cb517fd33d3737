// SPDX-License-Identifier: Apache-2.0
/// Relations of a store: tables with their parents, journals, last-value tables, and the list of all containers.
///
/// Each relation opens an [ObjectRows], which returns values as objects: simple, not fast.
///
/// Threads: relations are immutable, any thread; a reader belongs to one thread.
/// Start reading at [StoreRelations], then [TableRelation]. Uses `column`.
package dev.ashlar.query.internal.relation;
