// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.v1.PoolStep;
import dev.ashlar.memory.internal.v1.PoolSteps;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// What [SharedPoolIT] runs in processes of their own, told by lines of standard input and telling by lines of output.
public final class SharedPoolProgram {
    static final int CHUNK = Pools.CHUNK;
    static final int CHUNKS = 24;
    static final PoolOptions OPTIONS =
            PoolOptions.bounded((long) CHUNKS * CHUNK, CHUNK).withExtentBytes(4L * CHUNK);
    static final int NAMES = 4;
    static final int COUNTS = 50_000;

    private static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in));

    private SharedPoolProgram() {
    }

    /// @param args the folder, the program, and what that wants
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        switch (args[1]) {
            case "kill" -> steps(folder, Integer.parseInt(args[2]), Set.of());
            case "stop" -> steps(folder, -1, Arrays.stream(args[2].split(",")).map(PoolStep::valueOf).collect(
                    Collectors.toSet()));
            case "random" -> random(folder, Long.parseLong(args[2]));
            case "count" -> count(folder);
            case "zombie" -> zombie(folder);
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    /// All that one does with a pool, once. Waits for a line at a step by its number, and at some by their names.
    private static void steps(Path folder, int at, Set<PoolStep> names) throws IOException {
        int[] count = {0};
        script(folder, step -> {
            if (count[0]++ == at || names.contains(step)) {
                say("at " + step);
                hear();
            }
        });
        say("done");
    }

    static void script(Path folder, PoolSteps steps) throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS, new Disk(), steps)) {
            SegmentedMemory two = pool.acquire(2 * CHUNK);
            write(two, 2);
            SegmentedMemory three = pool.acquire(3 * CHUNK - 8);
            write(three, 3);
            require(pool.publish("script", three), "name is free");
            check(two, 2);
            two.close();
            SegmentedMemory again = pool.openReadOnly("script").orElseThrow();
            check(again, 3);
            three.close();
            require(pool.unpublish("script"), "name is there");
            check(again, 3);
            again.close();
            SegmentedMemory one = pool.acquire(CHUNK);
            write(one, 1);
            pool.reap();
            check(one, 1);
        }
    }

    /// Whatever comes to mind, until a line says that it is enough.
    private static void random(Path folder, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<SegmentedMemory> own = new ArrayList<>();
        List<SegmentedMemory> shared = new ArrayList<>();
        long rounds = 0;
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            say("open");
            for (; !IN.ready(); rounds++) {
                act(pool, random, own, shared);
            }
            for (SegmentedMemory memory : own) {
                check(memory, memory.getLong(0));
            }
            if (random.nextBoolean()) {
                own.forEach(SegmentedMemory::close);
                shared.forEach(SegmentedMemory::close);
            }
        }
        say("done " + rounds);
    }

    private static void act(SharedPool pool, SplittableRandom random, List<SegmentedMemory> own,
            List<SegmentedMemory> shared) throws IOException {
        String name = "name" + random.nextInt(NAMES);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                try {
                    SegmentedMemory memory = pool.acquire(1 + random.nextInt(5 * CHUNK) & -8);
                    write(memory, random.nextLong());
                    own.add(memory);
                } catch (PoolFullException e) {
                    // As bounded pools are.
                }
            }
            case 3, 4 -> {
                if (!own.isEmpty()) {
                    SegmentedMemory memory = own.remove(random.nextInt(own.size()));
                    check(memory, memory.byteSize() == 0 ? 0 : memory.getLong(0));
                    memory.close();
                }
            }
            case 5 -> {
                if (!own.isEmpty() && pool.publish(name, own.getLast())) {
                    shared.add(own.removeLast());
                }
            }
            case 6 -> {
                if (random.nextInt(3) == 0) {
                    pool.unpublish(name);
                    pool.reap();
                } else {
                    Optional<SegmentedMemory> found = pool.openReadOnly(name);
                    found.ifPresent(shared::add);
                }
            }
            default -> {
                if (!shared.isEmpty()) {
                    SegmentedMemory memory = shared.remove(random.nextInt(shared.size()));
                    check(memory, memory.byteSize() == 0 ? 0 : memory.getLong(0));
                    memory.close();
                }
            }
        }
    }

    /// Adds to a number that others add to as well.
    private static void count(Path folder) throws IOException {
        try (SharedPool pool = SharedPool.open(folder); SegmentedMemory memory =
                pool.openReadWrite("count").orElseThrow()) {
            say("open");
            hear();
            for (int i = 0; i < COUNTS; i++) {
                long before = (long) Access.LONG.getAndAdd(memory, 3L * CHUNK, 1L);
                require(before >= i, "counts only grow");
            }
        }
        say("done");
    }

    /// Loses its lock, as a careless copy of the folder by another part of a program would make it, and finds out.
    private static void zombie(Path folder) throws IOException {
        SharedPool pool = SharedPool.open(folder, OPTIONS);
        SegmentedMemory memory = pool.acquire(CHUNK);
        memory.fill(0, CHUNK, (byte) 1);
        FileChannel.open(folder.resolve("pool.locks"), StandardOpenOption.READ).close();
        say("lost");
        hear();
        try {
            memory.fill(0, CHUNK, (byte) 1);
            say("unaware");
        } catch (ReapedException e) {
            say("noticed");
        }
        try {
            memory.close();
        } catch (ReapedException e) {
            say("noticed");
        }
        pool.close();
    }

    /// Every word of a container says whose it is and where it lies; the first is the key.
    static void write(SegmentedMemory memory, long key) {
        for (long offset = 0; offset < memory.byteSize(); offset += 8) {
            memory.putLong(offset, offset == 0 ? key : key * 31 + offset);
        }
    }

    static void check(SegmentedMemory memory, long key) {
        for (long offset = 0; offset < memory.byteSize(); offset += 8) {
            long found = memory.getLong(offset);
            require(found == (offset == 0 ? key : key * 31 + offset), "changed by another at " + offset);
        }
    }

    private static void require(boolean is, String what) {
        if (!is) {
            throw new IllegalStateException("broken: " + what);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void hear() {
        try {
            IN.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
