// SPDX-License-Identifier: Apache-2.0
/// Chooses which parts of a query run in scans, and which run in Calcite's operators above them.
///
/// Threads: one thread. Start reading at [Planning].
/// Uses `operator`, `exact`, `scan`, `type`.
package dev.ashlar.sql.internal.planning;
