// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.trades.TradeJvm;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// One way to keep the table, and what was measured of it so far.
///
/// @param name        for the table
/// @param heapMiB     0 where the rows are off the heap
/// @param jvm         what is started in each round
/// @param results     one for each round that had memory enough
/// @param outOfMemory the rounds that had not
record Contender(String name, long heapMiB, TradeJvm jvm, List<TradeResult> results, List<Integer> outOfMemory) {
    boolean isOurs() {
        return jvm.kind() != TradeKind.OBJECTS;
    }

    /// Whether the rows did fit every time.
    boolean isWhole() {
        return outOfMemory.isEmpty();
    }

    /// A figure of all rounds, of each the median of its passes.
    Range range(ToDoubleFunction<Pass> figure) {
        return Range.of(results.stream().map(result -> median(result, figure)).toList());
    }

    /// A figure of all rounds.
    Range ofResults(ToDoubleFunction<TradeResult> figure) {
        return Range.of(results.stream().map(figure::applyAsDouble).toList());
    }

    static double median(TradeResult result, ToDoubleFunction<Pass> figure) {
        return Range.of(result.passes().stream().map(figure::applyAsDouble).toList()).median();
    }
}
