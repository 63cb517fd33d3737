// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import java.util.List;

/// What one JVM measures.
///
/// @param contender whose queue
/// @param shape     who sends to whom
/// @param batch     messages that are sent and received at once; 0 for round trips of one
/// @param messages  of a run
/// @param runs      that are measured, after some to warm up
record Trial(Contender contender, Shape shape, int batch, long messages, int runs) {
    /// In any case, and as many as it takes to compile all.
    static final int WARM_RUNS = 3;
    static final int ROUND_TRIPS = 0;

    boolean isRoundTrip() {
        return batch == ROUND_TRIPS;
    }

    List<String> arguments() {
        return List.of(contender.name(), shape.name(), Integer.toString(batch), Long.toString(messages),
                Integer.toString(runs));
    }

    static Trial parse(String[] args) {
        return new Trial(Contender.valueOf(args[0]), Shape.valueOf(args[1]), Integer.parseInt(args[2]),
                Long.parseLong(args[3]), Integer.parseInt(args[4]));
    }
}
