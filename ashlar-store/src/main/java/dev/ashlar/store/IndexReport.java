// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// The result of comparing an index with its table.
///
/// @param rows     rows that were compared: those with a key
/// @param entries  entries of the index that lead to existing rows
/// @param findings the first differences, one line each; empty if there are none
/// @param omitted  how many further differences were found
public record IndexReport(long rows, long entries, List<String> findings, long omitted) {
    public IndexReport {
        findings = List.copyOf(findings);
    }

    public boolean isWhole() {
        return findings.isEmpty();
    }
}
