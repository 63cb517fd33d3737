// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

/// A place of two coordinates that change together.
interface Spaceship {
    /// Reads both coordinates, as of one moment.
    ///
    /// @return attempts that it took
    int read(Place place);

    /// Moves by as much, from wherever it is.
    ///
    /// @return attempts that it took
    int move(long dx, long dy);

    /// What one thread read.
    final class Place {
        long x;
        long y;
    }
}
