// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ChunkPoolThreadsTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final int THREADS = 4;

    /// Each thread marks what it owns; were a chunk given to two, one would find the mark of the other.
    @Test
    void shouldGiveEveryChunkToOneOwner() throws Exception {
        long seed = Seed.of("ChunkPoolThreadsTest");
        PoolOptions options = PoolOptions.bounded(40L * CHUNK, CHUNK).withExtentBytes(8 * CHUNK);
        try (ChunkPool pool = ChunkPool.anonymous(options)) {
            inThreads(THREADS, thread -> {
                SplittableRandom random = new SplittableRandom(seed + thread);
                List<SegmentedMemory> open = new ArrayList<>();
                for (int round = 0; round < 3_000; round++) {
                    try {
                        SegmentedMemory memory = pool.acquire(random.nextInt(5 * CHUNK) + 1);
                        memory.fill(0, memory.byteSize(), (byte) thread);
                        open.add(memory);
                        if (random.nextInt(4) == 0) {
                            long before = memory.byteSize();
                            memory.grow(before + random.nextInt(2 * CHUNK));
                            memory.fill(before, memory.byteSize() - before, (byte) thread);
                        }
                    } catch (PoolFullException e) {
                        assertTrue(!open.isEmpty() || pool.statistics().containers() > 0);
                    }
                    while (open.size() > random.nextInt(4)) {
                        SegmentedMemory memory = open.remove(random.nextInt(open.size()));
                        memory.forEachRun(0, memory.byteSize(), (run, base, length, offset) -> {
                            for (long i = base; i < base + length; i += 64) {
                                assertEquals(thread, run.get(SegmentedMemory.BYTE, i));
                            }
                        });
                        memory.close();
                    }
                }
                open.forEach(SegmentedMemory::close);
            });
            PoolStatistics end = pool.statistics();
            assertEquals(end.totalChunks(), end.freeChunks());
            assertEquals(0, end.containers());
        }
    }

    @Test
    void shouldCloseOnceWhoeverClosesLast() throws Exception {
        try (ChunkPool pool = Pools.small(8)) {
            for (int round = 0; round < 300; round++) {
                SegmentedMemory memory = pool.acquire(3 * CHUNK);
                for (int i = 1; i < THREADS; i++) {
                    memory.retain();
                }
                inThreads(THREADS, thread -> {
                    memory.putByte(thread, (byte) 1);
                    memory.close();
                });
                assertEquals(8, pool.statistics().freeChunks());
            }
        }
    }

    /// Readers and writers that run next to the close end with an exception, none with a crash.
    @Test
    void shouldStopOtherThreadsAtClose() throws Exception {
        for (boolean contiguous : new boolean[] {true, false}) {
            for (boolean closePool : new boolean[] {true, false}) {
                for (int round = 0; round < 5; round++) {
                    ChunkPool pool = contiguous ? Pools.small(20) : Pools.scattered(20);
                    BigLongArray array = BigLongArray.acquire(pool, CHUNK);
                    SegmentedMemory memory = array.memory();
                    CountDownLatch running = new CountDownLatch(4);
                    List<Thread> threads = new ArrayList<>();
                    List<AtomicReference<Throwable>> ends = new ArrayList<>();
                    for (int kind = 0; kind < 4; kind++) {
                        int work = kind;
                        AtomicReference<Throwable> end = new AtomicReference<>();
                        ends.add(end);
                        Thread thread = new Thread(() -> {
                            running.countDown();
                            try {
                                for (long i = 0;; i = (i + 1) % CHUNK) {
                                    switch (work) {
                                        case 0 -> array.set(i, array.get(i) + 1);
                                        case 1 -> Access.LONG.getAndAdd(memory, i << 3, 1L);
                                        case 2 -> memory.fill(0, memory.byteSize() / 2, (byte) 1);
                                        default -> array.reduce(0, 100, 0, Long::sum);
                                    }
                                    // A volatile read, after which what other threads did before is seen.
                                    running.getCount();
                                }
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
                        threads.add(thread);
                        thread.start();
                    }
                    running.await();
                    Thread.sleep(20);
                    if (closePool) {
                        pool.close();
                    } else {
                        array.close();
                    }
                    for (int i = 0; i < threads.size(); i++) {
                        threads.get(i).join(300_000);
                        assertNotNull(ends.get(i).get(), "work " + i + " goes on");
                        assertInstanceOf(IllegalStateException.class, ends.get(i).get());
                    }
                    pool.close();
                }
            }
        }
    }

    /// While a channel holds memory of the pool, the JDK does not unmap it; afterwards it can be.
    @Test
    void shouldUnmapWhenTheChannelIsDone() throws Exception {
        int attempts = 1;
        while (!closesWhileAChannelWrites(attempts)) {
            assertTrue(++attempts < 100, "never came to close the pool while the channel had its memory");
        }
    }

    /// @return whether the writer was inside the channel when the pool was closed; nobody can know before
    private static boolean closesWhileAChannelWrites(long waitMs) throws Exception {
        Pipe pipe = Pipe.open();
        ChunkPool pool = Pools.small(64);
        SegmentedMemory memory = pool.acquire(64L * CHUNK);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                for (;;) {
                    memory.writeTo(pipe.sink(), 0, memory.byteSize());
                }
            } catch (Throwable e) {
                end.set(e);
            }
        });
        pipe.source().read(ByteBuffer.allocate(1));
        // The pipe takes less than is written, so the writer soon waits inside the channel.
        Thread.sleep(waitMs);
        boolean held = false;
        try {
            pool.close();
        } catch (IllegalStateException e) {
            held = true;
        }
        assertThrows(IllegalStateException.class, () -> memory.getByte(0));
        ByteBuffer drained = ByteBuffer.allocate(1 << 20);
        pipe.source().configureBlocking(false);
        while (writer.isAlive()) {
            pipe.source().read(drained.clear());
        }
        assertInstanceOf(IllegalStateException.class, end.get());
        pool.close();
        assertEquals(0, pool.statistics().extents());
        pipe.sink().close();
        pipe.source().close();
        return held;
    }

    private interface Work {
        void run(int thread) throws IOException;
    }

    private static void inThreads(int count, Work work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < count; i++) {
            int thread = i;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    work.run(thread);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }
}
