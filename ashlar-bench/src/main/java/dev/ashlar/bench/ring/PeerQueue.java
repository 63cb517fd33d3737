// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.lab.queue.LabQueue;
import dev.ashlar.lab.queue.NumberQueue;
import dev.ashlar.lab.queue.QueueKind;
import dev.ashlar.lab.queue.Shape;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Queues of other libraries.
enum PeerQueue implements QueueKind {
    DISRUPTOR("Disruptor", List.of()),
    JCTOOLS("JCTools Spsc/MpscArrayQueue", List.of("--sun-misc-unsafe-memory-access=allow")),
    AGRONA("Agrona ring, checks off", List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dagrona.disable.bounds.checks=true"));

    private final String label;
    private final List<String> flags;

    PeerQueue(String label, List<String> flags) {
        this.label = label;
        this.flags = flags;
    }

    /// Ours and those of the JDK, then these.
    static List<QueueKind> all() {
        return Stream.<QueueKind>concat(Arrays.stream(LabQueue.values()), Arrays.stream(values())).toList();
    }

    static QueueKind named(String name) {
        return all().stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
    }

    @Override
    public String label() {
        return label;
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
            case DISRUPTOR -> new DisruptorQueue(producers, capacity);
            case JCTOOLS -> new JcToolsQueue(producers, capacity);
            case AGRONA -> new AgronaQueue(producers, capacity);
        };
    }

    @Override
    public void create(Path file, int capacity) throws IOException {
        Files.write(file, new byte[AgronaQueue.bytes(capacity)]);
    }

    @Override
    public NumberQueue open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new AgronaQueue(1, channel.map(MapMode.READ_WRITE, 0, channel.size()));
        }
    }
}
