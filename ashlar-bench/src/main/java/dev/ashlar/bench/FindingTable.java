// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.report.MarkdownTable;
import java.util.List;

/// Findings with their targets and verdicts, as the last table of a suite.
public final class FindingTable {
    private static final List<String> HEAD = List.of("what", "against", "found", "target", "met");

    private FindingTable() {
    }

    public static String of(List<Finding> findings) {
        return MarkdownTable.of(HEAD, 2, findings.stream().map(finding -> List.of(finding.what(), finding.peer(),
                finding.foundText(), finding.targetText(), finding.verdict())).toList());
    }
}
