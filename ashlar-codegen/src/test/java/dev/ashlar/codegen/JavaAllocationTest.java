// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Encoding and decoding with flyweights that are kept allocates nothing.
class JavaAllocationTest {
    private static final int MESSAGES = 20_000;

    @Test
    void shouldAllocateNothingWhenFlyweightsAreReused() throws ReflectiveOperationException {
        Class<?> user = Compiled.of(
                JavaGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), JavaOptions.DEFAULT),
                Schemas.source("AllocationUser.java")).loadClass("traps.AllocationUser");
        try (Arena arena = Arena.ofConfined()) {
            Object native_ = user.getConstructor(MemorySegment.class).newInstance(arena.allocate(512));
            Object heap = user.getConstructor(MemorySegment.class).newInstance(MemorySegment.ofArray(new byte[512]));
            for (Object used : new Object[] {native_, heap}) {
                for (String operation : new String[] {"encode", "decode"}) {
                    Runnable run = (Runnable) user.getMethod(operation).invoke(used);
                    assertEquals(0, Allocation.leastBytes(MESSAGES, run::run), operation);
                }
            }
        }
    }
}
