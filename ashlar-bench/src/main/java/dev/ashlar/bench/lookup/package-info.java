// SPDX-License-Identifier: Apache-2.0
/// Suite `lookup`: rows found by keys, one at a time and in batches, in indexes of many sizes. The indexes and the
/// ways to
/// look up are those of `dev.ashlar.lab.ram`; here are the sizes, the targets and the maps of other libraries.
///
/// Start reading at [LookupSuite].
package dev.ashlar.bench.lookup;
