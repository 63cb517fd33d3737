// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import dev.ashlar.object.ObjectCodec;
import dev.ashlar.object.ObjectRegistry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// The object codec, in native memory.
final class AshlarCodec implements ItemCodec {
    private static final int CAPACITY = 1024;

    private final ObjectCodec<Item> codec = ObjectRegistry.builder(MethodHandles.lookup()).allow(1, Item.class)
            .build().codec(Item.class);
    private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, Long.BYTES);
    private final Item reused;
    private int length;

    AshlarCodec(boolean reuses) {
        reused = reuses ? new Item() : null;
    }

    @Override
    public void write(Item item) {
        length = codec.write(item, memory, 0);
    }

    @Override
    public Item read() {
        return codec.read(memory, 0, reused);
    }

    @Override
    public long length() {
        return length;
    }
}
