// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Hand-written code for a direct buffer: value by value as published, or arrays in bulk.
final class BufferCodec implements ItemCodec {
    private static final int CAPACITY = 1024;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.nativeOrder());
    private final Item reused;
    private final boolean bulk;

    BufferCodec(boolean reuses, boolean bulk) {
        reused = reuses ? new Item() : null;
        this.bulk = bulk;
    }

    @Override
    public void write(Item item) {
        buffer.clear();
        buffer.putLong(item.sourceId);
        buffer.put((byte) (item.special ? 1 : 0));
        buffer.putInt(item.orderCode);
        buffer.putInt(item.priority);
        buffer.putInt(item.prices.length);
        if (bulk) {
            buffer.asDoubleBuffer().put(item.prices);
            buffer.position(buffer.position() + item.prices.length * Double.BYTES);
        } else {
            for (double price : item.prices) {
                buffer.putDouble(price);
            }
        }
        buffer.putInt(item.quantities.length);
        if (bulk) {
            buffer.asLongBuffer().put(item.quantities);
            buffer.position(buffer.position() + item.quantities.length * Long.BYTES);
        } else {
            for (long quantity : item.quantities) {
                buffer.putLong(quantity);
            }
        }
        buffer.flip();
    }

    @Override
    public Item read() {
        buffer.position(0);
        Item item = reused == null ? new Item() : reused;
        item.sourceId = buffer.getLong();
        item.special = buffer.get() != 0;
        item.orderCode = buffer.getInt();
        item.priority = buffer.getInt();
        int prices = buffer.getInt();
        if (item.prices == null || item.prices.length != prices) {
            item.prices = new double[prices];
        }
        if (bulk) {
            buffer.asDoubleBuffer().get(item.prices);
            buffer.position(buffer.position() + prices * Double.BYTES);
        } else {
            for (int i = 0; i < prices; i++) {
                item.prices[i] = buffer.getDouble();
            }
        }
        int quantities = buffer.getInt();
        if (item.quantities == null || item.quantities.length != quantities) {
            item.quantities = new long[quantities];
        }
        if (bulk) {
            buffer.asLongBuffer().get(item.quantities);
            buffer.position(buffer.position() + quantities * Long.BYTES);
        } else {
            for (int i = 0; i < quantities; i++) {
                item.quantities[i] = buffer.getLong();
            }
        }
        return item;
    }

    @Override
    public long length() {
        return buffer.limit();
    }
}
