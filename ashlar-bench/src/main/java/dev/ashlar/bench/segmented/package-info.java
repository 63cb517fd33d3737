// SPDX-License-Identifier: Apache-2.0
/// Suite `segmented`: the same work on arrays of doubles in a pool's chunks and elsewhere. The workload is that of
/// `dev.ashlar.lab.segmented`. Start reading at [SegmentedSuite].
package dev.ashlar.bench.segmented;
