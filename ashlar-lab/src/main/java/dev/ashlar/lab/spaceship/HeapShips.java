// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/// Ships on the heap: two ints guarded by a lock of the JDK, or a new object for each move.
final class HeapShips {
    /// All threads read it in the same way.
    private interface SharedShip extends Spaceship, Spaceship.Reader {
        @Override
        default Reader reader() {
            return this;
        }
    }

    static Spaceship reentrant() {
        Lock lock = new ReentrantLock();
        return new Locked(lock, lock);
    }

    static Spaceship readWrite() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        return new Locked(lock.readLock(), lock.writeLock());
    }

    static final class Synchronized implements SharedShip {
        private int x;
        private int y;

        @Override
        public synchronized int readPosition(int[] coordinates) {
            coordinates[0] = x;
            coordinates[1] = y;
            return 1;
        }

        @Override
        public synchronized int move(int dx, int dy) {
            x += dx;
            y += dy;
            return 1;
        }
    }

    /// A JVM uses only one kind of lock, so that calls through the interface are monomorphic.
    ///
    static final class Locked implements SharedShip {
        private final Lock reading;
        private final Lock writing;
        private int x;
        private int y;

        Locked(Lock reading, Lock writing) {
            this.reading = reading;
            this.writing = writing;
        }

        @Override
        public int readPosition(int[] coordinates) {
            reading.lock();
            try {
                coordinates[0] = x;
                coordinates[1] = y;
            } finally {
                reading.unlock();
            }
            return 1;
        }

        @Override
        public int move(int dx, int dy) {
            writing.lock();
            try {
                x += dx;
                y += dy;
            } finally {
                writing.unlock();
            }
            return 1;
        }
    }

    static final class Stamped implements SharedShip {
        private final StampedLock lock = new StampedLock();
        private final int optimisticAttempts;
        private int x;
        private int y;

        /// @param optimisticAttempts before a reader takes the lock
        Stamped(int optimisticAttempts) {
            this.optimisticAttempts = optimisticAttempts;
        }

        @Override
        public int readPosition(int[] coordinates) {
            for (int attempt = 1; attempt <= optimisticAttempts; attempt++) {
                long stamp = lock.tryOptimisticRead();
                if (stamp != 0) {
                    int readX = x;
                    int readY = y;
                    if (lock.validate(stamp)) {
                        coordinates[0] = readX;
                        coordinates[1] = readY;
                        return attempt;
                    }
                }
            }
            long stamp = lock.readLock();
            try {
                coordinates[0] = x;
                coordinates[1] = y;
            } finally {
                lock.unlockRead(stamp);
            }
            return optimisticAttempts + 1;
        }

        @Override
        public int move(int dx, int dy) {
            long stamp = lock.writeLock();
            try {
                x += dx;
                y += dy;
            } finally {
                lock.unlockWrite(stamp);
            }
            return 1;
        }
    }

    /// A ship whose position is a new object after each move, which replaces the old one without a lock.
    static final class Copied implements SharedShip {
        private final AtomicReference<Position> position = new AtomicReference<>(new Position(0, 0));

        private record Position(int x, int y) { }

        @Override
        public int readPosition(int[] coordinates) {
            Position now = position.get();
            coordinates[0] = now.x();
            coordinates[1] = now.y();
            return 1;
        }

        @Override
        public int move(int dx, int dy) {
            int attempts = 1;
            Position before = position.get();
            while (!position.compareAndSet(before, new Position(before.x() + dx, before.y() + dy))) {
                attempts++;
                before = position.get();
            }
            return attempts;
        }
    }
}
