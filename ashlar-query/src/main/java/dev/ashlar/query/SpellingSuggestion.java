// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Suggests a similar name for one that does not exist, for messages to users. Ignores case.
///
/// **Threading**: static functions without state; any thread.
public final class SpellingSuggestion {
    private SpellingSuggestion() {
    }

    /// The candidate with the fewest letters to change, however many; the alphabetically first of several.
    ///
    /// @return empty if there are no candidates
    public static Optional<String> nearest(String name, Collection<String> candidates) {
        String lower = name.toLowerCase(Locale.ROOT);
        return candidates.stream()
                .min(Comparator.comparingInt((String each) -> distance(lower, each.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// The same, but only if at most a third of the letters of `name` have to change.
    ///
    /// @return empty if no candidate is similar enough
    public static Optional<String> similar(String name, Collection<String> candidates) {
        String lower = name.toLowerCase(Locale.ROOT);
        return nearest(name, candidates).filter(each -> !each.isEmpty()
                && distance(lower, each.toLowerCase(Locale.ROOT)) <= Math.max(1, name.length() / 3));
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
