// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.store.Journal;
import dev.ashlar.store.internal.v1.store.RecordedTimes;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The least and the greatest time of rows or messages, in nanoseconds since 1970; unknown if some of them are.
record Span(boolean known, long least, long greatest) {
    static final Span NOTHING = new Span(true, Long.MAX_VALUE, Long.MIN_VALUE);
    static final Span UNKNOWN = new Span(false, 0, 0);

    /// The times of the messages of each journal of a store, as far as its writer knows them.
    ///
    /// @param before the day as it was sealed when this writer opened it again; empty if it was not
    static Map<String, Span> recorded(WriteStore store, Optional<Day> before) {
        Map<String, Span> spans = new HashMap<>();
        for (Journal journal : store.journals()) {
            Optional<RecordedTimes> times = store.times(journal.name());
            Span earlier = times.isEmpty() ? UNKNOWN : times.get().from() == 0 ? NOTHING : before.stream()
                    .flatMap(day -> day.tables().stream())
                    .filter(table -> table.kind().equals("journal") && table.name().equals(journal.name()))
                    .map(Span::listed).findFirst().orElse(UNKNOWN);
            times.ifPresent(now -> spans.put(journal.name(), earlier.and(new Span(true, now.leastNs(),
                    now.greatestNs()))));
        }
        return spans;
    }

    private static Span listed(Archive.Table table) {
        return table.minTime().isEmpty() ? UNKNOWN
                : new Span(true, table.minTime().getAsLong(), table.maxTime().getAsLong());
    }

    Span and(Span other) {
        return known && other.known ? new Span(true, Math.min(least, other.least), Math.max(greatest, other.greatest))
                : UNKNOWN;
    }

    OptionalLong leastTime() {
        return isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
    }

    OptionalLong greatestTime() {
        return isEmpty() ? OptionalLong.empty() : OptionalLong.of(greatest);
    }

    private boolean isEmpty() {
        return !known || least > greatest;
    }
}
