// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;

/// Kryo with registered classes, without references; by its usual streams, which make small numbers short, or by
/// those that use `Unsafe` and copy arrays.
final class KryoCodec implements ItemCodec {
    private static final int CAPACITY = 1024;

    private final Kryo kryo = new Kryo();
    private final Output output;
    private final Input input;

    KryoCodec(boolean unsafe) {
        kryo.setReferences(false);
        kryo.setRegistrationRequired(true);
        kryo.register(Item.class);
        kryo.register(double[].class);
        kryo.register(long[].class);
        output = unsafe ? new UnsafeOutput(CAPACITY) : new Output(CAPACITY);
        input = unsafe ? new UnsafeInput(output.getBuffer()) : new Input(output.getBuffer());
    }

    @Override
    public void write(Item item) {
        output.reset();
        kryo.writeObject(output, item);
    }

    @Override
    public Item read() {
        input.reset();
        input.setLimit(output.position());
        return kryo.readObject(input, Item.class);
    }

    @Override
    public long length() {
        return output.position();
    }
}
