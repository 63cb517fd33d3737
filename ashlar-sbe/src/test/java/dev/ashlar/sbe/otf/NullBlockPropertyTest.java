// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.otf.Blocks.Found;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What the decoder finds in a block, whole or cut, it finds in the completed one: the same bits where there were any,
/// null where there were none.
class NullBlockPropertyTest {
    private static final int SCHEMAS = 60;
    private static final int MESSAGES = 3;
    private static final int MARGIN = 5;

    @Test
    void shouldReadTheSameWhenAnOlderOrNewerBlockIsCompleted() {
        SplittableRandom random = Seed.random("shouldReadTheSameWhenAnOlderOrNewerBlockIsCompleted");
        int shorter = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Schema oldest = RandomSchema.any(random);
            Schema newer = NewerSchema.of(oldest, random);
            Schema newest = NewerSchema.of(newer, random);
            for (Schema writer : List.of(oldest, newer, newest)) {
                for (int j = 0; j < MESSAGES; j++) {
                    byte[] bytes = OtfPropertyTest.encode(writer, OtfPropertyTest.message(writer, random, true),
                            Checks.LENIENT);
                    Blocks blocks = new Blocks(newer);
                    assertEquals(Status.OK, blocks.split(bytes));
                    for (Found found : blocks.found) {
                        Block block = found.kind().block();
                        shorter += found.length() < block.blockLength() ? 1 : 0;
                        check(newer, block, bytes, (int) found.offset(), (int) found.length(), writer.version());
                    }
                }
            }
        }
        assertTrue(shorter > 0);
    }

    /// Cut wherever it may be, and of any version, whether or not a writer would have done so.
    @Test
    void shouldReadTheSameWhenABlockIsCutAnywhere() {
        SplittableRandom random = Seed.random("shouldReadTheSameWhenABlockIsCutAnywhere");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema ageless = RandomSchema.any(random);
            Schema schema = Aged.of(ageless, random);
            for (int j = 0; j < MESSAGES; j++) {
                byte[] bytes = OtfPropertyTest.encode(ageless, OtfPropertyTest.message(ageless, random, true),
                        Checks.LENIENT);
                Blocks blocks = new Blocks(schema);
                assertEquals(Status.OK, blocks.split(bytes));
                for (Found found : blocks.found) {
                    for (int k = 0; k < 6; k++) {
                        int length = random.nextInt((int) Math.min(found.length() + 4,
                                bytes.length - found.offset() + 1));
                        check(schema, found.kind().block(), bytes, (int) found.offset(), length,
                                random.nextInt(Aged.VERSIONS + 2));
                    }
                }
            }
        }
    }

    private static void check(Schema schema, Block block, byte[] bytes, int offset, int length, int version) {
        NullBlock nullBlock = new NullBlock(block, schema.byteOrder());
        byte[] target = new byte[block.blockLength() + 2 * MARGIN];
        Arrays.fill(target, (byte) 0x5a);
        nullBlock.complete(MemorySegment.ofArray(bytes), offset, length, version, MemorySegment.ofArray(target),
                MARGIN);

        List<Value> original = values(schema, block, bytes, offset, length, version);
        List<Value> completed = values(schema, block, target, MARGIN, block.blockLength(), Aged.VERSIONS + 2);
        byte[] expected = new byte[target.length];
        Arrays.fill(expected, (byte) 0x5a);
        Arrays.fill(expected, MARGIN, MARGIN + block.blockLength(), (byte) 0);
        System.arraycopy(bytes, offset, expected, MARGIN, Math.min(length, block.blockLength()));
        assertEquals(original.size(), completed.size());
        for (int i = 0; i < original.size(); i++) {
            Value before = original.get(i);
            Value after = completed.get(i);
            assertTrue(after.present, after::toString);
            assertEquals(before.at, after.at);
            if (before.present) {
                assertEquals(before.isNull, after.isNull, before::toString);
            } else if (!(before.slot.type() instanceof CompositeType)) {
                putNull(before.slot, ByteBuffer.wrap(expected).order(schema.byteOrder()), MARGIN + (int) before.at);
                assertEquals(hasNull(before.slot), after.isNull, before::toString);
            }
        }
        assertArrayEquals(expected, target, () -> block.name() + " length=" + length + ", version=" + version);
    }

    /// By `docs/null.md`: whether the null value means null there.
    private static boolean hasNull(Slot slot) {
        return switch (slot.type()) {
            case ScalarType _ -> slot.presence() == Presence.OPTIONAL;
            case EnumType enumType -> slot.presence() == Presence.OPTIONAL || !enumType.namesNull();
            case SetType _, CompositeType _ -> false;
        };
    }

    private static void putNull(Slot slot, ByteBuffer bytes, int at) {
        switch (slot.type()) {
            case ScalarType scalar -> {
                for (int i = 0; i < scalar.length(); i++) {
                    put(scalar.effectiveNull(), scalar.primitive(), bytes, at + i * scalar.primitive().size());
                }
            }
            case EnumType enumType -> put(enumType.effectiveNull(), enumType.primitive(), bytes, at);
            case SetType set -> put(Literal.of(0), set.primitive(), bytes, at);
            case CompositeType _ -> throw new AssertionError("a composite has its members");
        }
    }

    private static void put(Literal literal, PrimitiveType primitive, ByteBuffer bytes, int at) {
        long bits = literal instanceof Literal.Whole(long whole) ? whole : 0;
        double real = literal instanceof Literal.Real(double value) ? value : bits;
        switch (primitive) {
            case CHAR, INT8, UINT8 -> bytes.put(at, (byte) bits);
            case INT16, UINT16 -> bytes.putShort(at, (short) bits);
            case INT32, UINT32 -> bytes.putInt(at, (int) bits);
            case INT64, UINT64 -> bytes.putLong(at, bits);
            case FLOAT -> bytes.putFloat(at, (float) real);
            case DOUBLE -> bytes.putDouble(at, real);
        }
    }

    /// A value or composite in a block.
    ///
    /// @param at     bytes from the start of the block
    /// @param isNull false if absent
    private record Value(Slot slot, long at, boolean present, boolean isNull) {
    }

    /// What the decoder finds in a block alone, without what stands around it.
    private static List<Value> values(Schema schema, Block block, byte[] bytes, int offset, int length, int version) {
        Message alone = new Message(1, "Alone", block.blockLength(), block.fields(), List.of(), List.of(), Meta.NONE);
        Schema around = new Schema("", schema.id(), version, "", "", schema.byteOrder(), schema.header(),
                List.of(alone), List.of());
        List<Value> values = new ArrayList<>();
        new OtfDecoder(around).decodeBody(alone, MemorySegment.ofArray(bytes), offset, length, length, version,
                new MessageListener() {
                    private void add(Slot slot, MemorySegment memory, long at, boolean present) {
                        if (slot.encodedLength() > 0) {
                            values.add(new Value(slot, at - offset, present, present && slot.isNull(memory, at)));
                        }
                    }

                    @Override
                    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long at, boolean present) {
                        add(slot, memory, at, present);
                    }

                    @Override
                    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long at, boolean present) {
                        add(slot, memory, at, present);
                    }

                    @Override
                    public void set(Slot slot, SetType type, MemorySegment memory, long at, boolean present) {
                        add(slot, memory, at, present);
                    }

                    @Override
                    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long at,
                            boolean present) {
                        add(slot, memory, at, present);
                        return true;
                    }
                });
        return values;
    }
}
