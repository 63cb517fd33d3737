// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The layout of a directory, version 1. `docs/formats/pool-v1.md` is normative; a test compares the two.
final class PoolLayout {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = LONG.varHandle();
    private static final VarHandle INTS = INT.varHandle();

    /// `ASHLPOOL`, as bytes.
    static final long MAGIC = 0x4c4f_4f50_4c48_5341L;
    static final int VERSION = 1;
    /// Slots for processes.
    static final int MAX_PROCESSES = 64;
    /// Records of named containers.
    static final int MAX_CONTAINERS = 256;
    static final int MAX_NAME_BYTES = 64;

    static final StructLayout HEADER = MemoryLayout.structLayout(LONG.withName("magic"), INT.withName("version"),
            INT.withName("checksum"), INT.withName("chunkBytes"), INT.withName("maxChunks"),
            INT.withName("extentChunks"), INT.withName("maxProcesses"), INT.withName("maxContainers"),
            MemoryLayout.paddingLayout(4), LONG.withName("createdMs"), MemoryLayout.paddingLayout(16),
            INT.withName("extents"), MemoryLayout.paddingLayout(60)).withName("header");
    static final StructLayout SLOT = MemoryLayout.structLayout(LONG.withName("word"), LONG.withName("pid"),
            LONG.withName("takenMs"), MemoryLayout.paddingLayout(8)).withName("slot");
    static final StructLayout CONTAINER = MemoryLayout.structLayout(LONG.withName("word"), LONG.withName("byteSize"),
            INT.withName("chunks"), INT.withName("nameBytes"), LONG.withName("publisherPid"),
            MemoryLayout.sequenceLayout(MAX_NAME_BYTES, ValueLayout.JAVA_BYTE).withName("name"),
            MemoryLayout.sequenceLayout(MAX_PROCESSES, INT).withName("leases")).withName("container");
    static final StructLayout ENTRY = MemoryLayout.structLayout(LONG.withName("word"), INT.withName("ordinal"),
            INT.withName("ordinalEpoch")).withName("entry");

    static final long EXTENTS = offset(HEADER, "extents");
    static final long PID = offset(SLOT, "pid");
    static final long TAKEN_MS = offset(SLOT, "takenMs");
    static final long BYTE_SIZE = offset(CONTAINER, "byteSize");
    static final long CHUNKS = offset(CONTAINER, "chunks");
    static final long NAME_BYTES = offset(CONTAINER, "nameBytes");
    static final long PUBLISHER_PID = offset(CONTAINER, "publisherPid");
    static final long NAME = offset(CONTAINER, "name");
    static final long LEASES = offset(CONTAINER, "leases");
    /// `ordinal` and `ordinalEpoch`, which change together.
    static final long PLACE = offset(ENTRY, "ordinal");

    static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    static long getVolatile(MemorySegment memory, long offset) {
        return (long) LONGS.getVolatile(memory, offset);
    }

    static boolean compareAndSet(MemorySegment memory, long offset, long expected, long value) {
        return LONGS.compareAndSet(memory, offset, expected, value);
    }

    static int getIntVolatile(MemorySegment memory, long offset) {
        return (int) INTS.getVolatile(memory, offset);
    }

    static boolean compareAndSet(MemorySegment memory, long offset, int expected, int value) {
        return INTS.compareAndSet(memory, offset, expected, value);
    }
}
