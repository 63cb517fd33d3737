// SPDX-License-Identifier: Apache-2.0
/// Rewrites expressions so that operators above scans compute what scans compute: exact numbers, nanoseconds, and texts
/// by code points.
///
/// ```text
///   Convertlets   while SQL becomes relational
///   ExactShuttle ► ExactRex ► ExactCasts, ExactTexts, ExactTimes, ExactFunctions     before Calcite chooses operators
/// ```
///
/// Threads: one thread. Start reading at [ExactRex].
/// Uses `type`.
package dev.ashlar.sql.internal.exact;
