// SPDX-License-Identifier: Apache-2.0
/// The memory of indexes: words that map keys to rows. Nothing here depends on tables, and nothing is on a disk.
///
/// ```
///    hash of a key ──► bucket, one cache line:  key key key key │ row row row row   full? then the next bucket
/// ```
///
/// **Threads**: one writes, any number read without a lock; memory that is replaced as a whole is a [Generation], which
/// is freed when its last holder releases it.
///
/// Start with [Buckets], then [SortedRun].
package dev.ashlar.store.internal.index;
