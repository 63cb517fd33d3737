// SPDX-License-Identifier: Apache-2.0
/// Experiment `ram`: lookups that wait for memory, and linked data.
///
/// ```
///   RamExperiment ─► Lookup       one at a time, after each other, in batches, sorted first, by two threads
///                 ─► Index ┬ ChainedHash
///                          ├ OpenHash
///                          ├ SearchTree
///                          ├ SortedArray
///                          ├ TableHash ──┐
///                          └ TableTree ──┴─► KeyTable   the indexes of our store
///                 ─► LinkedData   in order, and shuffled
/// ```
package dev.ashlar.lab.ram;
