// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.SplittableRandom;

/// The seed of a random test: from `-Dtest.seed` if given, else new; printed either way, so that a failure can be
/// repeated.
public final class Seed {
    private Seed() {
    }

    /// A seed for this test, printed as `seed=`.
    public static long of(String test) {
        String given = System.getProperty("test.seed", "");
        long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        System.out.println(test + ": seed=" + seed);
        return seed;
    }

    /// A generator from [#of(String)].
    public static SplittableRandom random(String test) {
        return new SplittableRandom(of(test));
    }
}
