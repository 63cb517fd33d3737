// SPDX-License-Identifier: Apache-2.0
/// Experiment `ram`: lookups that wait for memory, and linked data.
///
/// ```
///   RamExperiment ─► Lookups ─► Lookup   one at a time, after each other, in batches, sorted first, by two threads
///                            ─► Index ┬ ChainedHash, OpenHash, SearchTree, SortedArray
///                                     └ TableIndex ─► KeyTable   the indexes of our store
///                 ─► LinkedData   in order, and shuffled
///                 ─► ObjectGraph  in order, and shuffled
/// ```
///
/// The benchmark `lookup` adds the maps of other libraries.
package dev.ashlar.lab.ram;
