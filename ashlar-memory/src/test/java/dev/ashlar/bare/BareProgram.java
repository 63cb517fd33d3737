// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bare;

import dev.ashlar.memory.Access;
import dev.ashlar.memory.Advice;
import dev.ashlar.memory.BigDoubleArray;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.NoSpaceException;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.Residence;
import dev.ashlar.memory.SegmentedMemory;
import dev.ashlar.memory.SharedPool;
import dev.ashlar.memory.StructArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The main paths of the module, for a JVM of its own.
public final class BareProgram {
    private static final long BYTES = 32L << 20;

    private BareProgram() {
    }

    /// @param args a folder
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        System.out.println("native=" + ChunkPool.class.getModule().isNativeAccessEnabled());
        PoolOptions options = PoolOptions.bounded(BYTES).withExtentBytes(4 << 20);
        try (ChunkPool pool = ChunkPool.anonymous(options.withHugePages())) {
            use(pool);
        }
        try (ChunkPool pool = ChunkPool.anonymous(options.sparse())) {
            use(pool);
        }
        try (ChunkPool pool = ChunkPool.inFiles(folder, options)) {
            use(pool);
        }
        try (ChunkPool pool = ChunkPool.inFiles(folder, options.sparse())) {
            use(pool);
        }
        try (SharedPool pool = SharedPool.open(folder, options)) {
            use(pool.chunks());
            check(1, pool.publish("bare", pool.acquire(1 << 20)) ? 1 : 0);
            pool.openReadOnly("bare").orElseThrow().close();
            check(0, pool.reap().chunks());
        }
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(1L << 46, 1 << 30))) {
            pool.acquire(1L << 45);
            throw new IllegalStateException("more memory than there is");
        } catch (NoSpaceException e) {
            System.out.println("refused=" + e.extentBytes());
        }
        System.out.println("done");
    }

    private static void use(ChunkPool pool) throws IOException {
        try (BigDoubleArray array = BigDoubleArray.acquire(pool, 1_000_000);
                StructArray structs = StructArray.acquire(pool, 42, 1_000)) {
            array.fill(0.5);
            array.map(0, 10, x -> x + 1);
            check(500_010, array.sum());
            structs.wrap(999, (memory, offset) -> check(42 * 999, offset));
        }
        SegmentedMemory memory = pool.acquire(2 << 20);
        Access.LONG.setVolatile(memory, 64L, 9L);
        boolean advised = true;
        for (Advice advice : new Advice[] {Advice.SEQUENTIAL, Advice.RANDOM, Advice.WILLNEED}) {
            advised &= memory.advise(advice);
        }
        memory.advise(Advice.POPULATE_WRITE);
        memory.grow(3 << 20);
        check(9, memory.getLong(64));
        Optional<Residence> residence = pool.residence();
        pool.lockInRam();
        System.out.println(pool + ": advice=" + advised + ", pageBytes=" + pool.pageBytes() + ", " + residence);
        memory.close();
        check(0, pool.statistics().containers());
    }

    private static void check(double expected, double found) {
        if (expected != found) {
            throw new IllegalStateException("expected=" + expected + ", found=" + found);
        }
    }
}
