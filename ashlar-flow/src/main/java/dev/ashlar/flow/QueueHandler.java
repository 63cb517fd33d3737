// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;

/// Receives a message of a queue, which is valid until it returns.
@FunctionalInterface
public interface QueueHandler {
    /// @param offset where the message begins
    /// @param length bytes of the message
    /// @param type   type given by its producer, 0 or more
    void handle(MemorySegment memory, long offset, int length, int type);
}
