// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Maps Trino's names, which are in lower case, to the original names. If names differ only in case, the first is
/// unchanged and the others get a number: `price`, `price_2`.
final class NameMap {
    private final Map<String, String> byShown = new LinkedHashMap<>();
    private final Map<String, String> byName = new LinkedHashMap<>();

    NameMap(Collection<String> names) {
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ENGLISH);
            String shown = lower;
            for (int number = 2; byShown.containsKey(shown); number++) {
                shown = lower + "_" + number;
            }
            byShown.put(shown, name);
            byName.put(name, shown);
        }
    }

    /// Trino's names, in order.
    List<String> shown() {
        return List.copyOf(byShown.keySet());
    }

    /// Null if there is none.
    String name(String shown) {
        return byShown.get(shown);
    }

    /// Null if there is none.
    String shown(String name) {
        return byName.get(name);
    }
}
