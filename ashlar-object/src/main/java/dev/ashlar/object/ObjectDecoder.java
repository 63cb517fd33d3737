// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.foreign.MemorySegment;

/// Reads objects of another description or byte order than the codec of their class writes.
abstract class ObjectDecoder {
    /// @param reused as for [ObjectCodec#read(MemorySegment, long, Object)]
    abstract Object read(MemorySegment memory, long offset, Object reused);
}
