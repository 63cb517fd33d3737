// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import dev.ashlar.measure.Contender;

/// How a ship keeps readers and movers apart.
public enum ShipKind implements Contender {
    SYNCHRONIZED("synchronized"),
    READ_WRITE("ReentrantReadWriteLock"),
    REENTRANT("ReentrantLock"),
    STAMPED("StampedLock"),
    STAMPED_RETRIES("StampedLock, retries"),
    COPIED("lock-free, new object"),
    VERSIONED_CELL("Ashlar, versioned cell"),
    SEQLOCK_CELL("Ashlar, seqlock cell");

    private final String text;

    ShipKind(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /// A ship at the origin.
    public Spaceship launch(boolean severalMovers) {
        return switch (this) {
            case SYNCHRONIZED -> new HeapShips.Synchronized();
            case READ_WRITE -> HeapShips.readWrite();
            case REENTRANT -> HeapShips.reentrant();
            case STAMPED -> new HeapShips.Stamped(1);
            case STAMPED_RETRIES -> new HeapShips.Stamped(5);
            case COPIED -> new HeapShips.Copied();
            case VERSIONED_CELL -> CellShip.versioned(severalMovers);
            case SEQLOCK_CELL -> CellShip.seqlock(severalMovers);
        };
    }
}
