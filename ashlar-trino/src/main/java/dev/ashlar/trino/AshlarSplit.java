// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.RowRange;
import io.trino.spi.HostAddress;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;

/// Some rows of a table, read by one worker.
///
/// @param ranges    ranges of days, in the order of the days
/// @param addresses workers that have these days on their own disks; empty if all have them
/// @param weight    work relative to a split of standard size, from 0.01 to 1
public record AshlarSplit(List<Rows> ranges, List<HostAddress> addresses, double weight) implements ConnectorSplit {
    private static final int FIXED_BYTES = 64;
    private static final int RANGE_BYTES = 128;

    /// Rows of one day.
    ///
    /// @param storeId id of the day's store
    /// @param first   number of the first row in that store; for a journal, a position
    /// @param end     number after the last row
    /// @param rows    estimated number of rows to read
    /// @param bytes   estimated bytes of these rows
    public record Rows(String day, String storeId, long first, long end, long rows, long bytes) {
        static Rows of(String storeId, RowRange range) {
            return new Rows(range.part(), storeId, range.first(), range.end(), range.rows(), range.bytes());
        }

        RowRange range() {
            return new RowRange(day, first, end, rows, bytes);
        }
    }

    public AshlarSplit {
        ranges = List.copyOf(ranges);
        addresses = List.copyOf(addresses);
    }

    @Override
    public List<HostAddress> getAddresses() {
        return addresses;
    }

    @Override
    public boolean isRemotelyAccessible() {
        return addresses.isEmpty();
    }

    @Override
    public SplitWeight getSplitWeight() {
        return SplitWeight.fromProportion(weight);
    }

    @Override
    public long getRetainedSizeInBytes() {
        return FIXED_BYTES + (long) RANGE_BYTES * ranges.size();
    }
}
