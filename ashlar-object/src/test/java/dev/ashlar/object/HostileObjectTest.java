// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.testkit.Allocation;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Bytes and classes that ask for more than there can be: memory stays in proportion, and messages say what it was.
class HostileObjectTest {
    private static final int ELEMENTS = 1_000_000;

    record Wide(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long b0,
            long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9) { }

    static final class WideClass {
        long a0;
        long a1;
        long a2;
        long a3;
        long a4;
        long a5;
        long a6;
        long a7;
        long a8;
        long a9;
        Wide wide;
    }

    record Records(List<Wide> list) { }

    record Classes(WideClass[] list) { }

    record Nested(List<List<WideClass>> list) { }

    static final class Partly {
        String good;
        WithMap bad;
    }

    static final class WithMap {
        java.util.Map<String, String> map;
    }

    private static ObjectType.Struct none(String name) {
        return new ObjectType.Struct(name, List.of());
    }

    private static ObjectDescription described(ObjectType element) {
        return new ObjectDescription(1, 9, new ObjectType.Struct("hostile", List.of(
                new ObjectType.Field("list", new ObjectType.Sequence(element)))));
    }

    /// An object with a list of that many elements, each of one byte: there.
    private static MemorySegment list(ObjectDescription description, int count, byte... before) {
        byte[] bytes = new byte[ObjectHeader.BYTES + 4 + before.length + count];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        description.header(ObjectHeader.Kind.OBJECT, ByteOrder.LITTLE_ENDIAN, bytes.length).write(memory, 0);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), ObjectHeader.BYTES,
                before.length == 0 ? count : 1);
        MemorySegment.copy(before, 0, memory, ValueLayout.JAVA_BYTE, ObjectHeader.BYTES + 4, before.length);
        memory.asSlice(ObjectHeader.BYTES + 4 + before.length).fill((byte) 1);
        return memory;
    }

    private static void refusesToGrow(Class<?> type, ObjectDescription description, MemorySegment memory) {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, type).build();
        registry.learn(description);
        long before = Allocation.ofThread();
        UnreadableObjectException e = assertThrows(UnreadableObjectException.class, () -> registry.read(memory, 0));
        long allocated = Allocation.ofThread() - before;
        assertTrue(e.getMessage().startsWith("elements of lists lack too many fields: absentFields="), e::getMessage);
        assertTrue(allocated < 128L * memory.byteSize(), () -> "allocated=" + allocated);
    }

    @Test
    void shouldBoundWhatBytesWithoutFieldsMake() {
        ObjectDescription description = described(none("Wide"));
        refusesToGrow(Records.class, description, list(description, ELEMENTS));
        refusesToGrow(Classes.class, description, list(description, ELEMENTS));
        ObjectDescription nested = described(new ObjectType.Sequence(none("Wide")));
        byte[] count = {(byte) ELEMENTS, (byte) (ELEMENTS >> 8), (byte) (ELEMENTS >> 16), 0};
        refusesToGrow(Nested.class, nested, list(nested, ELEMENTS, count));
    }

    /// What older versions of a class wrote is read, be it much shorter.
    @Test
    void shouldReadElementsThatLackFieldsWithinTheBound() {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, Records.class).build();
        ObjectDescription description = described(none("Wide"));
        registry.learn(description);
        assertEquals(Collections.nCopies(3_000, new Wide(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
                ((Records) registry.read(list(description, 3_000), 0)).list());
    }

    /// Constants without a letter take two bytes each and an object in memory.
    @Test
    void shouldBoundWhatItLearnsByBytes() {
        ObjectRegistry registry = ObjectRegistry.builder().allow(1, Records.class).build();
        List<String> constants = Collections.nCopies(ObjectType.MAX_CONSTANTS, "");
        int learned = 0;
        try {
            for (; learned < 1_000; learned++) {
                registry.learn(new ObjectDescription(1, learned, new ObjectType.Struct("big", List.of(
                        new ObjectType.Field("f", new ObjectType.Enumeration("e", constants))))));
            }
        } catch (UnreadableObjectException e) {
            assertTrue(e.getMessage().contains("maxRetainedBytes=33554432"), e::getMessage);
        }
        assertTrue(learned > 5 && learned < 20, "learned=" + learned);
        // What is known already may come again.
        registry.learn(new ObjectDescription(1, 0, new ObjectType.Struct("big", List.of(
                new ObjectType.Field("f", new ObjectType.Enumeration("e", constants))))));
    }

    @Test
    void shouldRefuseADescriptionThatIsTooLongBeforeItIsCopied() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8 << 20]);
        ObjectDescription description = described(none("x"));
        description.header(ObjectHeader.Kind.DESCRIPTION, ByteOrder.LITTLE_ENDIAN, (int) memory.byteSize())
                .write(memory, 0);
        assertTrue(assertThrows(MalformedMessageException.class, () -> ObjectDescription.read(memory, 0)).getMessage()
                .contains("description too long: length=8388592"));
    }

    /// What is wrong with a class is the same whenever it is asked for, and what was refused leaves no trace.
    @Test
    void shouldGiveTheSameReasonAgain() {
        ObjectRegistry.Builder builder = ObjectRegistry.builder(Shapes.LOOKUP);
        String first = assertThrows(IllegalArgumentException.class, () -> builder.allow(1, Partly.class)).getMessage();
        assertTrue(first.contains("java.util.Map"), first);
        assertEquals(first,
                assertThrows(IllegalArgumentException.class, () -> builder.allow(1, Partly.class)).getMessage());
        assertEquals(first,
                assertThrows(IllegalArgumentException.class, () -> builder.allow(1, WithMap.class)).getMessage());
        builder.allow(1, Shapes.Leg.class);
        assertThrows(IllegalArgumentException.class, () -> builder.allow(2, Shapes.Leg.class));
        builder.allow(2, Shapes.Spot.class).build();
    }

    /// The constructor of a record cannot be called with as many arguments as a record may have components.
    @Test
    void shouldNameARecordOfTooManyComponents() throws Exception {
        for (int components : new int[] {250, 251, 252, 253, 254}) {
            Class<?> type = record("Record" + components, components);
            ObjectRegistry.Builder builder = ObjectRegistry.builder(MethodHandles.privateLookupIn(type,
                    MethodHandles.lookup()));
            try {
                ObjectCodec<?> codec = builder.allow(1, type).build().codec(type);
                MemorySegment memory = MemorySegment.ofArray(new byte[4096]);
                memory.fill((byte) 0);
                codec.description().header(ObjectHeader.Kind.OBJECT, ByteOrder.nativeOrder(),
                        ObjectHeader.BYTES + 4 * components).write(memory, 0);
                codec.read(memory, 0);
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("generated.Record" + components), e::getMessage);
                assertTrue(e.getMessage().contains("too many components"), e::getMessage);
                assertTrue(components > 253, () -> "components=" + components);
            }
        }
    }

    private static Class<?> record(String name, int components) throws Exception {
        ClassDesc self = ClassDesc.of("generated", name);
        List<String> names = IntStream.range(0, components).mapToObj(i -> "c" + i).toList();
        byte[] bytes = ClassFile.of().build(self, to -> {
            to.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                    .withSuperclass(ClassDesc.of("java.lang.Record"));
            to.with(RecordAttribute.of(names.stream().map(n -> RecordComponentInfo.of(n, ConstantDescs.CD_int))
                    .toList()));
            names.forEach(n -> to.withField(n, ConstantDescs.CD_int, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL));
            to.withMethodBody(ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void,
                    Collections.nCopies(components, ConstantDescs.CD_int)), ClassFile.ACC_PUBLIC, code -> {
                code.aload(0).invokespecial(ClassDesc.of("java.lang.Record"), ConstantDescs.INIT_NAME,
                        ConstantDescs.MTD_void);
                for (int i = 0; i < components; i++) {
                    code.aload(0).iload(i + 1).putfield(self, names.get(i), ConstantDescs.CD_int);
                }
                code.return_();
            });
        });
        Class<?> type = new ClassLoader(HostileObjectTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(null, bytes, 0, bytes.length);
            }
        }.define();
        HostileObjectTest.class.getModule().addReads(type.getModule());
        return type;
    }
}
