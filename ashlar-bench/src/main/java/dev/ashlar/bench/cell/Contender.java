// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

/// How the spaceship is kept whole.
enum Contender {
    VERSIONED("Ashlar VersionedCell"),
    SEQLOCK("Ashlar SeqlockCell"),
    COPY_ON_WRITE("copy on write"),
    STAMPED_RETRIES("StampedLock, retries"),
    STAMPED("StampedLock"),
    REENTRANT("ReentrantLock"),
    SYNCHRONIZED("synchronized"),
    READ_WRITE("ReentrantReadWriteLock");

    private final String label;

    Contender(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean isOurs() {
        return this == VERSIONED || this == SEQLOCK;
    }

    Spaceship ship(int writers) {
        return switch (this) {
            case VERSIONED -> new FreeShips.Versioned(writers);
            case SEQLOCK -> new FreeShips.Seqlock(writers);
            case COPY_ON_WRITE -> new FreeShips.CopyOnWrite();
            case STAMPED_RETRIES -> new LockedShips.Stamped(true);
            case STAMPED -> new LockedShips.Stamped(false);
            case REENTRANT -> LockedShips.TwoLocks.reentrant();
            case SYNCHRONIZED -> new LockedShips.Synchronized();
            case READ_WRITE -> LockedShips.TwoLocks.readWrite();
        };
    }
}
