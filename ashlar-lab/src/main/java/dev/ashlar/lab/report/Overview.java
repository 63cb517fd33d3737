// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.measure.figures.Quotient;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The table with which a report starts: each question with the published ratio, that of this machine, and the verdict.
final class Overview {
    private static final String NONE = "–";
    /// For files.
    static final List<String> HEAD = List.of("question", "published", "here", "verdict");
    /// For a terminal, without sentences.
    static final List<String> SHORT_HEAD = List.of("experiment", "ratio", "published", "here", "compared");

    private Overview() {
    }

    static List<List<String>> rows(LabReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ExperimentResult result : report.results()) {
            Optional<Ratio> ratio = first(result);
            rows.add(List.of(result.experiment().question(), published(ratio), here(ratio, result), result.verdict()));
        }
        return rows;
    }

    static List<List<String>> shortRows(LabReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ExperimentResult result : report.results()) {
            Optional<Ratio> ratio = first(result);
            rows.add(List.of(result.experiment().name(), ratio.map(Ratio::what).orElse(NONE), published(ratio),
                    here(ratio, result), ratio.flatMap(one -> one.measured(result.figures())
                            .map(here -> Words.compared(here.range(), one.published()))).orElse(NONE)));
        }
        return rows;
    }

    private static Optional<Ratio> first(ExperimentResult result) {
        return result.experiment().ratios().stream().findFirst();
    }

    private static String published(Optional<Ratio> ratio) {
        return ratio.map(one -> Words.times(one.published())).orElse(NONE);
    }

    private static String here(Optional<Ratio> ratio, ExperimentResult result) {
        Optional<Quotient> measured = ratio.flatMap(one -> one.measured(result.figures()));
        return ratio.isEmpty() ? NONE : Words.times(measured);
    }
}
