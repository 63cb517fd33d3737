// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the name that somebody meant.
public final class Nearest {
    private Nearest() {
    }

    /// The name with the fewest letters to change; empty if there are no names.
    public static String of(String wanted, Collection<String> names) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingInt((String name) -> distance(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse("");
    }

    /// The same, unless it has so little in common that nobody meant it.
    public static Optional<String> similar(String wanted, Collection<String> names) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        return Optional.of(of(wanted, names)).filter(name -> !name.isEmpty()
                && distance(lower, name.toLowerCase(Locale.ROOT)) <= Math.max(1, wanted.length() / 3));
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
