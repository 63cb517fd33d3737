// SPDX-License-Identifier: Apache-2.0
/// Chooses what runs in scans and what Calcite's operators do above them.
///
/// Threads: one thread. Start reading at [Planning].
/// Uses `operator`, `exact`, `scan`, `type`.
package dev.ashlar.sql.internal.planning;
