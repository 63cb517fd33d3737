// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Messages back to back, whose lengths are found by decoding them.
///
/// @param lengths finds the length
public record DecodedLayout(MessageLength lengths) implements FrameLayout {
    public DecodedLayout {
        Objects.requireNonNull(lengths, "lengths");
    }

    @Override
    public long frameLength(MemorySegment memory, long offset, long available) {
        long length = lengths.lengthOf(memory, offset, available);
        return length == 0 || length < IMPOSSIBLE || length >= HEADER ? IMPOSSIBLE : length;
    }

    @Override
    public int messageOffset() {
        return 0;
    }

    @Override
    public boolean marked() {
        return false;
    }
}
