// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

/// A position that is read whole while it moves.
public interface Spaceship {
    /// A thread's own view of the ship.
    interface Reader {
        /// @param coordinates gets x and y
        /// @return attempts it took
        int readPosition(int[] coordinates);
    }

    /// For one thread.
    Reader reader();

    /// Moves by so much.
    ///
    /// @return attempts it took
    int move(int dx, int dy);
}
