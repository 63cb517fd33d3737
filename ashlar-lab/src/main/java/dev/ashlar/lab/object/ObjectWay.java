// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import dev.ashlar.measure.Contender;
import dev.ashlar.object.ObjectCodec;
import dev.ashlar.object.ObjectRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Supplier;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/// A way to turn an object into bytes and back. The hand-written ones write the same 185 bytes: fields in order, arrays
/// after their lengths. The object codec writes a header before as many bytes.
public enum ObjectWay implements Contender {
    // Lambdas, because method references would load the classes of all ways, and the libraries are present only in the
    // JVMs that measure them.
    ASHLAR("Ashlar", () -> new AshlarCodec(false)),
    SERIALIZABLE("Java serialisation", () -> new SerializableCodec()),
    BUFFER("ByteBuffer by hand, value by value", () -> new BufferCodec(false, false)),
    BUFFER_BULK("ByteBuffer by hand, arrays in bulk", () -> new BufferCodec(false, true)),
    MEMORY("direct memory by hand, arrays in bulk", () -> new MemoryCodec()),
    KRYO("Kryo", () -> new KryoCodec(false)),
    KRYO_UNSAFE("Kryo, Unsafe streams", () -> new KryoCodec(true)),
    FORY("Fory", () -> new ForyCodec()),
    ASHLAR_REUSED("Ashlar, object filled again", () -> new AshlarCodec(true)),
    BUFFER_REUSED("ByteBuffer by hand, object filled again", () -> new BufferCodec(true, false));

    private static final int CAPACITY = 1024;

    private final String text;
    private final Supplier<ItemCodec> opening;

    ObjectWay(String text, Supplier<ItemCodec> opening) {
        this.text = text;
        this.opening = opening;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public List<String> flags() {
        return switch (this) {
            case KRYO, KRYO_UNSAFE -> flagsOfLibrary("com.esotericsoftware.kryo");
            case FORY -> flagsOfLibrary("org.apache.fory.core");
            default -> List.of();
        };
    }

    /// Flags against the JDK's warnings for these libraries. Modules are added only where they are needed.
    private static List<String> flagsOfLibrary(String module) {
        String allowed = "--sun-misc-unsafe-memory-access=allow";
        return ObjectWay.class.getModule().isNamed()
                ? List.of(allowed, "--add-modules=jdk.unsupported," + module) : List.of(allowed);
    }

    public ItemCodec open() {
        return opening.get();
    }

    /// The object codec, in native memory.
    static final class AshlarCodec implements ItemCodec {
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

    /// The JDK's serialisation, with a new stream for each object, as independent objects need.
    static final class SerializableCodec implements ItemCodec {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private byte[] written;

        @Override
        public void write(Item item) throws IOException {
            bytes.reset();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(item);
            }
            written = null;
        }

        @Override
        public Item read() throws IOException, ClassNotFoundException {
            if (written == null) {
                written = bytes.toByteArray();
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written))) {
                return (Item) in.readObject();
            }
        }

        @Override
        public long length() {
            return bytes.size();
        }
    }

    /// Hand-written code for off-heap memory, arrays in bulk, as published.
    static final class MemoryCodec implements ItemCodec {
        private static final int SPECIAL = 8;
        private static final int ORDER_CODE = 9;
        private static final int PRIORITY = 13;
        private static final int PRICES = 17;
        private static final int PRICES_AT = PRICES + Integer.BYTES;

        private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, Long.BYTES);
        private int length;

        @Override
        public void write(Item item) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, item.sourceId);
            memory.set(ValueLayout.JAVA_BYTE, SPECIAL, (byte) (item.special ? 1 : 0));
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE, item.orderCode);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY, item.priority);
            int prices = item.prices.length;
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRICES, prices);
            MemorySegment.copy(item.prices, 0, memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES_AT, prices);
            int at = PRICES_AT + prices * Double.BYTES;
            int quantities = item.quantities.length;
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, quantities);
            at += Integer.BYTES;
            MemorySegment.copy(item.quantities, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, at, quantities);
            length = at + quantities * Long.BYTES;
        }

        @Override
        public Item read() {
            Item item = new Item();
            item.sourceId = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            item.special = memory.get(ValueLayout.JAVA_BYTE, SPECIAL) != 0;
            item.orderCode = memory.get(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE);
            item.priority = memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY);
            int prices = memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRICES);
            item.prices = new double[prices];
            MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES_AT, item.prices, 0, prices);
            int at = PRICES_AT + prices * Double.BYTES;
            int quantities = memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            item.quantities = new long[quantities];
            MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, at + Integer.BYTES, item.quantities, 0,
                    quantities);
            return item;
        }

        @Override
        public long length() {
            return length;
        }
    }

    /// Kryo with registered classes, without references; with its usual streams, which compress small numbers, or with
    /// those that use `Unsafe` and copy arrays.
    static final class KryoCodec implements ItemCodec {
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

    /// Fory in Java-only mode, with registered classes, without references, and with uncompressed numbers: its fastest
    /// settings.
    static final class ForyCodec implements ItemCodec {
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
}
