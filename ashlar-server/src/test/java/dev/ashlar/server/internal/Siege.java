// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.Ticks;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// A gateway with misbehaving clients and an honest one, and the proof that nothing is left of the others.
///
/// Its deadlines pass when a test says so.
final class Siege implements AutoCloseable {
    final ManualClock clock = new ManualClock();
    final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    final HaltingRecorder recorder = new HaltingRecorder();
    final RunningGateway gateway;
    private final Path folder;
    private final AtomicLong number = new AtomicLong();
    private final Set<Long> accepted = new TreeSet<>();
    private final Set<String> threadsBefore;

    Siege(Path folder, Listening listening, Bounds bounds) throws IOException {
        this.folder = folder;
        gateway = RunningGateway.start(Ticks.options(folder).withBounds(bounds).withListening(listening), log::add,
                recorder::around, clock);
        threadsBefore = threads();
    }

    /// Threads of the gateway that are not virtual.
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("ashlar-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    GatewayMetrics meters() {
        return gateway.parts().meters();
    }

    long heldBytes() {
        return gateway.parts().held().held();
    }

    HttpSocket http() throws IOException {
        return new HttpSocket(gateway.httpPort());
    }

    HttpSocket tcp() throws IOException {
        return new HttpSocket(gateway.tcpPort().orElseThrow());
    }

    /// Numbers of messages that nobody has sent yet.
    long next(int count) {
        return number.getAndAdd(count);
    }

    /// Messages that the gateway has said to have taken.
    void accepted(long first, int count) {
        for (long n = first; n < first + count; n++) {
            accepted.add(n);
        }
    }

    /// An honest client sends messages, and is served.
    void send(int count) throws IOException {
        long first = next(count);
        assertEquals(202, HttpSocket.post(gateway.httpPort(), Ticks.run(first, count)).status());
        accepted(first, count);
    }

    /// Waits until nothing is held for any client.
    void awaitNothingLeft() throws IOException {
        // Together: a client that came last may be accepted when those before it are gone.
        ManualClock.await(() -> gateway.connections() == 0 && meters().httpConnections.get() == 0
                && meters().tcpConnections.get() == 0 && meters().tcpRefused.get() == 0 && meters().streams.get() == 0
                && heldBytes() == 0 && gateway.parts().admission().depth() == 0);
        // At the start there may have been some that were about to end.
        ManualClock.await(() -> threadsBefore.containsAll(threads()));
    }

    /// Waits for that, and holds what is stored against what was accepted.
    @Override
    public void close() throws IOException {
        try {
            awaitNothingLeft();
        } finally {
            gateway.stop();
        }
        assertEquals(accepted, Ticks.numbers(folder));
    }
}
