// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/// Ships with locks of the JDK around two ints.
final class LockedShips {
    private LockedShips() {
    }

    static final class Synchronized implements Spaceship {
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

    static final class Reentrant implements Spaceship {
        private final ReentrantLock lock = new ReentrantLock();
        private int x;
        private int y;

        @Override
        public int readPosition(int[] coordinates) {
            lock.lock();
            try {
                coordinates[0] = x;
                coordinates[1] = y;
            } finally {
                lock.unlock();
            }
            return 1;
        }

        @Override
        public int move(int dx, int dy) {
            lock.lock();
            try {
                x += dx;
                y += dy;
            } finally {
                lock.unlock();
            }
            return 1;
        }
    }

    static final class ReadWrite implements Spaceship {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int x;
        private int y;

        @Override
        public int readPosition(int[] coordinates) {
            lock.readLock().lock();
            try {
                coordinates[0] = x;
                coordinates[1] = y;
            } finally {
                lock.readLock().unlock();
            }
            return 1;
        }

        @Override
        public int move(int dx, int dy) {
            lock.writeLock().lock();
            try {
                x += dx;
                y += dy;
            } finally {
                lock.writeLock().unlock();
            }
            return 1;
        }
    }

    static final class Stamped implements Spaceship {
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
}
