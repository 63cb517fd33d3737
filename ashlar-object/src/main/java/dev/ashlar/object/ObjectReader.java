// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;

/// Reads what an [ObjectWriter] wrote, or any sequence of objects and descriptions.
///
/// **Threading.** For one thread.
public final class ObjectReader {
    private final ObjectRegistry registry;
    private final MemorySegment memory;
    private long position;

    /// @param memory that ends with the last object
    public ObjectReader(ObjectRegistry registry, MemorySegment memory) {
        this.registry = registry;
        this.memory = memory;
    }

    /// The next object; descriptions before it are learned.
    ///
    /// @return null at the end
    /// @throws MalformedMessageException if the bytes contradict themselves; the position stays at them
    /// @throws UnreadableObjectException if the object or description cannot be used; the next call continues after it
    public Object next() {
        while (position < memory.byteSize()) {
            long offset = position;
            ObjectHeader header = ObjectHeader.read(memory, offset);
            position += header.length();
            try {
                if (header.kind() == ObjectHeader.Kind.OBJECT) {
                    return registry.read(memory, offset);
                }
                registry.learn(ObjectDescription.read(memory, offset));
            } catch (MalformedMessageException e) {
                position = offset;
                throw e;
            }
        }
        return null;
    }

    /// Where the next header is.
    public long position() {
        return position;
    }
}
