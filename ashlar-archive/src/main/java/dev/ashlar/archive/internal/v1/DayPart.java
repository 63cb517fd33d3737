// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A day of an archive as a part of its relations.
///
/// **Threading**: immutable.
final class DayPart implements StorePart {
    private final Day day;
    private final DayCache cache;
    private final Optional<Map<String, Known>> known;

    DayPart(Day day, DayCache cache) {
        this.day = day;
        this.cache = cache;
        Map<String, Known> tables = new LinkedHashMap<>();
        for (Archive.Table table : day.tables()) {
            tables.put(table.name(), new Known(table.rows(), table.minTime(), table.maxTime(), table.shape()));
        }
        known = day.open() ? Optional.empty() : Optional.of(tables);
    }

    @Override
    public String name() {
        return day.name();
    }

    @Override
    public long dateNs() {
        return TimeUnit.DAYS.toNanos(day.period().date().toEpochDay());
    }

    @Override
    public long base() {
        return day.base();
    }

    @Override
    public Optional<Map<String, Known>> known() {
        return known;
    }

    @Override
    public Opened open() throws StoreException {
        return cache.open(day);
    }
}
