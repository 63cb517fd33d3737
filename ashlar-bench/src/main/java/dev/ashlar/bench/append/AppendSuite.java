// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.append.LogKind.Section;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// How fast can rows be appended durably to a table, and how long does a single row take?
///
/// If a queue or a plain file were faster with the same durability, the store should be built on it; if committing each
/// row were much slower than committing batches, appenders would have to batch internally.
public final class AppendSuite extends TrialSuite {
    /// Less than 30 % more time.
    private static final Target VERIFIED_SPEED = Target.atLeast(0.77);
    /// What a new chunk needs, a hundred thousand rows and more apart, is less; one object in a thousand rows is not.
    private static final double MOST_BYTES_PER_ROW = 0.016;

    public AppendSuite() {
        super("append", "rows and messages appended to a table, against Chronicle Queue, Aeron Archive, files", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong ofRows) {
        long rows = ofRows.orElse(quick ? 2_000_000 : 20_000_000);
        List<Trial> trials = new ArrayList<>();
        for (Section section : Section.all()) {
            long limitMs = (quick ? 400 : 2_000) * Math.max(1, section.times());
            // Half of them in memory.
            long most = section.times() == 0 ? Math.max(1, rows / 2) : section.times() * rows;
            for (LogKind contender : section.contenders()) {
                trials.add(Appending.trial(section.subject(contender), contender, section.work(), section.promise(),
                        section.batch(), section.paced(), most, limitMs, section.place()));
            }
        }
        for (TradeScan scan : TradeScan.values()) {
            trials.add(scan.trial(rows, Section.DISK));
        }
        for (FirstScan scan : FirstScan.values()) {
            trials.add(scan.trial(rows, Section.DISK));
        }
        return new MeasurementPlan(trials, List.of("Up to %,d rows in each section.".formatted(rows)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        if (TradeScan.isScan(trial)) {
            TradeScan.measure(trial, recorder);
        } else if (FirstScan.isFirstScan(trial)) {
            FirstScan.measure(trial, recorder);
        } else {
            Appending.measure(trial, recorder);
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        List<Section> sections = Section.all();
        findings.add(Finding.alone(sections.getFirst().title() + ", by a core", figures, Appending.CORE_RATE,
                sections.getFirst().ours()).withTarget(Target.atLeast(20)).asHeadline(true));
        for (Section section : sections) {
            if (!section.paced()) {
                findings.add(Finding.againstBest(section.title(), "the best peer at the same promise", figures,
                        Appending.RATE, List.of(section.ours()), section.peers()).withTarget(Target.atLeast(2))
                        .asHeadline(section.isHeadline()));
            }
        }
        List<String> unsynced = sections.stream().filter(section -> section.promise() == Promise.NONE
                && !section.paced()).map(Section::ours).toList();
        findings.add(Finding.mostOf("allocated a row", figures, Appending.ALLOCATED, unsynced::contains,
                MOST_BYTES_PER_ROW));
        for (TradeScan scan : List.of(TradeScan.RUNS, TradeScan.CURSOR)) {
            findings.add(Finding.against("reading trades back by " + scan.label, TradeScan.FLAT.label, figures, TradeScan.TIME,
                    scan.subject(), TradeScan.FLAT.subject()));
        }
        for (FirstScan scan : FirstScan.values()) {
            findings.add(Finding.against(scan.subject(true), "the same without verifying", figures, FirstScan.FIRST,
                    scan.subject(true), scan.subject(false)).withTarget(VERIFIED_SPEED));
        }
        return findings;
    }

    @Override
    protected String legend() {
        return """
                By core: rows by the processor time of all threads, without what the system writes later.
                (lost): what is in its buffer dies with the process, so it is no peer at equal promise.
                """;
    }
}
