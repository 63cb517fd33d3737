// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.FixedLengthRingFile;
import dev.ashlar.flow.OneToOneRingFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;

/// Ashlar's queues and those of the JDK.
public enum LabQueue implements QueueKind {
    // Lambdas, because method references would load the classes of all queues.
    RING("Ashlar OneToOneRing (3P1C: RingGroup)", (producers, capacity) -> RingQueue.group(producers, capacity)),
    FIXED_RING("Ashlar FixedLengthRing", (_, capacity) -> FixedLengthRingQueue.of(capacity)),
    MANY_TO_ONE("Ashlar ManyToOneRing", (producers, capacity) -> RingQueue.manyToOne(producers, capacity)),
    ARRAY("ArrayBlockingQueue", (_, capacity) -> JdkQueue.of(new ArrayBlockingQueue<>(capacity))),
    LINKED("LinkedBlockingQueue", (_, capacity) -> JdkQueue.of(new LinkedBlockingQueue<>(capacity)));

    private final String text;
    private final BiFunction<Integer, Integer, NumberQueue> opening;

    LabQueue(String text, BiFunction<Integer, Integer, NumberQueue> opening) {
        this.text = text;
        this.opening = opening;
    }

    @Override
    public String text() {
        return text;
    }

    /// Whether it passes messages of variable length, as bytes.
    public boolean takesAnyLength() {
        return this == RING || this == MANY_TO_ONE;
    }

    /// A many-to-one ring is for several producers, a fixed-length ring for one; two processes need memory off the
    /// heap.
    @Override
    public boolean fits(Shape shape) {
        return switch (shape) {
            case ONE_TO_ONE -> this != MANY_TO_ONE;
            case ALONE -> true;
            case THREE_TO_ONE -> this != FIXED_RING;
            case PROCESSES -> this == RING || this == FIXED_RING;
        };
    }

    @Override
    public NumberQueue open(int producers, int capacity) {
        return opening.apply(producers, capacity);
    }

    @Override
    public void create(Path file, int capacity) throws IOException {
        if (this == RING) {
            OneToOneRingFile.create(file, 1, capacity * RingQueue.RECORD_BYTES);
        } else {
            FixedLengthRingFile.create(file, capacity, Long.BYTES);
        }
    }

    @Override
    public NumberQueue open(Path file) throws IOException {
        return this == RING ? RingQueue.group(OneToOneRingFile.open(file).lanes())
                : FixedLengthRingQueue.of(FixedLengthRingFile.open(file).ring());
    }
}
