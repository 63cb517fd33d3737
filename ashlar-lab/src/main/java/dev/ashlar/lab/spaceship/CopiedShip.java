// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import java.util.concurrent.atomic.AtomicReference;

/// A ship whose position is a new object after each move, put in the place of the old one without a lock.
final class CopiedShip implements Spaceship {
    private final AtomicReference<Position> position = new AtomicReference<>(new Position(0, 0));

    private record Position(int x, int y) {
    }

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
