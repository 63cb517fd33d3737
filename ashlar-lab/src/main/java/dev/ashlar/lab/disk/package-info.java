// SPDX-License-Identifier: Apache-2.0
/// Experiment `disk`: appending with several promises, first touches of pages, and small writes.
///
/// ```
///   DiskExperiment ─► Append        written or mapped, synced or not
///                  ─► JournalAppend the same by a journal of our store
///                  ─► Touch         pages of a pool's file, asked for before or not
///                  ─► RandomWrites  the system's call against mapped memory
/// ```
package dev.ashlar.lab.disk;
