// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.lab.queue.NumberQueue;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/// Agrona's rings of records off the heap.
final class AgronaQueue implements NumberQueue {
    private static final int RECORD_BYTES = 16;
    private static final int ALIGNMENT = 128;
    private static final int TYPE = 1;

    private final RingBuffer ring;

    AgronaQueue(int producers, int capacity) {
        this(producers, BufferUtil.allocateDirectAligned(bytes(capacity), ALIGNMENT));
    }

    static int bytes(int capacity) {
        return capacity * RECORD_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
    }

    AgronaQueue(int producers, ByteBuffer memory) {
        UnsafeBuffer buffer = new UnsafeBuffer(memory);
        ring = producers == 1 ? new OneToOneRingBuffer(buffer) : new ManyToOneRingBuffer(buffer);
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(ring);
    }

    private record Adding(RingBuffer ring) implements Sender {
        @Override
        public int send(long first, int count) {
            int sent = 0;
            while (sent < count) {
                int at = ring.tryClaim(TYPE, Long.BYTES);
                if (at <= 0) {
                    return sent;
                }
                ring.buffer().putLong(at, first + sent);
                ring.commit(at);
                sent++;
            }
            return sent;
        }

        @Override
        public boolean isDrained() {
            return ring.size() == 0;
        }
    }

    @Override
    public Receiver receiver() {
        return new Taking(ring);
    }

    private static final class Taking implements Receiver, MessageHandler {
        private final RingBuffer ring;
        private long sum;

        Taking(RingBuffer ring) {
            this.ring = ring;
        }

        @Override
        public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
            sum += buffer.getLong(index);
        }

        @Override
        public int receive(int limit) {
            return ring.read(this, limit);
        }

        @Override
        public long sum() {
            return sum;
        }
    }
}
