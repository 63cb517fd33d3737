// SPDX-License-Identifier: Apache-2.0
/// Experiment `disk`: appends with several degrees of durability, first touches of pages, and small writes.
///
/// ```
///   DiskExperiment ─► Append        written or mapped, synced or not
///                  ─► JournalAppend the same with a journal of our store
///                  ─► Touch         pages of a pool's file, asked for before or not
///                  ─► RandomWrites  the system call against mapped memory
/// ```
package dev.ashlar.lab.disk;
