// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/// Writes objects of any allowed class one after another, and the description of a class before its first object, so
/// that a file or stream contains everything needed to read it.
///
/// **Threading.** For one thread.
public final class ObjectWriter {
    private final ObjectRegistry registry;
    private final Set<Class<?>> described = new HashSet<>();

    public ObjectWriter(ObjectRegistry registry) {
        this.registry = registry;
    }

    /// Writes an object, preceded by the description of its class unless that was written before.
    ///
    /// @return bytes written; the next object follows them
    /// @throws IllegalArgumentException if its class is not allowed, or as [ObjectCodec#write] does
    /// @throws IndexOutOfBoundsException if it does not fit into the memory; part of it may have been written, but the
    ///     next call writes all of it again
    public int write(Object object, MemorySegment memory, long offset) {
        return write(registry.codec(object.getClass()), object, memory, offset);
    }

    private <T> int write(ObjectCodec<T> codec, Object object, MemorySegment memory, long offset) {
        boolean isNew = !described.contains(codec.type());
        int descriptionLength = isNew ? codec.description().write(memory, offset) : 0;
        int length = Math.addExact(descriptionLength,
                codec.write(codec.type().cast(object), memory, offset + descriptionLength));
        if (isNew) {
            described.add(codec.type());
        }
        return length;
    }
}
