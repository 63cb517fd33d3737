// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/// Spaceships behind the JDK's locks.
final class LockedShips {
    private LockedShips() {
    }

    static final class Synchronized implements Spaceship {
        private long x;
        private long y;

        @Override
        public synchronized int read(Place place) {
            place.x = x;
            place.y = y;
            return 1;
        }

        @Override
        public synchronized int move(long dx, long dy) {
            x += dx;
            y += dy;
            return 1;
        }
    }

    static final class TwoLocks implements Spaceship {
        private final Lock read;
        private final Lock write;
        private long x;
        private long y;

        private TwoLocks(Lock read, Lock write) {
            this.read = read;
            this.write = write;
        }

        static TwoLocks reentrant() {
            Lock lock = new ReentrantLock();
            return new TwoLocks(lock, lock);
        }

        static TwoLocks readWrite() {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            return new TwoLocks(lock.readLock(), lock.writeLock());
        }

        @Override
        public int read(Place place) {
            read.lock();
            try {
                place.x = x;
                place.y = y;
            } finally {
                read.unlock();
            }
            return 1;
        }

        @Override
        public int move(long dx, long dy) {
            write.lock();
            try {
                x += dx;
                y += dy;
            } finally {
                write.unlock();
            }
            return 1;
        }
    }

    static final class Stamped implements Spaceship {
        private final StampedLock lock = new StampedLock();
        private final boolean retries;
        private long x;
        private long y;

        /// @param retries whether a read that met a move is tried again; otherwise it takes the lock
        Stamped(boolean retries) {
            this.retries = retries;
        }

        @Override
        public int read(Place place) {
            for (int attempt = 1;; attempt++) {
                long stamp = lock.tryOptimisticRead();
                long seenX = x;
                long seenY = y;
                if (lock.validate(stamp)) {
                    place.x = seenX;
                    place.y = seenY;
                    return attempt;
                }
                if (!retries) {
                    stamp = lock.readLock();
                    try {
                        place.x = x;
                        place.y = y;
                    } finally {
                        lock.unlockRead(stamp);
                    }
                    return attempt + 1;
                }
            }
        }

        @Override
        public int move(long dx, long dy) {
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
}
