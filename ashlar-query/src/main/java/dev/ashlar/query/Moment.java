// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A common view for several queries, such as the scans of one SQL statement: no query sees rows, messages and parts
/// that appear after the first query has begun. Each visible row has its parents.
///
/// A moment does not retain rows: rows that are retired in the meantime are missing from queries that begin later.
/// Last-value tables always show their newest values.
///
/// **Threading**: any thread.
public final class Moment {
    private final Map<Object, Map<String, Long>> ends = new ConcurrentHashMap<>();
    private final Map<Object, List<StorePart>> parts = new ConcurrentHashMap<>();

    /// The moment begins with the first query that uses it.
    public Moment() {
    }

    /// The ends of the tables and journals of a store at the time of the first call.
    ///
    /// @param store the store, compared by identity
    /// @param now   reads the current ends, by name
    public Map<String, Long> ends(Object store, Supplier<Map<String, Long>> now) {
        return ends.computeIfAbsent(store, _ -> now.get());
    }

    /// The parts at the time of the first call.
    ///
    /// @param relations the relations, compared by identity
    public List<StorePart> parts(Object relations, Supplier<List<StorePart>> now) {
        return parts.computeIfAbsent(relations, _ -> now.get());
    }
}
