// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Moment;
import dev.ashlar.store.Journal;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Where the tables and journals of a store end at a [Moment], or now.
///
/// **Threading**: immutable.
record StoreEnds(Store store) {
    /// @param now the end, which is not before that of the moment
    long of(String name, LongSupplier now, Optional<Moment> moment) {
        long end = moment.map(shared -> shared.ends(store, this::now).get(name)).orElse(Long.MAX_VALUE);
        return Math.min(end, now.getAsLong());
    }

    /// A message is published before its rows, and a row before those of the groups in it, and the containers are
    /// created in this order: in the reverse order each row is found with its parents and its message.
    private Map<String, Long> now() {
        Map<String, Long> ends = new HashMap<>();
        for (Table table : store.tables().reversed()) {
            ends.put(table.name(), table.endRow());
        }
        for (Journal journal : store.journals()) {
            ends.put(journal.name(), journal.endPosition());
        }
        return Map.copyOf(ends);
    }
}
