// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// The bound on attempts, for those who read and for those who write.
final class Attempts {
    private Attempts() {
    }

    static void check(int maxAttempts) {
        if (maxAttempts < 1 || maxAttempts > Cell.MAX_ATTEMPTS) {
            throw new IllegalArgumentException(
                    "attempts out of range: maxAttempts=" + maxAttempts + ", most=" + Cell.MAX_ATTEMPTS);
        }
    }
}
