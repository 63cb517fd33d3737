// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import dev.ashlar.measure.Contender;
import java.util.function.Function;

/// How a ship keeps readers and movers apart.
public enum ShipKind implements Contender {
    // Lambdas, because method references would load the classes of all kinds, and the JIT would no longer know that the
    // calls of the one that a JVM measures have a single target.
    SYNCHRONIZED("synchronized", _ -> new HeapShips.Synchronized()),
    READ_WRITE("ReentrantReadWriteLock", _ -> HeapShips.readWrite()),
    REENTRANT("ReentrantLock", _ -> HeapShips.reentrant()),
    STAMPED("StampedLock", _ -> new HeapShips.Stamped(1)),
    STAMPED_RETRIES("StampedLock, retries", _ -> new HeapShips.Stamped(5)),
    COPIED("lock-free, new object", _ -> new HeapShips.Copied()),
    VERSIONED_CELL("Ashlar, versioned cell", severalMovers -> CellShip.versioned(severalMovers)),
    SEQLOCK_CELL("Ashlar, seqlock cell", severalMovers -> CellShip.seqlock(severalMovers));

    private final String text;
    private final Function<Boolean, Spaceship> launching;

    ShipKind(String text, Function<Boolean, Spaceship> launching) {
        this.text = text;
        this.launching = launching;
    }

    @Override
    public String text() {
        return text;
    }

    /// A ship at the origin.
    public Spaceship launch(boolean severalMovers) {
        return launching.apply(severalMovers);
    }
}
