// SPDX-License-Identifier: Apache-2.0
/// Generates kernels, loops over rows made for one query, and holds the state that these work on.
///
/// ```text
///   KernelCache ─► Kernels ─► KernelBuilder ─► Kernel        one for each layout of rows
///                     │            └ KernelExprs, KernelConditions, KernelColumns, KernelSink   emit code
///                KernelShape ─► KernelState, GroupTable, GroupWindow                              used by code
/// ```
///
/// Generated classes are hidden classes of this package. Threads: kernels and shapes any thread; a [KernelState] one.
/// Start reading at [Kernel], then [KernelBuilder].
/// Uses `pruning`, `quantile`, `execution`, `relation`, `column`, `value`.
package dev.ashlar.query.internal.kernel;
