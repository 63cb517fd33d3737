// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Random objects of many classes: what is read is what was written, and damage is reported.
class ObjectCodecPropertyTest {
    private static final List<Class<?>> CLASSES = List.of(Shapes.Plain.class, Shapes.Boxes.class, Shapes.Arrays.class,
            Shapes.Empty.class, Shapes.Leg.class, Shapes.Deep.class, Shapes.Order.class, Shapes.Spot.class);
    private static final int OFFSET = 3;

    private static ObjectRegistry registry(ByteOrder order) {
        ObjectRegistry.Builder builder = ObjectRegistry.builder(Shapes.LOOKUP).order(order);
        IntStream.range(0, CLASSES.size()).forEach(i -> builder.allow(i + 1, i, CLASSES.get(i)));
        return builder.build();
    }

    private static MemorySegment memory(SplittableRandom random, Arena arena, long length) {
        return switch (random.nextInt(3)) {
            case 0 -> arena.allocate(length);
            case 1 -> MemorySegment.ofArray(new byte[(int) length]);
            default -> MemorySegment.ofArray(new long[(int) (length + 7) / 8]).asSlice(0, length);
        };
    }

    @Test
    void shouldReadWhatWasWritten() throws Throwable {
        SplittableRandom random = Seed.random("ObjectCodecPropertyTest.roundTrip");
        RandomObjects objects = new RandomObjects(random);
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            ObjectRegistry registry = registry(order);
            ObjectRegistry other = registry(order == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN
                    : ByteOrder.LITTLE_ENDIAN);
            for (Class<?> type : CLASSES) {
                roundTrips(registry.codec(type), other.codec(type), random, objects);
            }
        }
    }

    private static <T> void roundTrips(ObjectCodec<T> codec, ObjectCodec<?> other, SplittableRandom random,
            RandomObjects objects) throws Throwable {
        JavaType type = new JavaType.StructOf(new ShapeFinder(Shapes.LOOKUP).shape(codec.type()));
        ObjectShape shape = ((JavaType.StructOf) type).shape();
        T reused = null;
        for (int i = 0; i < 300; i++) {
            T object = codec.type().cast(objects.struct(shape));
            int length = codec.length(object);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = memory(random, arena, length + OFFSET);
                assertEquals(length, codec.write(object, memory, OFFSET));
                assertEquals(length, ObjectCodec.lengthAt(memory, OFFSET));
                T read = codec.read(memory, OFFSET);
                assertTrue(RandomObjects.same(type, object, read), () -> object + " was read as " + read);
                reused = codec.read(memory, OFFSET, reused);
                T filled = reused;
                assertTrue(RandomObjects.same(type, object, reused), () -> object + " was filled in as " + filled);
                assertTrue(RandomObjects.same(type, object, other.read(memory, OFFSET)), "in the other byte order");
                ObjectNode node = ObjectNode.read(codec.description(), memory, OFFSET);
                assertEquals(shape.members().size(), node.children().size());
                assertThrows(IndexOutOfBoundsException.class, () -> codec.write(object,
                        memory.asSlice(0, memory.byteSize() - 1), OFFSET));
            }
        }
    }

    /// A flip that makes another object is no error: values carry no checksum. But there is no other error than those
    /// that are promised.
    @Test
    void shouldTellWhatIsBroken() throws Throwable {
        SplittableRandom random = Seed.random("ObjectCodecPropertyTest.broken");
        RandomObjects objects = new RandomObjects(random);
        ObjectRegistry registry = registry(ByteOrder.nativeOrder());
        int refused = 0;
        int others = 0;
        for (Class<?> type : CLASSES) {
            ObjectCodec<?> codec = registry.codec(type);
            ObjectShape shape = new ShapeFinder(Shapes.LOOKUP).shape(type);
            for (int i = 0; i < 20; i++) {
                MemorySegment memory = write(codec, objects.struct(shape));
                for (long cut = 0; cut < memory.byteSize(); cut++) {
                    MemorySegment shorter = memory.asSlice(0, cut);
                    assertThrows(MalformedMessageException.class, () -> codec.read(shorter, 0));
                    if (cut >= ObjectHeader.BYTES) {
                        MemorySegment lying = copy(shorter);
                        lying.set(ValueLayout.JAVA_INT_UNALIGNED, 12, (int) cut);
                        assertThrows(MalformedMessageException.class, () -> codec.read(lying, 0));
                        assertThrows(MalformedMessageException.class,
                                () -> ObjectNode.read(codec.description(), lying, 0));
                    }
                }
                for (long at = 0; at < memory.byteSize(); at++) {
                    for (int bits : new int[] {1, 0x80, 0xff, random.nextInt(1, 256)}) {
                        MemorySegment flipped = copy(memory);
                        flipped.set(ValueLayout.JAVA_BYTE, at, (byte) (flipped.get(ValueLayout.JAVA_BYTE, at) ^ bits));
                        if (survives(codec, flipped)) {
                            others++;
                        } else {
                            refused++;
                        }
                    }
                }
            }
        }
        assertTrue(refused > 10_000 && others > 10_000, "refused=" + refused + ", others=" + others);
    }

    private static <T> MemorySegment write(ObjectCodec<T> codec, Object object) {
        T cast = codec.type().cast(object);
        MemorySegment memory = MemorySegment.ofArray(new byte[codec.length(cast)]);
        codec.write(cast, memory, 0);
        return memory;
    }

    private static MemorySegment copy(MemorySegment memory) {
        return MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
    }

    private static boolean survives(ObjectCodec<?> codec, MemorySegment memory) {
        boolean shown;
        try {
            ObjectNode.read(codec.description(), memory, 0);
            shown = true;
        } catch (MalformedMessageException | UnreadableObjectException e) {
            shown = false;
        }
        try {
            codec.read(memory, 0);
            // What can be read can be shown, if it has the description.
            assertTrue(shown || memory.get(ValueLayout.JAVA_BYTE, 1) != 1);
            return true;
        } catch (MalformedMessageException | UnreadableObjectException e) {
            return false;
        }
    }
}
