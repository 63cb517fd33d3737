// SPDX-License-Identifier: Apache-2.0
/// The memory of indexes: words that lead from keys to rows. Nothing here knows of tables, and nothing is on a disk.
///
/// ```
///    hash of a key ──► bucket, one cache line:  key key key key │ row row row row   full? then the next bucket
/// ```
///
/// **Threads**: one writes, any number read without a lock; what is replaced as a whole is a [Generation], which the
/// last to hold it lets go.
///
/// Start with [Buckets], then [SortedRun].
package dev.ashlar.store.internal.index;
