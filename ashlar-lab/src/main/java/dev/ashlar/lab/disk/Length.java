// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

/// How much to append: as many blocks as are wanted and, where syncs come by the clock, more until it has come to so
/// many that they count; but never more than there is room for.
///
/// @param blocks  that are wanted
/// @param most    blocks that there is room for
/// @param leastNs that it shall take at least
record Length(int blocks, int most, long leastNs) {
    static Length of(int blocks) {
        return new Length(blocks, blocks, 0);
    }

    /// @param done  blocks
    /// @param begin of the first
    boolean goesOn(int done, long begin) {
        return done < most && (done < blocks || System.nanoTime() - begin < leastNs);
    }
}
