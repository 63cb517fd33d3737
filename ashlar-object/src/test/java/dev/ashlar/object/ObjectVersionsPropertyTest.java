// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.testkit.Seed;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random classes in two versions, made at run time: each reads what the other wrote.
class ObjectVersionsPropertyTest {
    private static final int PAIRS = 60;
    private static final int FIELDS = 14;
    private static final List<Class<?>> TYPES = List.of(boolean.class, byte.class, short.class, char.class, int.class,
            long.class, float.class, double.class, Boolean.class, Character.class, Long.class, Double.class,
            OptionalInt.class, OptionalLong.class, OptionalDouble.class, String.class, boolean[].class, byte[].class,
            char[].class, int[].class, long[].class, double[].class, float[].class, short[].class, Shapes.Side.class,
            Shapes.Leg.class, Shapes.Spot.class, Shapes.Deep.class, String[].class, Integer[][].class,
            Shapes.Leg[].class);
    private static final Map<Class<?>, Class<?>> WIDER = Map.of(byte.class, short.class, short.class, int.class,
            int.class, long.class, char.class, int.class, float.class, double.class);

    /// With this many fields the code is still short enough for a method.
    @Test
    void shouldWriteAsManyFieldsAsThereMayBe() throws Throwable {
        Map<String, Class<?>> fields = new HashMap<>();
        for (int i = 0; i < ObjectType.MAX_FIELDS; i++) {
            fields.put("f" + i, TYPES.get(i % TYPES.size()));
        }
        Class<?> wide = define("Wide", fields);
        SplittableRandom random = Seed.random("ObjectVersionsPropertyTest.wide");
        assertTrue(crossOver(registry(wide, 1, ByteOrder.BIG_ENDIAN), wide, registry(wide, 2, ByteOrder.LITTLE_ENDIAN),
                wide, random) > ObjectType.MAX_FIELDS);
        fields.put("one more", int.class);
        Class<?> wider = define("Wider", fields);
        assertThrows(IllegalArgumentException.class, () -> registry(wider, 1, ByteOrder.BIG_ENDIAN));
    }

    /// Classes by the bytes that were made for them.
    private static final class Loader extends ClassLoader {
        Loader() {
            super(ObjectVersionsPropertyTest.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    private static Class<?> define(String name, Map<String, Class<?>> fields) {
        byte[] bytes = ClassFile.of().build(ClassDesc.of("generated", name), to -> {
            to.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            to.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, code -> code.aload(0)
                    .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                    .return_());
            fields.forEach((field, type) -> to.withField(field, type.describeConstable().orElseThrow(),
                    ClassFile.ACC_PUBLIC));
        });
        return new Loader().define(bytes);
    }

    private static ObjectRegistry registry(Class<?> type, int version, ByteOrder order) throws IllegalAccessException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        ObjectVersionsPropertyTest.class.getModule().addReads(type.getModule());
        return ObjectRegistry.builder(MethodHandles.privateLookupIn(type, lookup)).order(order)
                .allow(7, version, type).build();
    }

    @Test
    void shouldReadTheBytesOfOtherVersions() throws Throwable {
        SplittableRandom random = Seed.random("ObjectVersionsPropertyTest");
        int common = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            Map<String, Class<?>> before = new HashMap<>();
            Map<String, Class<?>> after = new HashMap<>();
            for (int i = 0; i < FIELDS; i++) {
                Class<?> type = TYPES.get(random.nextInt(TYPES.size()));
                int what = random.nextInt(10);
                if (what != 0) {
                    before.put("f" + i, type);
                }
                if (what != 1) {
                    after.put("f" + i, what == 2 ? WIDER.getOrDefault(type, type) : type);
                }
            }
            ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            Class<?> old = define("Old", before);
            Class<?> now = define("New", after);
            common += crossOver(registry(old, 1, order), old, registry(now, 2, ByteOrder.nativeOrder()), now,
                    random);
            // Back only where nothing has become wider.
            if (before.keySet().stream().allMatch(f -> before.get(f) == after.getOrDefault(f, before.get(f)))) {
                common += crossOver(registry(now, 2, order), now, registry(old, 1, ByteOrder.nativeOrder()), old,
                        random);
            }
        }
        assertTrue(common > PAIRS * FIELDS / 2, "fields compared: " + common);
    }

    /// Writes objects of one class and reads them as another.
    private static <T> int crossOver(ObjectRegistry from, Class<T> written, ObjectRegistry to, Class<?> read,
            SplittableRandom random) throws Throwable {
        ObjectCodec<T> writer = from.codec(written);
        ObjectCodec<?> reader = to.codec(read);
        ObjectShape shape = new ShapeFinder(MethodHandles.privateLookupIn(written, MethodHandles.lookup()))
                .shape(written);
        int compared = 0;
        boolean learned = false;
        for (int i = 0; i < 5; i++) {
            T object = written.cast(new RandomObjects(random).struct(shape));
            MemorySegment memory = MemorySegment.ofArray(new byte[writer.length(object)]);
            writer.write(object, memory, 0);
            if (!learned) {
                assertThrows(UnreadableObjectException.class, () -> reader.read(memory, 0));
                to.learn(throughBytes(writer.description()));
                learned = true;
            }
            Object other = reader.read(memory, 0);
            for (Field field : read.getFields()) {
                Optional<ObjectShape.Member> member = shape.member(field.getName());
                Object value = field.get(other);
                if (member.isEmpty()) {
                    assertTrue(value == null || value.equals(empty(field.getType())), field::getName);
                    continue;
                }
                compared++;
                Object expected = member.get().getter().invoke(object);
                if (member.get().type() instanceof JavaType.Plain plain
                        && plain.primitive().type() != field.getType()) {
                    assertEquals(((Number) number(expected)).doubleValue(), ((Number) value).doubleValue());
                } else {
                    assertTrue(RandomObjects.same(member.get().type(), expected, value), field::getName);
                }
            }
            for (int cut = 0; cut < memory.byteSize(); cut++) {
                MemorySegment shorter = memory.asSlice(0, cut);
                assertThrows(MalformedMessageException.class, () -> reader.read(shorter, 0));
            }
            breakOne(reader, memory, random);
        }
        return compared;
    }

    private static void breakOne(ObjectCodec<?> reader, MemorySegment memory, SplittableRandom random) {
        for (int i = 0; i < 50; i++) {
            MemorySegment flipped = MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
            long at = random.nextLong(memory.byteSize());
            int bit = 1 << random.nextInt(8);
            flipped.set(ValueLayout.JAVA_BYTE, at, (byte) (flipped.get(ValueLayout.JAVA_BYTE, at) ^ bit));
            try {
                reader.read(flipped, 0);
            } catch (MalformedMessageException | UnreadableObjectException e) {
                assertTrue(e.getMessage().length() > 10);
            }
        }
    }

    private static Object number(Object value) {
        return value instanceof Character c ? (Integer) (int) c : value;
    }

    private static Object empty(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> false;
            case "byte" -> (byte) 0;
            case "short" -> (short) 0;
            case "char" -> (char) 0;
            case "int" -> 0;
            case "long" -> 0L;
            case "float" -> 0f;
            case "double" -> 0.0;
            case "java.util.OptionalInt" -> OptionalInt.empty();
            case "java.util.OptionalLong" -> OptionalLong.empty();
            case "java.util.OptionalDouble" -> OptionalDouble.empty();
            default -> null;
        };
    }

    private static ObjectDescription throughBytes(ObjectDescription description) {
        MemorySegment memory = MemorySegment.ofArray(new byte[description.length()]);
        description.write(memory, 0);
        ObjectDescription read = ObjectDescription.read(memory, 0);
        assertEquals(description, read);
        return read;
    }

    /// The fingerprint finds every flip; a description that has one made to fit is parsed with all its bounds.
    @Test
    void shouldRefuseBrokenDescriptions() {
        SplittableRandom random = Seed.random("ObjectVersionsPropertyTest.descriptions");
        ObjectDescription description = ObjectRegistry.builder(Shapes.LOOKUP).allow(1, Shapes.Deep.class).build()
                .codec(Shapes.Deep.class).description();
        byte[] bytes = new byte[description.length()];
        description.write(MemorySegment.ofArray(bytes), 0);
        for (int cut = 0; cut < bytes.length; cut++) {
            MemorySegment shorter = MemorySegment.ofArray(bytes).asSlice(0, cut);
            assertThrows(MalformedMessageException.class, () -> ObjectDescription.read(shorter, 0));
        }
        List<ObjectType.Struct> parsed = new ArrayList<>();
        for (int at = 0; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) random.nextInt(1, 256);
            if (at >= ObjectHeader.BYTES) {
                assertThrows(MalformedMessageException.class,
                        () -> ObjectDescription.read(MemorySegment.ofArray(flipped), 0));
                try {
                    parsed.add(DescriptionBytes.parse(Arrays.copyOfRange(flipped, ObjectHeader.BYTES,
                            flipped.length)));
                } catch (MalformedMessageException e) {
                    assertTrue(e.getMessage().contains("descri"), e::getMessage);
                }
            }
        }
        assertTrue(parsed.size() > 100, "names that changed: " + parsed.size());
        byte[] deep = new byte[5 + 3 + 100_000];
        deep[2] = 1;
        Arrays.fill(deep, 6, deep.length, (byte) DescriptionBytes.SEQUENCE);
        assertThrows(MalformedMessageException.class, () -> DescriptionBytes.parse(deep));
    }
}
