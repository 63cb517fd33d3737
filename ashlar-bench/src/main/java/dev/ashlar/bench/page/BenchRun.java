// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The results of all planned suites, of one run or of several.
///
/// @param planned suites, in the order of the page
/// @param suites  suites that have ended, in that order
public record BenchRun(List<String> planned, List<SuiteRun> suites) {
    public BenchRun {
        planned = List.copyOf(planned);
        suites = List.copyOf(suites);
    }

    /// Whether every suite ended by itself, successfully or not.
    public boolean isComplete() {
        return suites.size() == planned.size()
                && suites.stream().noneMatch(suite -> suite.outcome() == SuiteRun.Outcome.INTERRUPTED);
    }

    public boolean isMeasured() {
        return isComplete() && suites.stream().allMatch(SuiteRun::isMeasured);
    }

    public BenchRun with(SuiteRun suite) {
        List<SuiteRun> more = new ArrayList<>(suites);
        more.add(suite);
        return new BenchRun(planned, more);
    }

    /// Several runs on one page: if a suite is in more than one, the last one measured.
    public static BenchRun merged(List<BenchRun> runs, List<String> order) {
        Map<String, SuiteRun> byName = new LinkedHashMap<>();
        for (BenchRun run : runs) {
            run.suites.forEach(suite -> byName.merge(suite.name(), suite,
                    (before, after) -> after.isMeasured() || !before.isMeasured() ? after : before));
        }
        List<String> planned = Stream.concat(order.stream(), runs.stream().flatMap(run -> run.planned.stream()))
                .distinct().filter(name -> runs.stream().anyMatch(run -> run.planned.contains(name))).toList();
        return new BenchRun(planned, planned.stream().filter(byName::containsKey).map(byName::get).toList());
    }

    /// Without details and samples: small enough to be kept with the sources.
    public BenchRun findingsAlone() {
        return new BenchRun(planned, suites.stream().map(SuiteRun::findingsAlone).toList());
    }

    /// Suites by machine, software and commit; those of one run are all in one group.
    List<List<SuiteRun>> byEnvironment() {
        Map<Object, List<SuiteRun>> groups = new LinkedHashMap<>();
        suites.forEach(suite -> groups.computeIfAbsent(List.of(sameInOneRun(suite.environment()), suite.effort()),
                _ -> new ArrayList<>()).add(suite));
        return List.copyOf(groups.values());
    }

    /// Dates may differ: suites may be started separately, and all of them take hours.
    private static Map<String, String> sameInOneRun(Map<String, String> environment) {
        Map<String, String> same = new HashMap<>(environment);
        same.remove("load");
        same.remove("date");
        return same;
    }

    /// How many targets are met, missed and open, in a sentence.
    String tally() {
        return "Targets: %d met, %d missed, %d open (rounds differ, or it could not be measured).".formatted(
                count(Finding::isMet), count(Finding::isMissed), count(Finding::isOpen));
    }

    private long count(Predicate<Finding> which) {
        return suites.stream().flatMap(suite -> suite.findings().stream()).filter(which).count();
    }

    /// Warnings for readers of the figures, one sentence each.
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!isComplete()) {
            List<String> ended = suites.stream().filter(suite -> suite.outcome() != SuiteRun.Outcome.INTERRUPTED)
                    .map(SuiteRun::name).toList();
            warnings.add("A part of the page: the run was interrupted, or goes on. Without figures: " + String.join(", ",
                    planned.stream().filter(name -> !ended.contains(name)).toList()) + ".");
        }
        List<String> failed = names(suite -> suite.outcome() == SuiteRun.Outcome.FAILED);
        if (!failed.isEmpty()) {
            warnings.add("Failed, so that their targets are not counted: " + String.join(", ", failed) + ".");
        }
        List<String> looks = names(suite -> suite.isMeasured() && !suite.effort().startsWith("full"));
        if (!looks.isEmpty()) {
            warnings.add("Quick, one short round, a look rather than a figure: " + all(looks) + ".");
        }
        List<String> disturbed = names(suite -> !suite.disturbances().isEmpty());
        if (!disturbed.isEmpty()) {
            warnings.add("Measured on a busy machine: " + all(disturbed) + ".");
        }
        if (byEnvironment().size() > 1) {
            warnings.add("Put together from several runs: see which suite comes from which below.");
        }
        return warnings;
    }

    private List<String> names(Predicate<SuiteRun> which) {
        return suites.stream().filter(which).map(SuiteRun::name).toList();
    }

    private String all(List<String> names) {
        return names.size() == suites.size() ? "all suites" : String.join(", ", names);
    }
}
