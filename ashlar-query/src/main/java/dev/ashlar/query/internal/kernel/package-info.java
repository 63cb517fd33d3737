// SPDX-License-Identifier: Apache-2.0
/// Generates kernels, which are loops over rows compiled for one query, and holds their state.
///
/// ```text
///   KernelCache ─► Kernels ─► KernelBuilder ─► Kernel        one for each layout of rows
///                     │            └ KernelExprs, KernelConditions, KernelColumns, KernelSink   emit code
///                KernelShape ─► KernelState, GroupTable, GroupWindow                              used by code
/// ```
///
/// Generated classes are hidden classes of this package. Threads: any thread for kernels and shapes; one thread for a
/// [KernelState]. Start reading at [Kernel], then [KernelBuilder]. Uses `pruning`, `quantile`, `execution`, `relation`,
/// `column`, `value`.
package dev.ashlar.query.internal.kernel;
