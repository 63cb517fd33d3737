// SPDX-License-Identifier: Apache-2.0
/// Gathers the values of groups for quantiles, and finds them by selection.
///
/// ```text
///   kernel ─► GatheredValues ─► OrderedValues ─► the quantile of each group
///             in order of rows   by group
/// ```
///
/// Threads: a [GatheredValues] one; an [OrderedValues] any, each with groups of its own.
/// Uses `execution`.
package dev.ashlar.query.internal.quantile;
