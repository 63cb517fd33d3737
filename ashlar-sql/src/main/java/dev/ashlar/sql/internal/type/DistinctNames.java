// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Makes names unique ignoring case: later duplicates get a number, `n_2`.
public final class DistinctNames {
    public static List<String> of(List<String> names) {
        Set<String> taken = new HashSet<>();
        names.forEach(name -> taken.add(name.toLowerCase(Locale.ROOT)));
        Set<String> used = new HashSet<>();
        List<String> distinct = new ArrayList<>();
        for (String name : names) {
            String free = name;
            for (int n = 2; !used.add(free.toLowerCase(Locale.ROOT)); n++) {
                // Not one that another column has by itself.
                do {
                    free = name + "_" + n;
                } while (taken.contains(free.toLowerCase(Locale.ROOT)) && n++ > 0);
            }
            distinct.add(free);
        }
        return distinct;
    }
}
