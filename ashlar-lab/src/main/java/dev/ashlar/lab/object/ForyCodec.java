// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/// Fory for Java alone, with registered classes, without references, numbers uncompressed: what is fast.
final class ForyCodec implements ItemCodec {
    private static final int CAPACITY = 1024;

    private final Fory fory = Fory.builder().withXlang(false).withRefTracking(false).requireClassRegistration(true)
            .withNumberCompressed(false).withCompatible(false).build();
    private final MemoryBuffer buffer = MemoryUtils.buffer(CAPACITY);

    ForyCodec() {
        fory.register(Item.class);
    }

    @Override
    public void write(Item item) {
        buffer.writerIndex(0);
        fory.serialize(buffer, item);
    }

    @Override
    public Item read() {
        buffer.readerIndex(0);
        return (Item) fory.deserialize(buffer);
    }

    @Override
    public long length() {
        return buffer.writerIndex();
    }
}
