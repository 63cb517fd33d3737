// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.trades.OffHeapTrades.SbeTrades;

/// How the rows of the table are kept.
public enum TradeKind {
    OBJECTS,
    /// Packed, in a container of a pool that is recycled; a flyweight written by hand.
    STRUCTS,
    /// The same with a generated flyweight.
    SBE,
    /// The same, in a new pool each time.
    SBE_FRESH;

    TradeTable open(long rows) {
        return switch (this) {
            case OBJECTS -> new ObjectTrades(rows);
            case STRUCTS -> new StructTrades(rows, true);
            case SBE -> new SbeTrades(rows, true);
            case SBE_FRESH -> new SbeTrades(rows, false);
        };
    }
}
