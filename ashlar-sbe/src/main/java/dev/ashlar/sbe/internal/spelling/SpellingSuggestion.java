// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Suggests a similar name for one that does not exist, for messages to users. Ignores case.
///
/// **Threading**: static functions without state; any thread.
public final class SpellingSuggestion {
    /// Of longer names only the beginning counts: comparing takes the product of both lengths.
    private static final int MAX_LENGTH = 64;

    private SpellingSuggestion() {
    }

    /// The candidate with the fewest letters to change, however many; the alphabetically first of several.
    ///
    /// @return empty if there are no candidates
    public static Optional<String> nearest(String name, Collection<String> candidates) {
        String wanted = folded(name);
        return candidates.stream().min(Comparator.comparingInt((String each) -> distance(wanted, folded(each)))
                .thenComparing(Comparator.naturalOrder()));
    }

    /// The same, but only if at most a third of the letters of `name` have to change.
    ///
    /// @return empty if no candidate is similar enough
    public static Optional<String> similar(String name, Collection<String> candidates) {
        return nearest(name, candidates).filter(each -> !each.isEmpty()
                && distance(folded(name), folded(each)) <= Math.max(1, name.length() / 3));
    }

    private static String folded(String name) {
        return name.substring(0, Math.min(MAX_LENGTH, name.length())).toLowerCase(Locale.ROOT);
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
