// SPDX-License-Identifier: Apache-2.0
/// Archives of many days, against one store with the same rows.
///
/// ```text
///   ArchiveSuite ─► ArchiveData     the same rows in an archive and in a store
/// ```
///
/// **Threads**: those that a trial allows.
///
/// Start with [ArchiveSuite].
package dev.ashlar.bench.archive;
