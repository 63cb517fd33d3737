// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Generates the methods that read objects: from bytes with one description into classes, which may have other fields.
///
/// `long read(filled, count, memory, at, end, cursor)` fills an object, list or array and returns where it ended.
/// `Object make(memory, at, end, cursor)` makes a record or optional and leaves in the cursor where it ended, unless
/// its length is always the same. Every slot is read once, so that memory that another process changes meanwhile does
/// no harm.
final class ReadCode {
    static final MethodTypeDesc FILL = Emit.signature(long.class, Object.class, int.class, MemorySegment.class,
            long.class, long.class, DecodeState.class);
    static final MethodTypeDesc MAKE = Emit.signature(Object.class, MemorySegment.class, long.class, long.class,
            DecodeState.class);
    /// The object, list or array that is filled, among the locals.
    static final int FILLED = 0;
    /// The number of elements of the list or array that is filled.
    private static final int COUNT = 1;
    /// In place of [#COUNT], whether the object that is filled was made by this read: 1 or 0.
    static final int FRESH = COUNT;

    private final Frame frame;
    private final Emit to;
    private final CodeBuilder code;

    private ReadCode(Units units, MemoryVariant variant, CodeBuilder code, boolean fills) {
        frame = Frame.of(units, variant, code, fills);
        to = frame.to();
        this.code = code;
    }

    /// The method that is written, and its locals.
    ///
    /// @param at     where the value begins
    /// @param end    of the object
    /// @param cursor a [DecodeState], which may be null
    /// @param tail   where what was read so far ends
    record Frame(Units units, MemoryVariant variant, Emit to, int at, int end, int cursor, int tail) {
        private static Frame of(Units units, MemoryVariant variant, CodeBuilder code, boolean fills) {
            int memory = fills ? 2 : 0;
            Emit to = units.emit(code, memory);
            return new Frame(units, variant, to, memory + 1, memory + 3, memory + 5, to.local(TypeKind.LONG));
        }

        /// Leaves on the stack where the next value begins, as arguments of a method that reads it.
        void pushPlace() {
            to.code.aload(to.memory).lload(tail).lload(end).aload(cursor);
        }
    }

    /// The name of the method that fills a value of this type.
    static String fill(Units units, ObjectType wire, JavaType type, MemoryVariant variant) {
        return units.name(new Units.Key("read", wire, type, variant), FILL,
                code -> new ReadCode(units, variant, code, true).fill(wire, type));
    }

    /// The name of the method that makes a value of this type.
    static String make(Units units, ObjectType wire, JavaType type, MemoryVariant variant) {
        return units.name(new Units.Key("make", wire, type, variant), MAKE,
                code -> new ReadCode(units, variant, code, false).make(wire, type, false));
    }

    /// As [#make(Units, ObjectType, JavaType, MemoryVariant)], for a record that nothing follows.
    static String makeLast(Units units, ObjectType wire, JavaType type, MemoryVariant variant) {
        return units.name(new Units.Key("makeLast", wire, type, variant), MAKE,
                code -> new ReadCode(units, variant, code, false).make(wire, type, true));
    }

    private void fill(ObjectType wire, JavaType type) {
        to.castMemory(frame.variant());
        switch (type) {
            case JavaType.StructOf t -> fields((ObjectType.Struct) wire, t.shape(),
                    member -> new ReadTarget.Member(to, t.shape(), member));
            case JavaType.ListOf t -> {
                code.lload(frame.at()).lstore(frame.tail());
                elements((ObjectType.Sequence) wire, t.element(), true);
            }
            case JavaType.ArrayOf t -> {
                code.lload(frame.at()).lstore(frame.tail());
                elements((ObjectType.Sequence) wire, t.element(), false);
            }
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _, JavaType.OptionalOf _ -> throw new AssertionError("cannot be filled: " + type);
        }
        code.lload(frame.tail()).lreturn();
    }

    private void make(ObjectType wire, JavaType type, boolean last) {
        to.castMemory(frame.variant());
        if (type instanceof JavaType.OptionalOf t) {
            code.lload(frame.at()).lstore(frame.tail());
            ReadTarget.Argument made = ReadTarget.Argument.of(to, TypeKind.REFERENCE, "optional");
            element(((ObjectType.Option) wire).element(), t.element(), made);
            if (((ObjectType.Option) wire).element().hasTail()) {
                leaveEnd();
            }
            made.push();
            code.areturn();
            return;
        }
        ObjectType.Struct struct = (ObjectType.Struct) wire;
        ObjectShape shape = ((JavaType.StructOf) type).shape();
        ReadTarget.Argument[] arguments = new ReadTarget.Argument[shape.members().size()];
        for (ObjectShape.Member member : shape.members()) {
            arguments[member.component()] = ReadTarget.Argument.of(to, member.type() instanceof JavaType.Plain plain
                    ? Emit.kind(plain.primitive()) : TypeKind.REFERENCE,
                    shape.type().getName() + "." + member.name());
        }
        fields(struct, shape, member -> arguments[member.component()]);
        if (last) {
            code.lload(frame.tail()).lload(frame.end()).ldc(shape.type().getName());
            to.call(SlotChecks.class, "requireEnd", void.class, long.class, long.class, String.class);
        } else if (struct.isOpen()) {
            leaveEnd();
        }
        int made = to.local(TypeKind.REFERENCE);
        Label begin = code.newBoundLabel();
        to.invoke(shape.constructor(), () -> {
            for (ReadTarget.Argument argument : arguments) {
                argument.push();
            }
        });
        code.astore(made);
        Label refused = code.newLabel();
        code.exceptionCatch(begin, code.newBoundLabel(), refused, Emit.desc(RuntimeException.class));
        code.aload(made).areturn().labelBinding(refused).ldc(shape.type().getName());
        to.call(SlotChecks.class, "refused", MalformedMessageException.class, RuntimeException.class, String.class);
        code.athrow();
    }

    private void leaveEnd() {
        code.aload(frame.cursor()).lload(frame.tail())
                .putfield(Emit.desc(DecodeState.class), "at", Emit.desc(long.class));
    }

    private void fields(ObjectType.Struct wire, ObjectShape shape,
            Function<ObjectShape.Member, ReadTarget> targets) {
        Emit.Block block = new Emit.Block(frame.at(), wire.blockLength());
        code.loadConstant((long) block.length()).lload(frame.at()).lload(frame.end()).ldc(shape.type().getName());
        to.call(SlotChecks.class, "require", void.class, long.class, long.class, long.class, String.class);
        code.lload(frame.at()).loadConstant((long) block.length()).ladd().lstore(frame.tail());
        List<ObjectShape.Member> absent = Fitting.absent(wire, shape);
        if (!absent.isEmpty()) {
            code.aload(frame.cursor()).loadConstant(absent.size()).ldc(shape.type().getName());
            to.call(DecodeState.class, "absent", void.class, DecodeState.class, int.class, String.class);
        }
        for (ObjectShape.Member member : absent) {
            ReadTarget target = targets.apply(member);
            if (!target.isFixed()) {
                target.store(() -> absent(member.type()));
            }
        }
        List<Runnable> tails = new ArrayList<>();
        int offset = 0;
        for (ObjectType.Field field : wire.fields()) {
            Optional<ObjectShape.Member> member = shape.member(field.name());
            if (member.isPresent()) {
                tails.add(ReadValue.slot(frame, field.type(), member.get().type(), block, offset,
                        targets.apply(member.get()))::tail);
            } else if (field.type().hasTail()) {
                int slot = offset;
                tails.add(() -> skip(field.type(), slot));
            }
            offset += field.type().slotBytes();
        }
        tails.forEach(Runnable::run);
    }

    private void skip(ObjectType type, int offset) {
        to.push(type, ObjectType.class);
        code.aload(to.memory).lload(frame.at()).loadConstant((long) offset).ladd().lload(frame.tail())
                .lload(frame.end()).loadConstant(to.isLittle() ? 1 : 0);
        to.call(Skipping.class, "tail", long.class, ObjectType.class, MemorySegment.class, long.class, long.class,
                long.class, boolean.class);
        code.lstore(frame.tail());
    }

    /// Pushes the value of a field that the bytes do not have.
    private void absent(JavaType type) {
        switch (type) {
            case JavaType.Plain t -> {
                switch (Emit.kind(t.primitive())) {
                    case LONG -> code.lconst_0();
                    case FLOAT -> code.fconst_0();
                    case DOUBLE -> code.dconst_0();
                    default -> code.iconst_0();
                }
            }
            case JavaType.OptionalOf _ -> to.call(Optional.class, "empty", Optional.class);
            case JavaType.OptionalPlain t -> {
                Class<?> optional = Units.optionalClass(t.primitive());
                to.call(optional, "empty", optional);
            }
            case JavaType.Boxed _, JavaType.PlainArray _, JavaType.Text _, JavaType.EnumOf _, JavaType.ListOf _,
                    JavaType.ArrayOf _, JavaType.StructOf _ -> code.aconst_null();
        }
    }

    private void elements(ObjectType.Sequence wire, JavaType type, boolean list) {
        int index = to.local(TypeKind.INT);
        to.loop(COUNT, index, () -> element(wire.element(), type, new ReadTarget.Element(to, list, index)));
        if (list) {
            code.aload(FILLED).checkcast(Emit.desc(ArrayList.class)).iload(COUNT);
            to.call(SequenceTail.class, "trim", void.class, ArrayList.class, int.class);
        }
    }

    private void element(ObjectType wire, JavaType type, ReadTarget target) {
        Emit.Block block = new Emit.Block(to.local(TypeKind.LONG), wire.slotBytes());
        code.lload(frame.tail()).lstore(block.at());
        code.loadConstant((long) block.length()).lload(frame.tail()).lload(frame.end()).ldc(target.name());
        to.call(SlotChecks.class, "require", void.class, long.class, long.class, long.class, String.class);
        code.lload(frame.tail()).loadConstant((long) block.length()).ladd().lstore(frame.tail());
        ReadValue.slot(frame, wire, type, block, 0, target).tail();
    }
}
