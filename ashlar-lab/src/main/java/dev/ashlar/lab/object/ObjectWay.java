// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import dev.ashlar.codec.object.ObjectCodec;
import dev.ashlar.codec.object.ObjectRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A way to turn an order into bytes and back. Those by hand write the same 185 bytes: fields in order, arrays after
/// their lengths; the codec puts a header before as many.
enum ObjectWay {
    SERIALIZATION("Java Serialization") {
        @Override
        Session open() {
            return new Serialization();
        }
    },
    BYTE_BUFFER("ByteBuffer") {
        @Override
        Session open() {
            return new Buffer();
        }
    },
    MEMORY("direct memory, by hand") {
        @Override
        Session open() {
            return new Memory();
        }
    },
    CODEC("Ashlar's object codec") {
        @Override
        Session open() {
            return new Codec();
        }
    };

    private static final int CAPACITY = 1024;

    private final String text;

    ObjectWay(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    abstract Session open();

    /// Room for one order.
    interface Session {
        /// @return bytes
        int write(Order order) throws IOException;

        /// Makes an object of what was written last.
        Order read() throws IOException;
    }

    private static final class Serialization implements Session {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(CAPACITY);

        @Override
        public int write(Order order) throws IOException {
            bytes.reset();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(order);
            }
            return bytes.size();
        }

        @Override
        public Order read() throws IOException {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (Order) in.readObject();
            } catch (ClassNotFoundException e) {
                throw new IOException("no such class", e);
            }
        }
    }

    private static final class Buffer implements Session {
        private final ByteBuffer buffer = ByteBuffer.allocate(CAPACITY).order(ByteOrder.nativeOrder());

        @Override
        public int write(Order order) {
            buffer.clear();
            buffer.putLong(order.sourceId()).put((byte) (order.special() ? 1 : 0)).putInt(order.orderCode())
                    .putInt(order.priority());
            buffer.putInt(order.prices().length);
            for (double price : order.prices()) {
                buffer.putDouble(price);
            }
            buffer.putInt(order.quantities().length);
            for (long quantity : order.quantities()) {
                buffer.putLong(quantity);
            }
            return buffer.position();
        }

        @Override
        public Order read() {
            buffer.flip();
            long sourceId = buffer.getLong();
            boolean special = buffer.get() != 0;
            int orderCode = buffer.getInt();
            int priority = buffer.getInt();
            double[] prices = new double[buffer.getInt()];
            for (int i = 0; i < prices.length; i++) {
                prices[i] = buffer.getDouble();
            }
            long[] quantities = new long[buffer.getInt()];
            for (int i = 0; i < quantities.length; i++) {
                quantities[i] = buffer.getLong();
            }
            return new Order(sourceId, special, orderCode, priority, prices, quantities);
        }
    }

    private static final class Memory implements Session {
        private static final int SPECIAL = 8;
        private static final int ORDER_CODE = 9;
        private static final int PRIORITY = 13;
        private static final int PRICES = 17;

        private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, Long.BYTES);

        @Override
        public int write(Order order) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, order.sourceId());
            memory.set(ValueLayout.JAVA_BYTE, SPECIAL, (byte) (order.special() ? 1 : 0));
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE, order.orderCode());
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY, order.priority());
            int count = order.prices().length;
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRICES, count);
            MemorySegment.copy(order.prices(), 0, memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES + Integer.BYTES,
                    count);
            int at = PRICES + Integer.BYTES + count * Double.BYTES;
            int quantities = order.quantities().length;
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, quantities);
            MemorySegment.copy(order.quantities(), 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, at + Integer.BYTES,
                    quantities);
            return at + Integer.BYTES + quantities * Long.BYTES;
        }

        @Override
        public Order read() {
            double[] prices = new double[memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRICES)];
            MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES + Integer.BYTES, prices, 0,
                    prices.length);
            int at = PRICES + Integer.BYTES + prices.length * Double.BYTES;
            long[] quantities = new long[memory.get(ValueLayout.JAVA_INT_UNALIGNED, at)];
            MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, at + Integer.BYTES, quantities, 0,
                    quantities.length);
            return new Order(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0),
                    memory.get(ValueLayout.JAVA_BYTE, SPECIAL) != 0,
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE),
                    memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY), prices, quantities);
        }
    }

    private static final class Codec implements Session {
        private final ObjectCodec<Order> codec = ObjectRegistry.builder(MethodHandles.lookup()).allow(1, Order.class)
                .build().codec(Order.class);
        private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, Long.BYTES);

        @Override
        public int write(Order order) {
            return codec.write(order, memory, 0);
        }

        @Override
        public Order read() {
            return codec.read(memory, 0);
        }
    }
}
