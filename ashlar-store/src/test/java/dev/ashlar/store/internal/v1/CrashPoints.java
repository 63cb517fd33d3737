// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/// Which points of a script are tried: the first one of each kind, and one in some of the others, which differ with the
/// seed. Points are of one kind if their texts differ in numbers only.
public final class CrashPoints {
    private final SplittableRandom random;
    private final int oneIn;
    private final Set<String> kinds = new HashSet<>();

    /// @param oneIn of the points whose kind was tried already; 1 for every point, as `-Plong` does
    public CrashPoints(int oneIn, SplittableRandom random) {
        this.oneIn = oneIn;
        this.random = random;
    }

    /// Whether to try this one, which comes next.
    public boolean isTried(String point) {
        return kinds.add(point.replaceAll("\\d+", "")) || random.nextInt(oneIn) == 0;
    }
}
