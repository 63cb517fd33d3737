// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.lab.queue.LabQueue;
import dev.ashlar.lab.queue.NumberMessage;
import dev.ashlar.lab.queue.NumberQueue;
import dev.ashlar.lab.queue.QueueKind;
import dev.ashlar.lab.queue.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/// Queues of other libraries.
enum PeerQueue implements QueueKind {
    DISRUPTOR("Disruptor", List.of()),
    JCTOOLS("JCTools Spsc/MpscArrayQueue", List.of("--sun-misc-unsafe-memory-access=allow")),
    AGRONA("Agrona ring, checks off", List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dagrona.disable.bounds.checks=true"));

    private final String text;
    private final List<String> flags;

    PeerQueue(String text, List<String> flags) {
        this.text = text;
        this.flags = flags;
    }

    /// Ashlar's queues and those of the JDK, then these.
    static List<QueueKind> all() {
        return Stream.<QueueKind>concat(Arrays.stream(LabQueue.values()), Arrays.stream(values())).toList();
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public List<String> flags() {
        return flags;
    }

    @Override
    public boolean fits(Shape shape) {
        return shape != Shape.PROCESSES || this == AGRONA;
    }

    @Override
    public NumberQueue open(int producers, int capacity) {
        return switch (this) {
            case DISRUPTOR -> DisruptorQueue.of(producers, capacity);
            case JCTOOLS -> JcToolsQueue.of(producers, capacity);
            case AGRONA -> AgronaQueue.of(producers, capacity);
        };
    }

    @Override
    public void create(Path file, int capacity) throws IOException {
        Files.write(file, new byte[AgronaQueue.bytes(capacity)]);
    }

    @Override
    public NumberQueue open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return AgronaQueue.of(1, channel.map(MapMode.READ_WRITE, 0, channel.size()));
        }
    }

    /// Agrona's off-heap rings of records.
    private static final class AgronaQueue {
        private static final int RECORD_BYTES = 16;
        private static final int ALIGNMENT = 128;
        private static final int TYPE = 1;

        static NumberQueue of(int producers, int capacity) {
            return of(producers, BufferUtil.allocateDirectAligned(bytes(capacity), ALIGNMENT));
        }

        static int bytes(int capacity) {
            return capacity * RECORD_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
        }

        static NumberQueue of(int producers, ByteBuffer memory) {
            UnsafeBuffer buffer = new UnsafeBuffer(memory);
            RingBuffer ring = producers == 1 ? new OneToOneRingBuffer(buffer) : new ManyToOneRingBuffer(buffer);
            return new NumberQueue(_ -> new Adding(ring), () -> new Taking(ring));
        }

        private record Adding(RingBuffer ring) implements NumberQueue.Sender {
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

        private static final class Taking extends NumberQueue.Receiver implements MessageHandler {
            private final RingBuffer ring;

            Taking(RingBuffer ring) {
                this.ring = ring;
            }

            @Override
            public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
                sum += buffer.getLong(index);
            }

            @Override
            protected int receive(int limit) {
                return ring.read(this, limit);
            }
        }
    }

    /// JCTools' bounded queues of references: single messages with `relaxedOffer` and `relaxedPoll`, batches with
    /// `fill` and `drain`.
    private static final class JcToolsQueue {
        static NumberQueue of(int producers, int capacity) {
            MessagePassingQueue<NumberMessage> queue = producers == 1 ? new SpscArrayQueue<>(capacity)
                    : new MpscArrayQueue<>(capacity);
            return new NumberQueue(_ -> new Adding(queue, capacity), () -> new Taking(queue));
        }

        private static final class Adding implements NumberQueue.Sender, MessagePassingQueue.Supplier<NumberMessage> {
            private final MessagePassingQueue<NumberMessage> queue;
            private final NumberMessage[] messages;
            private int turn;
            private long number;

            Adding(MessagePassingQueue<NumberMessage> queue, int capacity) {
                this.queue = queue;
                messages = NumberMessage.forOne(capacity);
            }

            @Override
            public NumberMessage get() {
                NumberMessage message = messages[turn++ & messages.length - 1];
                message.number = number++;
                return message;
            }

            @Override
            public int send(long first, int count) {
                number = first;
                if (count > 1) {
                    return queue.fill(this, count);
                }
                NumberMessage message = messages[turn & messages.length - 1];
                message.number = first;
                if (!queue.relaxedOffer(message)) {
                    return 0;
                }
                turn++;
                return 1;
            }

            @Override
            public boolean isDrained() {
                return queue.isEmpty();
            }
        }

        private static final class Taking extends NumberQueue.Receiver
                implements MessagePassingQueue.Consumer<NumberMessage> {
            private final MessagePassingQueue<NumberMessage> queue;

            Taking(MessagePassingQueue<NumberMessage> queue) {
                this.queue = queue;
            }

            @Override
            public void accept(NumberMessage message) {
                sum += message.number;
            }

            @Override
            protected int receive(int limit) {
                if (limit > 1) {
                    return queue.drain(this, limit);
                }
                NumberMessage message = queue.relaxedPoll();
                if (message == null) {
                    return 0;
                }
                sum += message.number;
                return 1;
            }
        }
    }
}
