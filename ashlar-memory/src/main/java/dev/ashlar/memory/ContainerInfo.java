// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.Optional;

/// An open container, as its pool sees it.
///
/// @param byteSize bytes that may be used
/// @param chunks   chunks that it owns
/// @param contiguous    whether its chunks are adjacent, so that access is as fast as to flat memory
/// @param site     stack trace of its acquisition, if the pool has a leak listener
public record ContainerInfo(long byteSize, int chunks, boolean contiguous, Optional<StackTraceElement[]> site) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("container of ").append(byteSize).append(" bytes in ").append(chunks)
                .append(" chunks");
        site.ifPresent(frames -> {
            text.append(", acquired at");
            for (StackTraceElement frame : frames) {
                text.append("\n    ").append(frame);
            }
        });
        return text.toString();
    }
}
