// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.Scale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The extent of measurements.
///
/// @param rows   number of rows, instead of the usual one
/// @param rounds maximum number of rounds, if a suite usually has more
public record Effort(Scale scale, OptionalLong rows, OptionalInt rounds) {
    /// @param usual usual number of rounds of the suite
    int rounds(int usual) {
        return Math.min(usual, rounds.orElse(usual));
    }

    /// For pages.
    String text() {
        return scale.text() + (rounds.isEmpty() ? "" : ", rounds=" + rounds.getAsInt());
    }
}
