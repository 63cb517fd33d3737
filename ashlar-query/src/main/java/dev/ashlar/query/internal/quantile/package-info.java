// SPDX-License-Identifier: Apache-2.0
/// Gathers the values of groups for quantiles, and finds them by selection.
///
/// ```text
///   kernel ─► GatheredValues ─► OrderedValues ─► the quantile of each group
///             in order of rows   by group
/// ```
///
/// Threads: one thread for a [GatheredValues]; any thread for an [OrderedValues], each with its own groups. Uses
/// `execution`.
package dev.ashlar.query.internal.quantile;
