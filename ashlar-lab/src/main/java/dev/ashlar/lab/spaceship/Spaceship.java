// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

/// A position that is read atomically while it moves.
public interface Spaceship {
    /// A thread's own view of the ship.
    interface Reader {
        /// @param coordinates receives x and y
        /// @return attempts it took
        int readPosition(int[] coordinates);
    }

    /// A view for one thread.
    Reader reader();

    /// Moves the ship by a distance.
    ///
    /// @return attempts it took
    int move(int dx, int dy);
}
