// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// What came of comparing an index with its table.
///
/// @param rows     that were compared: those with a key
/// @param entries  of the index that lead to rows which are there
/// @param findings one line for each difference, the first of them; empty if there is none
/// @param omitted  how many more were found than are reported
public record IndexReport(long rows, long entries, List<String> findings, long omitted) {
    public IndexReport {
        findings = List.copyOf(findings);
    }

    public boolean isWhole() {
        return findings.isEmpty();
    }
}
