// SPDX-License-Identifier: Apache-2.0
/// Suite `lookup`: rows found by keys, one at a time and in batches, in indexes of many sizes.
///
/// ```
///   LookupSuite ── a JVM for each size ──► LookupProcess: a table, its indexes, maps of the same keys
///        │                                      │ by turns, in rounds
///        ▼                                      ▼
///   LookupReport                            Finder: looks up all of Keys, and is checked
/// ```
///
/// Start reading at [LookupSuite], then [Finder].
package dev.ashlar.bench.lookup;
