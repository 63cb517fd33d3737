// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectCodecTest {
    private static final int CAPACITY = 4096;

    record Positive(int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("negative: " + value);
            }
        }
    }

    static class Tick {
        long id;
        final double[] levels = {1, 2, 3};
        double[] prices = new double[10];
        String symbol;
        Shapes.Side side;
        Shapes.Spot spot;
        List<Shapes.Spot> spots;
        List<String> names;
    }

    static final class SubTick extends Tick {
        int more;
    }

    /// As `Tick` was before and will be after.
    record OldTick(long id, String symbol, List<OldSpot> spots) { }

    record OldSpot(short x, String gone, int[] goneToo, List<Optional<Positive>> allGone) { }

    static final class NewTick {
        double id2;
        String symbol;
        List<NewSpot> spots;
        Optional<String> note = Optional.of("before");
        final int[] levels = {7, 8};
        int count = 9;
    }

    record NewSpot(long x, int y, Optional<Positive> maybe) { }

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[CAPACITY]);
    }

    private static Tick tick() {
        Tick tick = new Tick();
        tick.id = 5;
        tick.symbol = "XLON";
        tick.side = Shapes.Side.SELL;
        tick.spot = new Shapes.Spot();
        tick.spots = new ArrayList<>(List.of(new Shapes.Spot(), new Shapes.Spot()));
        tick.spots.get(1).y = 8;
        tick.names = new ArrayList<>(List.of("a", "€"));
        return tick;
    }

    @Test
    void shouldKeepWhatCanBeFilledAgain() {
        ObjectCodec<Tick> codec = ObjectRegistry.builder().allow(1, Tick.class).build().codec(Tick.class);
        MemorySegment memory = memory();
        codec.write(tick(), memory, 0);
        Tick reused = tick();
        double[] prices = reused.prices;
        String symbol = reused.symbol;
        List<Shapes.Spot> spots = reused.spots;
        Shapes.Spot last = spots.get(1);
        last.y = 0;
        spots.add(new Shapes.Spot());
        assertSame(reused, codec.read(memory, 0, reused));
        assertSame(prices, reused.prices);
        assertSame(symbol, reused.symbol);
        assertSame(spots, reused.spots);
        assertSame(last, reused.spots.get(1));
        assertEquals(2, spots.size());
        assertEquals(8, last.y);
    }

    @Test
    void shouldAllocateNothing() {
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment memory : List.of(memory(), arena.allocate(CAPACITY))) {
                ObjectCodec<Tick> codec = ObjectRegistry.builder().allow(1, Tick.class).build().codec(Tick.class);
                Tick tick = tick();
                Tick reused = new Tick();
                assertEquals(0, Allocation.leastBytes(20_000, () -> codec.write(tick, memory, 0)));
                assertEquals(0, Allocation.leastBytes(20_000, () -> codec.length(tick)));
                assertEquals(0, Allocation.leastBytes(20_000, () -> codec.read(memory, 0, reused)));
            }
        }
    }

    /// Other byte orders and descriptions are read without garbage, too.
    @Test
    void shouldAllocateNothingForOtherBytes() {
        ObjectCodec<Tick> codec = ObjectRegistry.builder().allow(1, Tick.class).order(ByteOrder.LITTLE_ENDIAN).build()
                .codec(Tick.class);
        ObjectCodec<Tick> other = ObjectRegistry.builder().allow(1, Tick.class).order(ByteOrder.BIG_ENDIAN).build()
                .codec(Tick.class);
        MemorySegment memory = memory();
        other.write(tick(), memory, 0);
        Tick reused = new Tick();
        assertEquals(0, Allocation.leastBytes(20_000, () -> codec.read(memory, 0, reused)));
    }

    @Test
    void shouldReadOlderAndNewerBytes() {
        ObjectRegistry before = ObjectRegistry.builder().allow(1, 1, OldTick.class).build();
        ObjectRegistry after = ObjectRegistry.builder().allow(1, 2, NewTick.class).build();
        MemorySegment memory = memory();
        OldTick old = new OldTick(5, "XLON", List.of(new OldSpot((short) -3, "gone", new int[] {1, 2},
                List.of(Optional.of(new Positive(1)), Optional.empty())), new OldSpot((short) 4, null, null, null)));
        ObjectWriter writer = new ObjectWriter(before);
        int length = writer.write(old, memory, 0);
        length += writer.write(old, memory, length);
        ObjectReader reader = new ObjectReader(after, memory.asSlice(0, length));
        NewTick read = (NewTick) reader.next();
        assertEquals("XLON", read.symbol);
        assertEquals(List.of(new NewSpot(-3, 0, Optional.empty()), new NewSpot(4, 0, Optional.empty())), read.spots);
        assertEquals(Optional.empty(), read.note);
        assertEquals(0, read.count);
        assertEquals(7, read.levels[0]);
        assertNotNull(reader.next());
        assertEquals(length, reader.position());
        assertNull(reader.next());

        NewTick now = new NewTick();
        now.spots = List.of();
        now.symbol = "XNYS";
        ObjectRegistry bare = ObjectRegistry.builder().allow(1, BareTick.class).build();
        ObjectReader backwards = new ObjectReader(bare,
                memory.asSlice(0, new ObjectWriter(after).write(now, memory, 0)));
        assertEquals(new BareTick(0, "XNYS"), backwards.next());

        // What a long may be, a short may not.
        now.spots = List.of(new NewSpot(1, 2, Optional.empty()));
        ObjectRegistry tooNarrow = ObjectRegistry.builder().allow(1, 2, NarrowTick.class).build();
        ObjectReader narrow = new ObjectReader(tooNarrow,
                memory.asSlice(0, new ObjectWriter(after).write(now, memory, 0)));
        assertTrue(assertThrows(UnreadableObjectException.class, narrow::next).getMessage()
                .contains("field=NarrowTick.spots[].x, type=i64, expectedType=i16"));
        assertNull(narrow.next());
    }

    record BareTick(long id, String symbol) { }

    record NarrowTick(List<NarrowSpot> spots) { }

    record NarrowSpot(short x) { }

    @Test
    void shouldSaySoIfARecordRefusesItsValues() {
        ObjectCodec<Positive> codec = ObjectRegistry.builder().allow(1, Positive.class).build().codec(Positive.class);
        MemorySegment memory = memory();
        codec.write(new Positive(1), memory, 0);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, ObjectHeader.BYTES, -1);
        MalformedMessageException e = assertThrows(MalformedMessageException.class, () -> codec.read(memory, 0));
        assertTrue(e.getMessage().contains("negative: -1"), e::getMessage);
        assertTrue(e.getCause() instanceof IllegalArgumentException);
    }

    @Test
    void shouldRefuseObjectsOfOtherClasses() {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, Tick.class).allow(2, Positive.class).build();
        ObjectCodec<Tick> codec = registry.codec(Tick.class);
        MemorySegment memory = memory();
        assertThrows(IllegalArgumentException.class, () -> codec.write(new SubTick(), memory, 0));
        assertThrows(NullPointerException.class, () -> codec.write(null, memory, 0));
        assertThrows(IllegalArgumentException.class, () -> registry.codec(SubTick.class));
        registry.codec(Positive.class).write(new Positive(3), memory, 0);
        assertThrows(UnreadableObjectException.class, () -> codec.read(memory, 0));
        assertEquals(new Positive(3), registry.read(memory, 0));
        ObjectRegistry another = ObjectRegistry.builder().allow(1, Tick.class).build();
        assertTrue(assertThrows(UnreadableObjectException.class, () -> another.read(memory, 0)).getMessage()
                .contains("classId=2"));
    }

    @Test
    void shouldNotGiveFinalArraysAnotherLength() {
        ObjectCodec<Tick> codec = ObjectRegistry.builder().allow(1, Tick.class).build().codec(Tick.class);
        MemorySegment memory = memory();
        codec.write(tick(), memory, 0);
        ObjectNode levels = ObjectNode.read(codec.description(), memory, 0).children().stream()
                .filter(node -> node.name().equals("levels")).findFirst().orElseThrow();
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, levels.offset(), 2);
        assertTrue(assertThrows(MalformedMessageException.class, () -> codec.read(memory, 0)).getMessage()
                .contains("levels"));
    }

    /// What every object has until it is given something of its own.
    static final class Shared {
        static final double[] ZERO = new double[2];
        static final Point ORIGIN = new Point();
        double[] prices = ZERO;
        Point at = ORIGIN;
        List<Point> points = DEFAULT;
        Point[] corners = CORNERS;
        final Inside inside = new Inside();
        final List<Point> kept = new ArrayList<>(DEFAULT);
        static final List<Point> DEFAULT = new ArrayList<>(List.of(ORIGIN));
        static final Point[] CORNERS = {ORIGIN};
    }

    static final class Inside {
        double[] prices = Shared.ZERO;
    }

    static final class Point {
        int x;
    }

    /// Only what is final, or given as `reused`, is filled in place: the rest may belong to other objects, too.
    @Test
    void shouldNotWriteIntoWhatConstructorsShare() {
        ObjectCodec<Shared> codec = ObjectRegistry.builder().allow(1, Shared.class).build().codec(Shared.class);
        ObjectCodec<Shared> other = ObjectRegistry.builder().allow(1, Shared.class).order(ByteOrder.BIG_ENDIAN).build()
                .codec(Shared.class);
        for (ObjectCodec<Shared> writer : List.of(codec, other)) {
            MemorySegment memory = memory();
            int second = writer.write(shared(1), memory, 0);
            writer.write(shared(2), memory, second);
            Shared first = codec.read(memory, 0);
            Shared next = codec.read(memory, second);
            requireShared(1, first);
            requireShared(2, next);
            assertEquals(0, Shared.ZERO[0]);
            assertEquals(0, Shared.ORIGIN.x);
            assertEquals(List.of(Shared.ORIGIN), Shared.DEFAULT);
            assertSame(Shared.ORIGIN, Shared.CORNERS[0]);
            double[] prices = first.inside.prices;
            assertSame(first, codec.read(memory, second, first));
            requireShared(2, first);
            assertSame(prices, first.inside.prices);
        }
    }

    private static Shared shared(int value) {
        Shared shared = new Shared();
        shared.prices = new double[] {value, value};
        shared.at = point(value);
        shared.points = List.of(point(value));
        shared.corners = new Point[] {point(value)};
        shared.inside.prices = new double[] {value, value};
        shared.kept.set(0, point(value));
        return shared;
    }

    private static Point point(int x) {
        Point point = new Point();
        point.x = x;
        return point;
    }

    private static void requireShared(int value, Shared read) {
        assertEquals(value, read.prices[0]);
        assertEquals(value, read.at.x);
        assertEquals(value, read.points.getFirst().x);
        assertEquals(value, read.corners[0].x);
        assertEquals(value, read.inside.prices[1]);
        assertEquals(value, read.kept.getFirst().x);
        assertEquals(1, read.kept.size());
    }

    static final class Linked {
        final List<String> tags = new LinkedList<>();
    }

    static final class Immutable {
        final List<String> tags = List.of("a");
    }

    @Test
    void shouldNotDropElementsOfFinalLists() {
        Linked linked = new Linked();
        linked.tags.add("a");
        requireRefused(Linked.class, linked);
        requireRefused(Immutable.class, new Immutable());
    }

    private static <T> void requireRefused(Class<T> type, T object) {
        ObjectCodec<T> codec = ObjectRegistry.builder().allow(1, type).build().codec(type);
        MemorySegment memory = memory();
        codec.write(object, memory, 0);
        for (T reused : Arrays.asList(null, object)) {
            String message = assertThrows(IllegalArgumentException.class, () -> codec.read(memory, 0, reused))
                    .getMessage();
            assertTrue(message.contains("make it an ArrayList, or the field not final")
                    && message.contains("tags"),
                    message);
        }
    }

    static final class WithMap {
        Map<String, String> map;
    }

    static final class WithFinal {
        final long value = Long.parseLong("4");
    }

    static final class WithItself {
        List<WithItself> more;
    }

    static final class WithoutConstructor {
        WithoutConstructor(int value) {
        }
    }

    final class Inner {
    }

    @Test
    void shouldSayWhatCannotBeWritten() throws ClassNotFoundException {
        refuse(Class.forName("sun.security.provider.SHA2$SHA256"), "class is closed to the codec");
        refuse(WithMap.class, "java.util.Map<java.lang.String, java.lang.String>");
        refuse(WithFinal.class, "make the class a record, or the field transient or not final");
        refuse(WithItself.class, "a recursive class cannot be written");
        refuse(WithoutConstructor.class, "constructor without parameters");
        refuse(Inner.class, "make it static");
        refuse(List.class, "is abstract");
        refuse(String.class, "of the JDK");
        ObjectRegistry.Builder builder = ObjectRegistry.builder().allow(1, Tick.class);
        assertThrows(IllegalArgumentException.class, () -> builder.allow(1, Positive.class));
        assertThrows(IllegalArgumentException.class, () -> builder.allow(3, Tick.class));
        assertThrows(IllegalArgumentException.class, () -> builder.allow(4, 65_536, SubTick.class));
    }

    private static void refuse(Class<?> type, String why) {
        String message = assertThrows(IllegalArgumentException.class,
                () -> ObjectRegistry.builder().allow(1, type)).getMessage();
        assertTrue(message.contains(why), message);
    }

    /// Names of descriptions may be longer than those in class files.
    @Test
    void shouldReadByDescriptionsOfAnyNames() {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, BareTick.class).build();
        ObjectDescription description = new ObjectDescription(1, 0, new ObjectType.Struct("\0".repeat(0xffff),
                List.of(new ObjectType.Field("id", new ObjectType.Value(Primitive.LONG)),
                        new ObjectType.Field("\0".repeat(0xffff), new ObjectType.Text()))));
        registry.learn(description);
        MemorySegment memory = memory();
        description.header(ObjectHeader.Kind.OBJECT, ByteOrder.LITTLE_ENDIAN, 31).write(memory, 0);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 16, 77);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 24, 6);
        assertEquals(new BareTick(77, null), registry.read(memory, 0));
    }

    @Test
    void shouldBoundWhatItLearns() {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, Tick.class).build();
        assertThrows(UnreadableObjectException.class, () -> {
            for (int i = 0; i < 10_000; i++) {
                registry.learn(new ObjectDescription(1, 0, new ObjectType.Struct("made up " + i, List.of())));
            }
        });
        // Of a class that is not allowed there is nothing to learn.
        registry.learn(new ObjectDescription(2, 0, new ObjectType.Struct("made up", List.of())));
    }
}
