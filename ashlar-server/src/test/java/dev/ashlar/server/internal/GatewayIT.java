// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import dev.ashlar.store.StoreException;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Gateways in processes of their own: killed, and besieged.
@Timeout(600)
class GatewayIT {
    private static final int ROUNDS = 4;
    private static final int MOST_IDLE = 10_000;
    private static final int MOST_LEFT = 8 << 20;
    private static final int LEAST_ACCEPTED = 100;

    @TempDir
    Path folder;

    private static ChildProcess gateway(Path folder, Object... arguments) throws IOException {
        return new ChildProcess(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx256m"), GatewayProgram.class, folder,
                arguments);
    }

    /// Whoever was told 202 finds the message, whichever durability was asked for and whenever the process dies.
    @Test
    void shouldHaveWhatItAcceptedWhenKilled() throws Exception {
        kill(ROUNDS, () -> gateway(folder), () -> Ticks.numbers(folder));
    }

    /// Days change every ten requests, so that it is often killed while they do.
    @Tag("slow")
    @Test
    void shouldHaveWhatItAcceptedWhenKilledWhileDaysChange() throws Exception {
        AtomicLong day = new AtomicLong();
        kill(ROUNDS / 2, () -> gateway(folder, day.getAndAdd(1_000)), () -> numbersOfDays(folder));
        try (Archive archive = Archive.open(folder)) {
            int days = archive.days().size();
            System.out.println("GatewayIT: days=" + days);
            assertTrue(days > ROUNDS, "days=" + days);
        }
    }

    /// In all days; the next writer would recover the open one.
    private static Set<Long> numbersOfDays(Path folder) throws StoreException {
        Set<Long> all = new TreeSet<>();
        try (Archive archive = Archive.open(folder)) {
            for (Archive.Day day : archive.days()) {
                for (long number : Ticks.numbers(folder.resolve(day.name()))) {
                    assertTrue(all.add(number), "twice: number=" + number);
                }
            }
        }
        return all;
    }

    private interface Source<T> {
        T get() throws IOException;
    }

    private static void kill(int rounds, Source<ChildProcess> start, Source<Set<Long>> found) throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.of("GatewayIT"));
        Set<Long> accepted = new ConcurrentSkipListSet<>();
        Set<Long> sent = new ConcurrentSkipListSet<>();
        AtomicLong number = new AtomicLong();
        for (int round = 0; round < rounds; round++) {
            try (ChildProcess process = start.get()) {
                int port = Integer.parseInt(process.hear().split(" ")[0]);
                List<Thread> clients = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    boolean durable = i % 2 == 0;
                    clients.add(Thread.ofVirtual().start(() -> sendUntilItDies(port, durable, number, sent, accepted)));
                }
                // In the middle of something, be it sooner or later.
                int enough = accepted.size() + LEAST_ACCEPTED + random.nextInt(1_000);
                ManualClock.await(() -> accepted.size() >= enough);
                process.kill();
                for (Thread client : clients) {
                    client.join();
                }
            }
            Set<Long> stored = found.get();
            Set<Long> missing = new TreeSet<>(accepted);
            missing.removeAll(stored);
            assertEquals(Set.of(), missing, "round=" + round);
            assertTrue(sent.containsAll(stored), "round=" + round);
        }
        assertTrue(accepted.size() >= LEAST_ACCEPTED * rounds, "accepted=" + accepted.size());
    }

    private static void sendUntilItDies(int port, boolean durable, AtomicLong number, Set<Long> sent,
            Set<Long> accepted) {
        try (HttpSocket client = new HttpSocket(port)) {
            while (true) {
                long first = number.getAndAdd(3);
                for (long n = first; n < first + 3; n++) {
                    sent.add(n);
                }
                client.post(Ticks.run(first, 3), "Prefer: durability=" + (durable ? "disk" : "process"));
                Answer answer = client.read();
                if (answer.status() == 202) {
                    assertTrue(answer.body().contains(durable ? "\"disk\"" : "\"process\""), answer.body());
                    for (long n = first; n < first + 3; n++) {
                        accepted.add(n);
                    }
                }
            }
        } catch (IOException e) {
            // It is dead.
        }
    }

    /// Connections that do nothing cost little and are closed in time; active clients are served meanwhile.
    @Test
    void shouldBearManyIdleConnections() throws Exception {
        try (ChildProcess process = gateway(folder)) {
            int port = Integer.parseInt(process.hear().split(" ")[0]);
            long before = heap(process, port);
            List<HttpSocket> idle = new ArrayList<>();
            // One is for an honest client. Where few files may be open, there are fewer.
            double most = Math.min(MOST_IDLE, Scrape.metric(port, "ashlar_connection_limit") - 1);
            try {
                while (idle.size() < most) {
                    idle.add(new HttpSocket(port));
                }
            } catch (IOException e) {
                System.out.println("GatewayIT: no more files may be open here: idle=" + idle.size());
            }
            assertTrue(idle.size() >= 500, "idle=" + idle.size());
            // One more descriptor than is left may be needed to talk.
            idle.removeLast().close();
            long during = heap(process, port);
            System.out.println("GatewayIT: idle=" + idle.size() + ", heapBytesOfEach="
                    + (during - before) / idle.size());
            assertTrue((during - before) / idle.size() < 40_000, "before=" + before + ", during=" + during);
            Scrape.await(port, "ashlar_connections{port=\"http\"}", idle.size() + 1);
            process.tell("late");
            for (HttpSocket client : idle) {
                assertTrue(client.isClosed());
                client.close();
            }
            Scrape.await(port, "ashlar_connections{port=\"http\"}", 1);
            long after = heap(process, port);
            System.out.println("GatewayIT: heapBytesLeft=" + (after - before));
            assertTrue(after - before < MOST_LEFT, "before=" + before + ", after=" + after);
        }
    }

    /// What is in use, and that the gateway serves.
    private static long heap(ChildProcess process, int port) throws IOException {
        assertEquals(202, HttpSocket.post(port, Ticks.of(1)).status());
        process.tell("heap");
        return Long.parseLong(process.hear());
    }
}
