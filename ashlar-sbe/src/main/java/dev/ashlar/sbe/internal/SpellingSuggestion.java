// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the name that was meant: the nearest one, if few letters are wrong.
final class SpellingSuggestion {
    /// Longer names are no slips of the hand, and comparing them would take time.
    private static final int MAX_LENGTH = 64;

    private SpellingSuggestion() {
    }

    /// The name that differs in the fewest letters, at most a third of them; of several the first. Case does not count.
    static Optional<String> of(String wanted, Collection<String> names) {
        if (wanted.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String lower = wanted.toLowerCase(Locale.ROOT);
        String best = null;
        int least = Math.max(1, wanted.length() / 3) + 1;
        for (String name : names) {
            if (name.length() > MAX_LENGTH) {
                continue;
            }
            int distance = distance(lower, name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    /// Letters to change, add, leave out or swap with the next.
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                int change = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[a.length()][b.length()];
    }
}
