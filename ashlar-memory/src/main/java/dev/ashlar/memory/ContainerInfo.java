// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.Optional;

/// An open container, as its pool sees it.
///
/// @param byteSize bytes that may be used
/// @param chunks   chunks that it owns
/// @param contiguous    whether they lie in a row, so that the container is as fast as flat memory
/// @param site     where it was acquired, if the pool was asked to note that
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
