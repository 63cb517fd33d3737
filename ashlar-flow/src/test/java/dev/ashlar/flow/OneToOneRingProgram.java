// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// What [OneToOneRingIT] runs in a process of its own: one side of a ring, until it is killed or has done all.
public final class OneToOneRingProgram {
    static final int LONGEST = 40;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private OneToOneRingProgram() {
    }

    /// @param args the file; `produce`, or `produce-fixed` for messages of one length, first number, seed; or
    ///     `consume`, a file for the numbers
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        if (args[1].equals("produce-fixed")) {
            produce(FixedLengthRingFile.open(Path.of(args[0])).producer(), in, Long.parseLong(args[2]),
                    new SplittableRandom(Long.parseLong(args[3])));
            return;
        }
        OneToOneRingFile file = OneToOneRingFile.open(Path.of(args[0]));
        if (args[1].equals("produce")) {
            produce(file.producer(), in, Long.parseLong(args[2]), new SplittableRandom(Long.parseLong(args[3])));
        } else {
            consume(file.consumer(), in, Path.of(args[2]));
        }
    }

    /// Messages of many lengths, each with its number first, some in batches, some claims given up.
    static void produce(QueueProducer producer, BufferedReader in, long first, SplittableRandom random)
            throws IOException {
        System.out.println("ready");
        in.readLine();
        long number = first;
        boolean batch = false;
        for (long i = 0;; i++) {
            if (i % 1024 == 0 && in.ready()) {
                return;
            }
            if (!batch && random.nextInt(10) == 0) {
                producer.beginBatch();
                batch = true;
            } else if (batch && random.nextInt(5) == 0) {
                producer.endBatch();
                batch = false;
            }
            int length = 8 + random.nextInt(LONGEST - 7);
            long at = producer.claim(length, (int) number & 0xffff);
            if (at == MessageQueue.FULL) {
                Thread.yield();
                continue;
            }
            if (at < 0) {
                throw new AssertionError("refused: " + at);
            }
            fill(producer.memory(), at, length, number);
            if (random.nextInt(20) == 0) {
                producer.abort();
            } else if (producer.commit() >= 0) {
                number++;
            } else {
                throw new AssertionError("refused");
            }
        }
    }

    /// Messages of one length, one or several at once, some given up.
    private static void produce(FixedLengthRingProducer producer, BufferedReader in, long first,
            SplittableRandom random)
            throws IOException {
        System.out.println("ready");
        in.readLine();
        long number = first;
        for (long i = 0;; i++) {
            if (i % 1024 == 0 && in.ready()) {
                return;
            }
            long at = producer.claim(1 + random.nextInt(7));
            if (at < 0) {
                Thread.yield();
                continue;
            }
            int count = random.nextInt(producer.claimed() + 1);
            for (int n = 0; n < count; n++) {
                fill(producer.memory(), at + (long) n * LONGEST, LONGEST, number + n);
            }
            producer.commit(count);
            number += count;
        }
    }

    static void fill(MemorySegment memory, long at, int length, long number) {
        memory.set(LONG, at, number);
        for (int i = 8; i < length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (number + i));
        }
    }

    /// The number of a message; an error if a byte of it is another's.
    static long number(MemorySegment memory, long at, int length, int type) {
        long number = memory.get(LONG, at);
        for (int i = 8; i < length; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, at + i) != (byte) (number + i)) {
                throw new AssertionError("a mix: number=" + number + ", at=" + i + ", length=" + length);
            }
        }
        if (type != ((int) number & 0xffff)) {
            throw new AssertionError("type of another: number=" + number + ", type=" + type);
        }
        return number;
    }

    private static void consume(RingGroupConsumer consumer, BufferedReader in, Path numbers) throws IOException {
        // Whoever kills this process reads the file then.
        try (RandomAccessFile out = new RandomAccessFile(numbers.toFile(), "rw")) {
            System.out.println("ready");
            in.readLine();
            while (!in.ready()) {
                int polled = consumer.poll((memory, at, length, type) -> {
                    try {
                        out.writeLong(number(memory, at, length, type));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }, 16);
                if (polled < 0) {
                    throw new AssertionError("refused: " + polled);
                }
            }
        }
    }
}
