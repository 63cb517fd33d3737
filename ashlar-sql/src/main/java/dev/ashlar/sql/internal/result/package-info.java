// SPDX-License-Identifier: Apache-2.0
/// Result rows of a scan, of compiled operators, or of lines of text.
///
/// Threads: one thread. Start reading at [CompiledResult].
/// Uses `operator`, `scan`, `type`.
package dev.ashlar.sql.internal.result;
