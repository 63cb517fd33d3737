// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.lab.figures.Range;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Contenders that do the same work at the same promise.
///
/// @param title   for the report
/// @param place   where files are made
/// @param entries ours, to which the others are compared, first
record Section(String title, Path place, List<Entry> entries) {
    /// A contender and what was measured of it.
    ///
    /// @param trial    what is started in each round
    /// @param results  one for each round, but for those that failed
    /// @param failures what a peer said that does not run
    record Entry(Trial trial, List<AppendResult> results, List<String> failures) {
        Contender contender() {
            return trial.contender();
        }

        /// Whether it did the work in every round.
        boolean isWhole() {
            return failures.isEmpty() && !results.isEmpty();
        }

        Range range(ToDoubleFunction<AppendResult> figure) {
            return Range.of(results.stream().map(figure::applyAsDouble).toList());
        }
    }

    Section {
        entries = List.copyOf(entries);
    }

    /// @param like what all of them do, whoever its contender is
    static Section of(String title, Path place, Trial like, List<Contender> contenders) {
        return new Section(title, place, contenders.stream().map(contender -> new Entry(new Trial(contender,
                like.work(), like.promise(), like.batch(), like.load(), like.rows(), like.limitMs()),
                new ArrayList<>(), new ArrayList<>())).toList());
    }

    Trial like() {
        return entries.getFirst().trial();
    }

    Entry ours() {
        return entries.getFirst();
    }

    /// How many times faster ours is, round by round.
    Range ratio(Entry other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < other.results().size(); round++) {
            ratios.add(ours().results().get(round).rowsPerSecond() / other.results().get(round).rowsPerSecond());
        }
        return Range.of(ratios);
    }

    /// The peers that did the work in every round and promise no less.
    List<Entry> peers() {
        return entries.stream().filter(entry -> !entry.contender().isOurs() && entry.isWhole()
                && (like().promise() != Promise.NONE || entry.contender().keepsWhatDied())).toList();
    }
}
