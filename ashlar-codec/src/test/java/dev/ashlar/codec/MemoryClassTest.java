// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Were one of these to fail on a JDK, codecs would be as right as ever and several times slower.
class MemoryClassTest {
    @Test
    void shouldKnowNativeMemoryWhereverItComesFrom() {
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            for (MemorySegment memory : new MemorySegment[] {confined.allocate(8), shared.allocate(8).asReadOnly(),
                Arena.global().allocate(8), Arena.ofAuto().allocate(8).asSlice(2, 4), Memories.mapped(8),
                Memories.mapped(8).asSlice(1, 2)}) {
                assertTrue(MemoryClass.NATIVE.isInstance(memory), memory.toString());
                assertFalse(MemoryClass.ARRAY.isInstance(memory), memory.toString());
            }
        }
    }

    @Test
    void shouldKnowByteArraysAndNoOtherArrays() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        for (MemorySegment memory : new MemorySegment[] {bytes, bytes.asReadOnly(), bytes.asSlice(3)}) {
            assertSame(MemoryClass.ARRAY, memory.getClass());
        }
        for (MemorySegment memory : new MemorySegment[] {MemorySegment.ofArray(new long[1]),
            MemorySegment.ofArray(new char[1])}) {
            assertFalse(MemoryClass.ARRAY.isInstance(memory));
            assertFalse(MemoryClass.NATIVE.isInstance(memory));
        }
    }
}
