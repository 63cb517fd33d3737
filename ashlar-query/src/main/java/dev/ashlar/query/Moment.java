// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What several queries see together, such as the scans of one SQL statement: rows, messages and parts that appear
/// after the first of them has begun are there for none. Each row has its parents.
///
/// It does not hold rows: what is retired meanwhile is missing for those queries that begin later. Last values are
/// always the newest.
///
/// **Threading**: any thread.
public final class Moment {
    private final Map<Object, Map<String, Long>> ends = new ConcurrentHashMap<>();
    private final Map<Object, List<StorePart>> parts = new ConcurrentHashMap<>();

    /// Begins with the first query that is given it.
    public Moment() {
    }

    /// Where tables and journals of a store end, as it was when this was first asked.
    ///
    /// @param store by identity
    /// @param now   reads all ends by name
    public Map<String, Long> ends(Object store, Supplier<Map<String, Long>> now) {
        return ends.computeIfAbsent(store, _ -> now.get());
    }

    /// Parts, as they were when this was first asked.
    ///
    /// @param relations by identity
    public List<StorePart> parts(Object relations, Supplier<List<StorePart>> now) {
        return parts.computeIfAbsent(relations, _ -> now.get());
    }
}
