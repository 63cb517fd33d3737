// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Which elements of two versions are the same one: those of the same name, then those that were renamed.
///
/// @param common  elements of both, in the old order
/// @param removed elements of the older only
/// @param added   elements of the newer only
record Pairing<T>(List<Pair<T>> common, List<T> removed, List<T> added) {
    record Pair<T>(T before, T after) { }

    /// @param name    unique within each list
    /// @param renamed whether two elements with different names, neither with a namesake, are the same; called in
    ///     schema order
    static <T> Pairing<T> of(List<T> before, List<T> after, Function<T, String> name, BiPredicate<T, T> renamed) {
        Map<String, T> unpaired = new LinkedHashMap<>();
        after.forEach(element -> unpaired.put(name.apply(element), element));
        List<T> namesakes = new ArrayList<>();
        before.forEach(element -> namesakes.add(unpaired.remove(name.apply(element))));
        List<Pair<T>> common = new ArrayList<>();
        List<T> removed = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            T element = before.get(i);
            T partner = namesakes.get(i);
            if (partner == null) {
                partner = unpaired.values().stream().filter(c -> renamed.test(element, c)).findFirst().orElse(null);
            }
            if (partner == null) {
                removed.add(element);
            } else {
                unpaired.remove(name.apply(partner));
                common.add(new Pair<>(element, partner));
            }
        }
        return new Pairing<>(common, removed, List.copyOf(unpaired.values()));
    }
}
