// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Writes the methods that read objects, from the bytes of one description into the classes at hand, which may have
/// other fields.
///
/// What is filled again (objects of classes, lists, arrays) is given to `long read(filled, count, memory, at, end,
/// cursor)`, which returns where it ended; what is made anew (records, optionals) comes from
/// `Object make(memory, at, end, cursor)`, which leaves in the cursor where it ended, unless its length is always the
/// same. Every slot is read once, so that memory that another process changes meanwhile does no harm.
final class ReadCode {
    static final MethodTypeDesc FILL = Emit.signature(long.class, Object.class, int.class, MemorySegment.class,
            long.class, long.class, DecodeState.class);
    static final MethodTypeDesc MAKE = Emit.signature(Object.class, MemorySegment.class, long.class, long.class,
            DecodeState.class);
    private static final int FILLED = 0;
    /// Of the elements of a list or array.
    private static final int COUNT = 1;
    private static final int NONE = -1;

    private final Units units;
    private final MemoryVariant kind;
    private final Emit to;
    private final CodeBuilder code;
    private final int memory;
    private final int at;
    private final int end;
    private final int cursor;
    private final int tail;

    private ReadCode(Units units, MemoryVariant kind, CodeBuilder code, boolean fills) {
        this.units = units;
        this.kind = kind;
        this.code = code;
        memory = fills ? 2 : 0;
        at = memory + 1;
        end = at + 2;
        cursor = end + 2;
        to = units.emit(code, memory);
        tail = to.local(TypeKind.LONG);
    }

    /// Where a value goes.
    private interface Sink {
        /// @param push leaves it on the stack
        void store(Runnable push);

        /// Leaves on the stack what is there, to be filled again, or null.
        void existing();

        /// Whether nothing can be stored there, but what is there can be filled.
        default boolean isFixed() {
            return false;
        }

        /// Whether lists are to be such as nobody can change.
        boolean isForRecord();

        /// For messages.
        String name();
    }

    /// A field on its way.
    ///
    /// @param slot the local that has what its slot said
    private record Pending(ObjectType wire, JavaType type, int slot, Sink sink) {
    }

    /// Whether reading needs a cursor.
    static boolean needsCursor(ObjectType wire, JavaType type) {
        return switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> false;
            case JavaType.ListOf t -> needsCursor(((ObjectType.Sequence) wire).element(), t.element());
            case JavaType.ArrayOf t -> needsCursor(((ObjectType.Sequence) wire).element(), t.element());
            case JavaType.OptionalOf t -> ((ObjectType.Option) wire).element().hasTail();
            case JavaType.StructOf t -> t.shape().isRecord() && ((ObjectType.Struct) wire).isOpen()
                    || fieldsNeedCursor((ObjectType.Struct) wire, t.shape());
        };
    }

    /// As [#needsCursor(ObjectType, JavaType)], for an object that nothing follows.
    static boolean fieldsNeedCursor(ObjectType.Struct wire, ObjectShape shape) {
        return wire.fields().stream().anyMatch(field -> shape.member(field.name())
                .filter(member -> needsCursor(field.type(), member.type())).isPresent());
    }

    /// Whether there are lists whose elements lack fields that the reader has.
    static boolean isLackingInLists(ObjectType wire, JavaType type, boolean inList) {
        return switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> false;
            case JavaType.ListOf t -> isLackingInLists(((ObjectType.Sequence) wire).element(), t.element(), true);
            case JavaType.ArrayOf t -> isLackingInLists(((ObjectType.Sequence) wire).element(), t.element(), true);
            case JavaType.OptionalOf t -> isLackingInLists(((ObjectType.Option) wire).element(), t.element(), inList);
            case JavaType.StructOf t -> {
                ObjectType.Struct struct = (ObjectType.Struct) wire;
                yield inList && !absent(struct, t.shape()).isEmpty() || struct.fields().stream()
                        .anyMatch(field -> t.shape().member(field.name()).filter(member ->
                                isLackingInLists(field.type(), member.type(), inList)).isPresent());
            }
        };
    }

    private static List<ObjectShape.Member> absent(ObjectType.Struct wire, ObjectShape shape) {
        return shape.members().stream().filter(member -> wire.fields().stream()
                .noneMatch(field -> field.name().equals(member.name()))).toList();
    }

    /// The name of the method that fills a value of this type.
    static String fill(Units units, ObjectType wire, JavaType type, MemoryVariant kind) {
        return units.name(new Units.Key("read", wire, type, kind), FILL,
                code -> new ReadCode(units, kind, code, true).fill(wire, type));
    }

    /// The name of the method that makes a value of this type.
    static String make(Units units, ObjectType wire, JavaType type, MemoryVariant kind) {
        return units.name(new Units.Key("make", wire, type, kind), MAKE,
                code -> new ReadCode(units, kind, code, false).make(wire, type, false));
    }

    /// As [#make(Units, ObjectType, JavaType, MemoryKind)], for a record that nothing follows.
    static String makeLast(Units units, ObjectType wire, JavaType type, MemoryVariant kind) {
        return units.name(new Units.Key("makeLast", wire, type, kind), MAKE,
                code -> new ReadCode(units, kind, code, false).make(wire, type, true));
    }

    private void fill(ObjectType wire, JavaType type) {
        to.castMemory(kind);
        switch (type) {
            case JavaType.StructOf t -> fields((ObjectType.Struct) wire, t.shape(), member -> field(t.shape(), member));
            case JavaType.ListOf t -> {
                code.lload(at).lstore(tail);
                elements((ObjectType.Sequence) wire, t.element(), true);
            }
            case JavaType.ArrayOf t -> {
                code.lload(at).lstore(tail);
                elements((ObjectType.Sequence) wire, t.element(), false);
            }
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _, JavaType.OptionalOf _ -> throw new AssertionError("cannot be filled: " + type);
        }
        code.lload(tail).lreturn();
    }

    private void make(ObjectType wire, JavaType type, boolean last) {
        to.castMemory(kind);
        if (type instanceof JavaType.OptionalOf t) {
            code.lload(at).lstore(tail);
            Argument made = new Argument(TypeKind.REFERENCE, "optional");
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
        Argument[] arguments = new Argument[shape.members().size()];
        for (ObjectShape.Member member : shape.members()) {
            arguments[member.component()] = new Argument(member.type() instanceof JavaType.Plain plain
                    ? Emit.kind(plain.primitive()) : TypeKind.REFERENCE,
                    shape.type().getName() + "." + member.name());
        }
        fields(struct, shape, member -> arguments[member.component()]);
        if (last) {
            code.lload(tail).lload(end).ldc(shape.type().getName());
            to.call(SlotChecks.class, "requireEnd", void.class, long.class, long.class, String.class);
        } else if (struct.isOpen()) {
            leaveEnd();
        }
        int made = to.local(TypeKind.REFERENCE);
        Label begin = code.newBoundLabel();
        to.invoke(shape.constructor(), () -> {
            for (Argument argument : arguments) {
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
        code.aload(cursor).lload(tail).putfield(Emit.desc(DecodeState.class), "at", Emit.desc(long.class));
    }

    private void fields(ObjectType.Struct wire, ObjectShape shape,
            Function<ObjectShape.Member, Sink> sinks) {
        Emit.Block block = new Emit.Block(at, wire.blockLength());
        code.loadConstant((long) block.length()).lload(at).lload(end).ldc(shape.type().getName());
        to.call(SlotChecks.class, "require", void.class, long.class, long.class, long.class, String.class);
        code.lload(at).loadConstant((long) block.length()).ladd().lstore(tail);
        List<ObjectShape.Member> absent = absent(wire, shape);
        if (!absent.isEmpty()) {
            code.aload(cursor).loadConstant(absent.size()).ldc(shape.type().getName());
            to.call(DecodeState.class, "absent", void.class, DecodeState.class, int.class, String.class);
        }
        for (ObjectShape.Member member : absent) {
            Sink sink = sinks.apply(member);
            if (!sink.isFixed()) {
                sink.store(() -> absent(member.type()));
            }
        }
        List<Runnable> tails = new ArrayList<>();
        int offset = 0;
        for (ObjectType.Field field : wire.fields()) {
            Optional<ObjectShape.Member> member = shape.member(field.name());
            if (member.isPresent()) {
                Pending pending = slot(field.type(), member.get().type(), block, offset, sinks.apply(member.get()));
                tails.add(() -> tail(pending));
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
        code.aload(memory).lload(at).loadConstant((long) offset).ladd().lload(tail).lload(end)
                .loadConstant(to.isLittle() ? 1 : 0);
        to.call(Skipping.class, "tail", long.class, ObjectType.class, MemorySegment.class, long.class, long.class,
                long.class, boolean.class);
        code.lstore(tail);
    }

    /// What a field has that the bytes do not.
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
        to.loop(COUNT, index, () -> element(wire.element(), type, new Element(list, index)));
        if (list) {
            code.aload(FILLED).checkcast(Emit.desc(ArrayList.class)).iload(COUNT);
            to.call(SequenceTail.class, "trim", void.class, ArrayList.class, int.class);
        }
    }

    private void element(ObjectType wire, JavaType type, Sink sink) {
        Emit.Block block = new Emit.Block(to.local(TypeKind.LONG), wire.slotBytes());
        code.lload(tail).lstore(block.at());
        code.loadConstant((long) block.length()).lload(tail).lload(end).ldc(sink.name());
        to.call(SlotChecks.class, "require", void.class, long.class, long.class, long.class, String.class);
        code.lload(tail).loadConstant((long) block.length()).ladd().lstore(tail);
        Pending pending = slot(wire, type, block, 0, sink);
        tail(pending);
    }

    /// Reads a slot. What has no tail is stored.
    private Pending slot(ObjectType wire, JavaType type, Emit.Block block, int offset, Sink sink) {
        int said = NONE;
        switch (type) {
            case JavaType.Plain t -> sink.store(() -> {
                Primitive primitive = ((ObjectType.Value) wire).primitive();
                to.get(primitive, block, offset);
                code.conversion(Emit.kind(primitive), Emit.kind(t.primitive()));
            });
            case JavaType.Boxed t -> sink.store(() -> {
                Primitive primitive = t.primitive();
                state(wire, block, offset);
                to.get(primitive, block, valueOffset(wire, offset));
                to.call(SlotChecks.class, "boxed", MethodType.methodType(primitive.type()).wrap().returnType(), byte.class,
                        primitive.type());
            });
            case JavaType.OptionalPlain t -> sink.store(() -> {
                state(wire, block, offset);
                to.get(t.primitive(), block, valueOffset(wire, offset));
                to.call(SlotChecks.class, "optional", Units.optionalClass(t.primitive()), byte.class, t.primitive().type());
            });
            case JavaType.EnumOf t -> sink.store(() -> {
                to.get(Primitive.SHORT, block, offset);
                to.push(t.by(((ObjectType.Enumeration) wire).constants()), Object[].class);
                to.call(SlotChecks.class, "constant", Object.class, short.class, Object[].class);
            });
            case JavaType.PlainArray _, JavaType.Text _, JavaType.ListOf _, JavaType.ArrayOf _ -> {
                to.get(Primitive.INT, block, offset);
                said = to.store(TypeKind.INT);
            }
            case JavaType.OptionalOf _ -> {
                to.get(Primitive.BYTE, block, offset);
                to.call(SlotChecks.class, "requireState", byte.class, byte.class);
                said = to.store(TypeKind.INT);
            }
            case JavaType.StructOf _ -> {
                to.get(Primitive.BOOLEAN, block, offset);
                said = to.store(TypeKind.INT);
            }
        }
        return new Pending(wire, type, said, sink);
    }

    /// Whether there is a value; where the writer had no doubt, there is.
    private void state(ObjectType wire, Emit.Block block, int offset) {
        if (wire instanceof ObjectType.Maybe) {
            to.get(Primitive.BYTE, block, offset);
        } else {
            code.loadConstant((int) SlotChecks.PRESENT);
        }
    }

    private static int valueOffset(ObjectType wire, int offset) {
        return wire instanceof ObjectType.Maybe ? offset + 1 : offset;
    }

    private void tail(Pending field) {
        Sink sink = field.sink();
        switch (field.type()) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.EnumOf _ -> {
            }
            case JavaType.PlainArray t -> array(field, t);
            case JavaType.Text _ -> {
                code.iload(field.slot()).lload(tail).lload(end);
                to.call(TextTail.class, "end", long.class, int.class, long.class, long.class);
                int next = to.store(TypeKind.LONG);
                sink.store(() -> {
                    code.aload(memory).lload(tail).iload(field.slot());
                    sink.existing();
                    code.checkcast(Emit.desc(String.class)).loadConstant(to.isLittle() ? 1 : 0);
                    to.call(TextTail.class, "get", String.class, MemorySegment.class, long.class, int.class,
                            String.class, boolean.class);
                });
                code.lload(next).lstore(tail);
            }
            case JavaType.ListOf _ -> sequence(field, () -> {
                sink.existing();
                code.iload(field.slot());
                to.call(SequenceTail.class, "list", ArrayList.class, Object.class, int.class);
            });
            case JavaType.ArrayOf t -> sequence(field, () -> {
                sink.existing();
                code.iload(field.slot());
                to.push(t.component(), Class.class);
                to.call(SequenceTail.class, "array", Object[].class, Object.class, int.class, Class.class);
            });
            case JavaType.OptionalOf _ -> option(field);
            case JavaType.StructOf t -> struct(field, t.shape());
        }
    }

    private void array(Pending field, JavaType.PlainArray type) {
        Primitive primitive = type.primitive();
        Class<?> array = primitive.type().arrayType();
        code.iload(field.slot()).loadConstant((long) primitive.bytes()).lload(tail).lload(end);
        to.call(ArrayTail.class, "end", long.class, int.class, long.class, long.class, long.class);
        int next = to.store(TypeKind.LONG);
        if (field.sink().isFixed()) {
            field.sink().existing();
            code.iload(field.slot()).ldc(field.sink().name());
            to.call(SlotChecks.class, "requireFixed", void.class, Object.class, int.class, String.class);
        }
        Runnable get = () -> {
            code.aload(memory).lload(tail).iload(field.slot());
            field.sink().existing();
            code.checkcast(Emit.desc(array));
            to.pushLayout(primitive);
            to.call(ArrayTail.class, "get", array, MemorySegment.class, long.class, int.class, array,
                    Emit.layoutClass(primitive));
        };
        if (field.sink().isFixed()) {
            get.run();
            code.pop();
        } else {
            field.sink().store(get);
        }
        code.lload(next).lstore(tail);
    }

    /// @param pushFilled leaves the list or array on the stack that is to be filled
    private void sequence(Pending field, Runnable pushFilled) {
        ObjectType element = ((ObjectType.Sequence) field.wire()).element();
        Sink sink = field.sink();
        code.iload(field.slot()).loadConstant((long) element.slotBytes()).lload(tail).lload(end);
        to.call(ArrayTail.class, "end", long.class, int.class, long.class, long.class, long.class);
        code.pop2();
        Label none = code.newLabel();
        Label done = code.newLabel();
        code.iload(field.slot()).iflt(none);
        if (sink.isFixed()) {
            requireThere(sink, true);
        }
        pushFilled.run();
        int filled = to.store(TypeKind.REFERENCE);
        code.aload(filled).iload(field.slot());
        fillFrom(field);
        boolean list = field.type() instanceof JavaType.ListOf;
        if (!sink.isFixed()) {
            sink.store(() -> {
                code.aload(filled);
                if (list && sink.isForRecord()) {
                    code.checkcast(Emit.desc(ArrayList.class));
                    to.call(SequenceTail.class, "unmodifiable", List.class, ArrayList.class);
                }
            });
        }
        code.goto_(done).labelBinding(none);
        storeNull(sink);
        code.labelBinding(done);
    }

    private void option(Pending field) {
        ObjectType element = ((ObjectType.Option) field.wire()).element();
        code.aconst_null();
        int made = to.store(TypeKind.REFERENCE);
        Label none = code.newLabel();
        code.iload(field.slot()).loadConstant((int) SlotChecks.PRESENT).if_icmpne(none);
        code.aload(memory).lload(tail).lload(end).aload(cursor)
                .invokestatic(Units.NAME, make(units, field.wire(), field.type(), kind), MAKE).astore(made);
        moveOn(element.hasTail(), element.slotBytes());
        code.labelBinding(none);
        field.sink().store(() -> {
            code.iload(field.slot()).aload(made);
            to.call(SlotChecks.class, "optional", Optional.class, byte.class, Object.class);
        });
    }

    private void struct(Pending field, ObjectShape shape) {
        Sink sink = field.sink();
        ObjectType.Struct wire = (ObjectType.Struct) field.wire();
        Label none = code.newLabel();
        Label done = code.newLabel();
        code.iload(field.slot()).ifeq(none);
        if (shape.isRecord()) {
            code.aload(memory).lload(tail).lload(end).aload(cursor)
                    .invokestatic(Units.NAME, make(units, wire, field.type(), kind), MAKE);
            int made = to.store(TypeKind.REFERENCE);
            moveOn(wire.isOpen(), wire.blockLength());
            sink.store(() -> code.aload(made));
        } else {
            if (sink.isFixed()) {
                requireThere(sink, true);
            }
            sink.existing();
            to.push(shape.type(), Class.class);
            to.call(SlotChecks.class, "reusable", Object.class, Object.class, Class.class);
            int filled = to.store(TypeKind.REFERENCE);
            to.ifNull(filled, () -> {
                if (sink.isFixed()) {
                    requireThere(sink, false);
                } else {
                    to.invoke(shape.constructor(), () -> { });
                    code.astore(filled);
                }
            });
            code.aload(filled).iconst_0();
            fillFrom(field);
            if (!sink.isFixed()) {
                sink.store(() -> code.aload(filled));
            }
        }
        code.goto_(done).labelBinding(none);
        storeNull(sink);
        code.labelBinding(done);
    }

    /// With what is filled and the count on the stack.
    private void fillFrom(Pending field) {
        code.aload(memory).lload(tail).lload(end).aload(cursor)
                .invokestatic(Units.NAME, fill(units, field.wire(), field.type(), kind), FILL).lstore(tail);
    }

    /// Past what was made.
    private void moveOn(boolean hasTail, int length) {
        if (hasTail) {
            code.aload(cursor).getfield(Emit.desc(DecodeState.class), "at", Emit.desc(long.class)).lstore(tail);
        } else {
            code.lload(tail).loadConstant((long) length).ladd().lstore(tail);
        }
    }

    private void storeNull(Sink sink) {
        if (sink.isFixed()) {
            requireThere(sink, false);
        } else {
            sink.store(code::aconst_null);
        }
    }

    private void requireThere(Sink sink, boolean there) {
        sink.existing();
        code.loadConstant(there ? 1 : 0).ldc(sink.name());
        to.call(SlotChecks.class, "requireThere", void.class, Object.class, boolean.class, String.class);
    }

    private Sink field(ObjectShape shape, ObjectShape.Member member) {
        return new Sink() {
            @Override
            public void store(Runnable push) {
                to.invoke(member.setter(), () -> {
                    code.aload(FILLED);
                    push.run();
                });
            }

            @Override
            public void existing() {
                to.invoke(member.getter(), () -> code.aload(FILLED));
            }

            @Override
            public boolean isFixed() {
                return member.isFixed();
            }

            @Override
            public boolean isForRecord() {
                return false;
            }

            @Override
            public String name() {
                return shape.type().getName() + "." + member.name();
            }
        };
    }

    /// An argument of the constructor of a record, or what is in an optional: never there before.
    private final class Argument implements Sink {
        private final TypeKind typeKind;
        private final int local;
        private final String name;

        Argument(TypeKind typeKind, String name) {
            this.typeKind = typeKind;
            this.name = name;
            local = to.local(typeKind);
        }

        @Override
        public void store(Runnable push) {
            push.run();
            code.storeLocal(typeKind, local);
        }

        @Override
        public void existing() {
            code.aconst_null();
        }

        @Override
        public boolean isForRecord() {
            return true;
        }

        @Override
        public String name() {
            return name;
        }

        void push() {
            code.loadLocal(typeKind, local);
        }
    }

    /// An element of a list or array, which may be there from before.
    private final class Element implements Sink {
        private final boolean list;
        private final int index;

        Element(boolean list, int index) {
            this.list = list;
            this.index = index;
        }

        private void pushFilled() {
            code.aload(FILLED).checkcast(list ? Emit.desc(ArrayList.class) : Emit.desc(Object[].class));
        }

        @Override
        public void store(Runnable push) {
            pushFilled();
            code.iload(index);
            push.run();
            if (list) {
                to.call(SequenceTail.class, "set", void.class, ArrayList.class, int.class, Object.class);
            } else {
                code.aastore();
            }
        }

        @Override
        public void existing() {
            pushFilled();
            code.iload(index);
            if (list) {
                to.call(SequenceTail.class, "get", Object.class, ArrayList.class, int.class);
            } else {
                code.aaload();
            }
        }

        @Override
        public boolean isForRecord() {
            return false;
        }

        @Override
        public String name() {
            return "element";
        }
    }
}
