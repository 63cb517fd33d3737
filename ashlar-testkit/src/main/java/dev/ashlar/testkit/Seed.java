// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.SplittableRandom;

/// The seed of a random test, printed so that a failure can be reproduced. `-Dtest.seed` is a number, or `random` for a
/// new one each time. Without it, each test has its own constant seed, so that a failure of a build is reproducible.
public final class Seed {
    private Seed() {
    }

    /// A seed for this test, printed as `seed=`.
    public static long of(String test) {
        String given = System.getProperty("test.seed", "");
        long seed = switch (given) {
            case "" -> test.hashCode();
            case "random" -> System.nanoTime();
            default -> Long.parseLong(given);
        };
        System.out.println(test + ": seed=" + seed);
        return seed;
    }

    /// A generator from [#of(String)].
    public static SplittableRandom random(String test) {
        return new SplittableRandom(of(test));
    }
}
