// SPDX-License-Identifier: Apache-2.0
/// Scalar functions that generated code calls, in place of Calcite's own or where it has none: texts by code points,
/// regular expressions with a bound, casts of text, greatest and least, intervals as text.
///
/// Not an API: it changes without notice.
///
/// Threads: static functions without state, any thread; [Patterns] belongs to one query.
package dev.ashlar.sql.runtime.function;
