// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.FixedRingFile;
import dev.ashlar.flow.RingFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Ashlar's queues and those of the JDK.
public enum LabQueue implements QueueKind {
    RING("Ashlar Ring (3P1C: Lanes)"),
    FIXED_RING("Ashlar FixedRing"),
    FUNNEL("Ashlar Funnel"),
    ARRAY("ArrayBlockingQueue"),
    LINKED("LinkedBlockingQueue");

    private final String label;

    LabQueue(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public List<String> flags() {
        return List.of();
    }

    public boolean isOurs() {
        return ordinal() <= FUNNEL.ordinal();
    }

    /// Whether it passes messages of any length, as bytes.
    public boolean takesAnyLength() {
        return this == RING || this == FUNNEL;
    }

    /// A funnel is for several producers, a ring of messages of one length for one; two processes need memory that is
    /// not on the heap.
    @Override
    public boolean fits(Shape shape) {
        return switch (shape) {
            case ONE_TO_ONE -> this != FUNNEL;
            case ALONE -> true;
            case THREE_TO_ONE -> this != FIXED_RING;
            case PROCESSES -> this == RING || this == FIXED_RING;
        };
    }

    @Override
    public NumberQueue open(int producers, int capacity) {
        return switch (this) {
            case RING -> new RingQueue(producers, capacity);
            case FIXED_RING -> new FixedRingQueue(capacity);
            case FUNNEL -> new FunnelQueue(producers, capacity);
            case ARRAY -> new JdkQueue(new ArrayBlockingQueue<>(capacity));
            case LINKED -> new JdkQueue(new LinkedBlockingQueue<>(capacity));
        };
    }

    @Override
    public void create(Path file, int capacity) throws IOException {
        switch (this) {
            case RING -> RingFile.create(file, 1, capacity * RingQueue.RECORD_BYTES);
            case FIXED_RING -> FixedRingFile.create(file, capacity, Long.BYTES);
            case FUNNEL, ARRAY, LINKED -> throw new IllegalArgumentException("not between processes: queue=" + label);
        }
    }

    @Override
    public NumberQueue open(Path file) throws IOException {
        return switch (this) {
            case RING -> new RingQueue(RingFile.open(file).lanes());
            case FIXED_RING -> new FixedRingQueue(FixedRingFile.open(file).ring());
            case FUNNEL, ARRAY, LINKED -> throw new IllegalArgumentException("not between processes: queue=" + label);
        };
    }
}
