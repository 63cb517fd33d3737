// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

/// How a ship keeps readers and movers apart.
public enum ShipKind {
    SYNCHRONIZED("synchronized"),
    READ_WRITE("ReentrantReadWriteLock"),
    REENTRANT("ReentrantLock"),
    STAMPED("StampedLock"),
    STAMPED_RETRIES("StampedLock, retries"),
    COPIED("lock-free, new object"),
    VERSIONED_CELL("Ashlar, versioned cell"),
    SEQLOCK_CELL("Ashlar, seqlock cell");

    private static final int RETRIES = 5;

    private final String text;

    ShipKind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /// Whether the ship is in one of our cells.
    public boolean isOurs() {
        return this == VERSIONED_CELL || this == SEQLOCK_CELL;
    }

    /// A ship at the origin.
    public Spaceship launch(boolean severalMovers) {
        return switch (this) {
            case SYNCHRONIZED -> new LockedShips.Synchronized();
            case READ_WRITE -> new LockedShips.ReadWrite();
            case REENTRANT -> new LockedShips.Reentrant();
            case STAMPED -> new LockedShips.Stamped(1);
            case STAMPED_RETRIES -> new LockedShips.Stamped(RETRIES);
            case COPIED -> new CopiedShip();
            case VERSIONED_CELL -> CellShip.versioned(severalMovers);
            case SEQLOCK_CELL -> CellShip.seqlock(severalMovers);
        };
    }
}
