// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Whose queue.
enum Contender {
    ASHLAR("Ashlar Ring (3P1C: Lanes)", List.of()),
    ASHLAR_FIXED("Ashlar FixedRing", List.of()),
    ASHLAR_FUNNEL("Ashlar Funnel", List.of()),
    DISRUPTOR("Disruptor", List.of()),
    JCTOOLS("JCTools Spsc/MpscArrayQueue", List.of("--sun-misc-unsafe-memory-access=allow")),
    AGRONA("Agrona ring, checks off", List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dagrona.disable.bounds.checks=true")),
    ARRAY("ArrayBlockingQueue", List.of()),
    LINKED("LinkedBlockingQueue", List.of());

    private final String label;
    private final List<String> flags;

    Contender(String label, List<String> flags) {
        this.label = label;
        this.flags = flags;
    }

    String label() {
        return label;
    }

    /// What its JVMs are started with beyond the flags of all.
    List<String> flags() {
        return flags;
    }

    boolean isOurs() {
        return name().startsWith("ASHLAR");
    }

    /// Whether it passes messages of any length, as bytes.
    boolean takesAnyLength() {
        return this == ASHLAR || this == AGRONA || this == ASHLAR_FUNNEL;
    }

    /// Whether it is measured in a shape: two processes need memory that is not on the heap; a funnel is for several
    /// producers, a ring of messages of one length for one.
    boolean takesPart(Shape shape) {
        return switch (shape) {
            case ONE_TO_ONE -> this != ASHLAR_FUNNEL;
            case ALONE -> true;
            case THREE_TO_ONE -> this != ASHLAR_FIXED;
            case PROCESSES -> this == ASHLAR || this == ASHLAR_FIXED || this == AGRONA;
        };
    }

    /// A queue between threads.
    Pipe open(int producers) {
        return switch (this) {
            case ASHLAR -> new AshlarPipe(producers);
            case ASHLAR_FIXED -> new FixedPipe();
            case ASHLAR_FUNNEL -> new FunnelPipe(producers);
            case DISRUPTOR -> new DisruptorPipe(producers);
            case JCTOOLS -> new JcToolsPipe(producers);
            case AGRONA -> new AgronaPipe(producers);
            case ARRAY -> new BlockingPipe(new ArrayBlockingQueue<>(Pipe.CAPACITY));
            case LINKED -> new BlockingPipe(new LinkedBlockingQueue<>(Pipe.CAPACITY));
        };
    }
}
