// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.sample.codec.EntryType;
import dev.ashlar.ingest.sample.codec.Side;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a feed contains, summed while it was written. With two lines each message counts once.
///
/// @param messages           all messages
/// @param messageBytes       of these, headers included, frames not
/// @param packets            packets with different sequence numbers
/// @param packetsByLine      packets of each line in the capture; lost packets are not counted
/// @param captureBytes       size of the file
/// @param messagesByTemplate by the name of the template, in the order of the schema
/// @param entriesByGroup     by template and group, such as `SecurityDefinition_legs_deliveries`
/// @param dataBytes          of all var data, lengths not included
/// @param firstTimeNs        transaction time of the first message: nanoseconds since 1970-01-01 UTC
/// @param lastTimeNs         transaction time of the last message
/// @param trades             by aggressor; `NULL_VAL` is for auctions
/// @param quotes             bids as `BUY`, offers as `SELL`, those without a price left out
/// @param levels             of `BookUpdate`; a level without a quantity adds 0
public record SampleTotals(long messages, long messageBytes, long packets, List<Long> packetsByLine, long captureBytes,
        Map<String, Long> messagesByTemplate, Map<String, Long> entriesByGroup, long dataBytes, long firstTimeNs,
        long lastTimeNs, Map<Side, Sum> trades, Map<Side, Sum> quotes, Map<EntryType, Sum> levels) {
    /// Totals of one side.
    ///
    /// @param count    how many
    /// @param quantity all together
    /// @param mantissa sum of all prices, in ten-thousandths
    public record Sum(long count, long quantity, long mantissa) { }

    public SampleTotals {
        packetsByLine = List.copyOf(packetsByLine);
        messagesByTemplate = Collections.unmodifiableMap(new LinkedHashMap<>(messagesByTemplate));
        entriesByGroup = Collections.unmodifiableMap(new LinkedHashMap<>(entriesByGroup));
        trades = Collections.unmodifiableMap(new LinkedHashMap<>(trades));
        quotes = Collections.unmodifiableMap(new LinkedHashMap<>(quotes));
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    }
}
