// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentedMemoryTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final long SIZE = 5 * CHUNK + 100;

    private ChunkPool contiguousPool;
    private ChunkPool scatteredPool;

    @BeforeEach
    void open() throws IOException {
        contiguousPool = Pools.small(16);
        scatteredPool = Pools.scattered(16);
    }

    @AfterEach
    void close() {
        contiguousPool.close();
        scatteredPool.close();
    }

    private SegmentedMemory acquire(boolean contiguous) throws IOException {
        SegmentedMemory memory = (contiguous ? contiguousPool : scatteredPool).acquire(SIZE);
        assertEquals(contiguous, memory.isContiguous());
        return memory;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepValuesAtAnyOffset(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        for (long offset : new long[] {0, 1, CHUNK - 7, CHUNK - 4, CHUNK - 1, CHUNK, 2 * CHUNK - 3, SIZE - 8}) {
            memory.putLong(offset, 0x0123456789ABCDEFL);
            assertEquals(0x0123456789ABCDEFL, memory.getLong(offset));
            memory.putDouble(offset, -1.5e300);
            assertEquals(-1.5e300, memory.getDouble(offset));
            memory.putInt(offset, 0x89ABCDEF);
            assertEquals(0x89ABCDEF, memory.getInt(offset));
            memory.putFloat(offset, -1.5e30f);
            assertEquals(-1.5e30f, memory.getFloat(offset));
            memory.putShort(offset, (short) -2);
            assertEquals(-2, memory.getShort(offset));
            memory.putChar(offset, '\uABCD');
            assertEquals('\uABCD', memory.getChar(offset));
            memory.putByte(offset, (byte) -3);
            assertEquals(-3, memory.getByte(offset));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseWhatLiesOutside(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        for (long offset : new long[] {-1, Long.MIN_VALUE, SIZE - 7, SIZE, 6 * CHUNK, 1L << 32, 1L << 44,
            Long.MAX_VALUE - 3, Long.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> memory.getLong(offset));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.putLong(offset, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> Access.LONG.getVolatile(memory, offset));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.fill(offset, 8, (byte) 1));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.slice(offset, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.copyTo(offset, memory, 0, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.copyTo(0, memory, offset, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.forEachRun(offset, 8, (m, b, l, o) -> { }));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> memory.getByte(SIZE));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.fill(0, -1, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.fill(1, Long.MAX_VALUE, (byte) 1));
        IndexOutOfBoundsException e = assertThrows(IndexOutOfBoundsException.class, () -> memory.getInt(SIZE - 3));
        assertEquals("outside the container: offset=20577, length=4, byteSize=20580 (anonymous memory)",
                e.getMessage());
        assertEquals(0, memory.getLong(SIZE - 8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldOfferAllModesOfAccess(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        long offset = 3 * CHUNK - 8;
        Access.LONG.setRelease(memory, offset, 5L);
        assertEquals(5L, (long) Access.LONG.getAcquire(memory, offset));
        assertEquals(5L, (long) Access.LONG.getOpaque(memory, offset));
        assertEquals(5L, (long) Access.LONG.getAndAdd(memory, offset, 2L));
        assertTrue(Access.LONG.compareAndSet(memory, offset, 7L, 9L));
        assertFalse(Access.LONG.compareAndSet(memory, offset, 7L, 9L));
        assertEquals(9L, memory.getLong(offset));
        Access.INT.setVolatile(memory, offset, 3);
        assertEquals(3, (int) Access.INT.getAndBitwiseOr(memory, offset, 4));
        assertEquals(7, (int) Access.INT.getVolatile(memory, offset));
        Access.SHORT.setOpaque(memory, offset, (short) 1);
        Access.BYTE.setVolatile(memory, offset + 1, (byte) 1);
        assertEquals('\u0101', (char) Access.CHAR.getAcquire(memory, offset));
        Access.FLOAT.setRelease(memory, offset, 2f);
        assertEquals(2f, (float) Access.FLOAT.getAndSet(memory, offset, 3f));
        Access.DOUBLE.setVolatile(memory, offset, 2.5);
        assertTrue(Access.DOUBLE.weakCompareAndSetPlain(memory, offset, 2.5, 3.5));
        assertThrows(IllegalArgumentException.class, () -> Access.LONG.getAcquire(memory, offset + 4));
        assertThrows(IllegalArgumentException.class, () -> Access.INT.compareAndSet(memory, CHUNK - 2L, 0, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHandOutRuns(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        List<Long> lengths = new ArrayList<>();
        memory.forEachRun(100, 2 * CHUNK, (run, base, length, offset) -> {
            run.asSlice(base, length).fill((byte) lengths.size());
            lengths.add(length);
        });
        assertEquals(contiguous ? List.of(2L * CHUNK) : List.of(CHUNK - 100L, (long) CHUNK, 100L), lengths);
        assertEquals(contiguous ? 0 : 2, memory.getByte(2 * CHUNK + 99));
        assertEquals(0, memory.getByte(2 * CHUNK + 100));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSlice(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        SegmentedMemory slice = memory.slice(CHUNK - 3, 2 * CHUNK);
        SegmentedMemory inner = slice.slice(1, 100);
        slice.putLong(0, -5);
        assertEquals(-5, memory.getLong(CHUNK - 3));
        inner.fill(0, 100, (byte) 4);
        assertEquals(4, memory.getByte(CHUNK - 2));
        assertEquals(4, memory.getByte(CHUNK + 97));
        assertEquals(0, memory.getByte(CHUNK + 98));
        assertEquals(2 * CHUNK, slice.byteSize());
        assertThrows(IndexOutOfBoundsException.class, () -> slice.getLong(2 * CHUNK - 7));
        assertThrows(IndexOutOfBoundsException.class, () -> inner.getByte(100));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.getByte(-1));
        assertThrows(UnsupportedOperationException.class, () -> slice.grow(3 * CHUNK));
        inner.close();
        assertThrows(IllegalStateException.class, () -> inner.getByte(0));
        assertEquals(4, slice.getByte(1));
        memory.close();
        assertThrows(IllegalStateException.class, () -> slice.getByte(1));
        assertThrows(IllegalStateException.class, () -> slice.fill(0, 1, (byte) 1));
        memory.reopen(SIZE);
        assertThrows(IllegalStateException.class, () -> slice.getByte(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGrowAndKeepWhatItHolds(boolean contiguous) throws IOException {
        ChunkPool pool = contiguous ? contiguousPool : scatteredPool;
        SegmentedMemory memory = pool.acquire(10);
        SegmentedMemory slice = memory.slice(0, 10);
        memory.putLong(2, 77);
        memory.grow(CHUNK);
        memory.grow(3 * CHUNK + 5);
        assertEquals(contiguous, memory.isContiguous());
        assertEquals(77, memory.getLong(2));
        assertEquals(77, slice.getLong(2));
        memory.putLong(3 * CHUNK - 3, 78);
        assertEquals(78, memory.getLong(3 * CHUNK - 3));
        assertThrows(IllegalArgumentException.class, () -> memory.grow(3 * CHUNK));
        assertThrows(PoolFullException.class, () -> memory.grow(1L << 40));
        assertThrows(PoolFullException.class, () -> memory.grow(Long.MAX_VALUE));
        SegmentedMemory inTheWay = pool.acquire(CHUNK);
        memory.grow(6 * CHUNK);
        assertFalse(memory.isContiguous());
        assertEquals(78, memory.getLong(3 * CHUNK - 3));
        memory.putLong(4 * CHUNK - 3, 79);
        assertEquals(79, memory.getLong(4 * CHUNK - 3));
        inTheWay.close();
        memory.close();
        assertEquals(16, pool.statistics().freeChunks());
    }

    @Test
    void shouldBeOpenedAnewByItsOwner() throws IOException {
        SegmentedMemory memory = contiguousPool.acquire(SIZE);
        assertThrows(IllegalStateException.class, () -> memory.reopen(1));
        memory.close();
        assertSame(memory, memory.reopen(2 * SIZE));
        memory.putByte(2 * SIZE - 1, (byte) 1);
        memory.close();
        assertThrows(PoolFullException.class, () -> memory.reopen(17 * CHUNK));
        assertThrows(IllegalArgumentException.class, () -> memory.reopen(-1));
        memory.reopen(0);
        assertEquals(0, memory.byteSize());
        assertThrows(IndexOutOfBoundsException.class, () -> memory.getByte(0));
        memory.grow(1);
        assertEquals(0, memory.getByte(0));
        memory.close();
        assertEquals(new PoolStatistics(16 * CHUNK, CHUNK, 1, 16, 16, 0, 3), contiguousPool.statistics());
    }

    @Test
    void shouldGoBackWithTheLastOwner() throws IOException {
        SegmentedMemory memory = contiguousPool.acquire(1);
        memory.retain().retain();
        memory.close();
        memory.close();
        memory.putByte(0, (byte) 1);
        memory.close();
        assertThrows(IllegalStateException.class, memory::retain);
        assertEquals(16, contiguousPool.statistics().freeChunks());
        memory.close();
        assertEquals(16, contiguousPool.statistics().freeChunks());
        assertFalse(memory.isOpen());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotGiveBackChunksThatAreVisited(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        ChunkPool pool = memory.pool;
        int free = pool.statistics().freeChunks();
        memory.forEachRun(0, CHUNK, (run, base, length, offset) -> {
            memory.close();
            assertFalse(memory.isOpen());
            assertThrows(IllegalStateException.class, () -> memory.getByte(0));
            assertThrows(IllegalStateException.class, () -> memory.reopen(1));
            assertEquals(free, pool.statistics().freeChunks());
            run.asSlice(base, length).fill((byte) 1);
        });
        assertEquals(16, pool.statistics().freeChunks());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPassThroughChannels(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        byte[] bytes = new byte[3 * CHUNK];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >> 3);
        }
        memory.readFrom(Channels.newChannel(new ByteArrayInputStream(bytes)), 50, bytes.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        memory.writeTo(Channels.newChannel(out), 50, bytes.length);
        assertEquals(-1, MemorySegment.ofArray(bytes).mismatch(MemorySegment.ofArray(out.toByteArray())));
        EOFException early = assertThrows(EOFException.class,
                () -> memory.readFrom(Channels.newChannel(new ByteArrayInputStream(bytes)), 0, SIZE));
        assertEquals("channel ended early: length=20580, found=12288", early.getMessage());
    }

    @Test
    void shouldRefuseWhenAChannelDoesNotBlock() throws IOException {
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel in = pipe.source(); Pipe.SinkChannel out = pipe.sink();
                ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(1 << 20));
                SegmentedMemory memory = pool.acquire(100)) {
            in.configureBlocking(false);
            out.configureBlocking(false);
            assertThrows(IllegalBlockingModeException.class, () -> memory.readFrom(in, 0, 100));
            assertThrows(IllegalBlockingModeException.class, () -> memory.writeTo(out, 0, 100));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeAdviceOrSayNo(boolean contiguous) throws IOException {
        SegmentedMemory memory = acquire(contiguous);
        for (Advice advice : Advice.values()) {
            if (advice != Advice.DONTNEED) {
                memory.putByte(0, (byte) 8);
                memory.advise(advice);
                assertEquals(8, memory.getByte(0));
            }
        }
    }
}
