// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the code that reads one value: first its slot, which is read once, and later its tail.
final class ReadValue {
    private static final int NONE = -1;

    private final ReadCode.Frame frame;
    private final Emit to;
    private final CodeBuilder code;
    private final ObjectType wire;
    private final JavaType type;
    private final ReadTarget target;
    /// The local that has what the slot said, for the tail.
    private int slot = NONE;

    private ReadValue(ReadCode.Frame frame, ObjectType wire, JavaType type, ReadTarget target) {
        this.frame = frame;
        this.wire = wire;
        this.type = type;
        this.target = target;
        to = frame.to();
        code = to.code;
    }

    /// Reads a slot, and stores the value if it has no tail.
    static ReadValue slot(ReadCode.Frame frame, ObjectType wire, JavaType type, Emit.Block block, int offset,
            ReadTarget target) {
        ReadValue value = new ReadValue(frame, wire, type, target);
        value.slot(block, offset);
        return value;
    }

    private void slot(Emit.Block block, int offset) {
        switch (type) {
            case JavaType.Plain t -> target.store(() -> {
                Primitive primitive = ((ObjectType.Value) wire).primitive();
                to.get(primitive, block, offset);
                code.conversion(Emit.kind(primitive), Emit.kind(t.primitive()));
            });
            case JavaType.Boxed t -> target.store(() -> {
                Primitive primitive = t.primitive();
                state(block, offset);
                to.get(primitive, block, valueOffset(offset));
                to.call(SlotChecks.class, "boxed", MethodType.methodType(primitive.type()).wrap().returnType(), byte.class,
                        primitive.type());
            });
            case JavaType.OptionalPlain t -> target.store(() -> {
                state(block, offset);
                to.get(t.primitive(), block, valueOffset(offset));
                to.call(SlotChecks.class, "optional", Units.optionalClass(t.primitive()), byte.class, t.primitive().type());
            });
            case JavaType.EnumOf t -> target.store(() -> {
                to.get(Primitive.SHORT, block, offset);
                to.push(t.by(((ObjectType.Enumeration) wire).constants()), Object[].class);
                to.call(SlotChecks.class, "constant", Object.class, short.class, Object[].class);
            });
            case JavaType.PlainArray _, JavaType.Text _, JavaType.ListOf _, JavaType.ArrayOf _ -> {
                to.get(Primitive.INT, block, offset);
                slot = to.store(TypeKind.INT);
            }
            case JavaType.OptionalOf _ -> {
                to.get(Primitive.BYTE, block, offset);
                to.call(SlotChecks.class, "requireState", byte.class, byte.class);
                slot = to.store(TypeKind.INT);
            }
            case JavaType.StructOf _ -> {
                to.get(Primitive.BOOLEAN, block, offset);
                slot = to.store(TypeKind.INT);
            }
        }
    }

    /// Whether there is a value; always, if the writer's field cannot be null.
    private void state(Emit.Block block, int offset) {
        if (wire instanceof ObjectType.Maybe) {
            to.get(Primitive.BYTE, block, offset);
        } else {
            code.loadConstant((int) SlotChecks.PRESENT);
        }
    }

    private int valueOffset(int offset) {
        return wire instanceof ObjectType.Maybe ? offset + 1 : offset;
    }

    /// Reads the tail, if there is one, and stores the value.
    void tail() {
        switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.EnumOf _ -> {
            }
            case JavaType.PlainArray t -> array(t.primitive());
            case JavaType.Text _ -> text();
            case JavaType.ListOf _ -> sequence(() -> {
                target.refillable();
                if (target.isFixed()) {
                    code.iload(ReadCode.FRESH).ldc(target.name());
                    to.call(SequenceTail.class, "fixed", ArrayList.class, Object.class, boolean.class, String.class);
                } else {
                    code.iload(slot);
                    to.call(SequenceTail.class, "list", ArrayList.class, Object.class, int.class);
                }
            });
            case JavaType.ArrayOf t -> sequence(() -> {
                target.refillable();
                code.iload(slot);
                to.push(t.component(), Class.class);
                to.call(SequenceTail.class, "array", Object[].class, Object.class, int.class, Class.class);
            });
            case JavaType.OptionalOf _ -> option();
            case JavaType.StructOf t -> struct(t.shape());
        }
    }

    private void text() {
        code.iload(slot).lload(frame.tail()).lload(frame.end());
        to.call(TextTail.class, "end", long.class, int.class, long.class, long.class);
        int next = to.store(TypeKind.LONG);
        target.store(() -> {
            code.aload(to.memory).lload(frame.tail()).iload(slot);
            target.existing();
            code.checkcast(Emit.desc(String.class)).loadConstant(to.isLittle() ? 1 : 0);
            to.call(TextTail.class, "get", String.class, MemorySegment.class, long.class, int.class, String.class,
                    boolean.class);
        });
        code.lload(next).lstore(frame.tail());
    }

    private void array(Primitive primitive) {
        Class<?> array = primitive.type().arrayType();
        pushArrayEnd(primitive.bytes());
        int next = to.store(TypeKind.LONG);
        if (target.isFixed()) {
            target.existing();
            code.iload(slot).ldc(target.name());
            to.call(SlotChecks.class, "requireFixed", void.class, Object.class, int.class, String.class);
        }
        Runnable get = () -> {
            code.aload(to.memory).lload(frame.tail()).iload(slot);
            target.refillable();
            code.checkcast(Emit.desc(array));
            to.pushLayout(primitive);
            to.call(ArrayTail.class, "get", array, MemorySegment.class, long.class, int.class, array,
                    Emit.layoutClass(primitive));
        };
        if (target.isFixed()) {
            get.run();
            code.pop();
        } else {
            target.store(get);
        }
        code.lload(next).lstore(frame.tail());
    }

    /// Checks that all elements are inside the object, and leaves on the stack where they end.
    private void pushArrayEnd(int elementBytes) {
        code.iload(slot).loadConstant((long) elementBytes).lload(frame.tail()).lload(frame.end());
        to.call(ArrayTail.class, "end", long.class, int.class, long.class, long.class, long.class);
    }

    /// @param pushFilled leaves on the stack the list or array that is to be filled
    private void sequence(Runnable pushFilled) {
        pushArrayEnd(((ObjectType.Sequence) wire).element().slotBytes());
        code.pop2();
        unlessNull(none -> code.iload(slot).iflt(none), () -> {
            requireFixedThere();
            pushFilled.run();
            int filled = to.store(TypeKind.REFERENCE);
            code.aload(filled).iload(slot);
            fillFrom();
            if (!target.isFixed()) {
                target.store(() -> {
                    code.aload(filled);
                    if (type instanceof JavaType.ListOf && target.isForRecord()) {
                        code.checkcast(Emit.desc(ArrayList.class));
                        to.call(SequenceTail.class, "unmodifiable", List.class, ArrayList.class);
                    }
                });
            }
        });
    }

    private void option() {
        ObjectType element = ((ObjectType.Option) wire).element();
        code.aconst_null();
        int made = to.store(TypeKind.REFERENCE);
        Label none = code.newLabel();
        code.iload(slot).loadConstant((int) SlotChecks.PRESENT).if_icmpne(none);
        make();
        code.astore(made);
        advance(element.hasTail(), element.slotBytes());
        code.labelBinding(none);
        target.store(() -> {
            code.iload(slot).aload(made);
            to.call(SlotChecks.class, "optional", Optional.class, byte.class, Object.class);
        });
    }

    private void struct(ObjectShape shape) {
        unlessNull(none -> code.iload(slot).ifeq(none), () -> {
            if (shape.isRecord()) {
                ObjectType.Struct struct = (ObjectType.Struct) wire;
                make();
                int made = to.store(TypeKind.REFERENCE);
                advance(struct.isOpen(), struct.blockLength());
                target.store(() -> code.aload(made));
            } else {
                object(shape);
            }
        });
    }

    private void object(ObjectShape shape) {
        requireFixedThere();
        target.refillable();
        to.push(shape.type(), Class.class);
        to.call(SlotChecks.class, "reusable", Object.class, Object.class, Class.class);
        int filled = to.store(TypeKind.REFERENCE);
        // A value that a user constructor put into a final field is as fresh as the object with that field.
        int fresh = target.isFixed() ? ReadCode.FRESH : to.flag();
        to.ifNull(filled, () -> {
            if (target.isFixed()) {
                requireThere(false);
            } else {
                to.invoke(shape.constructor(), () -> { });
                code.astore(filled).iconst_1().istore(fresh);
            }
        });
        code.aload(filled).iload(fresh);
        fillFrom();
        if (!target.isFixed()) {
            target.store(() -> code.aload(filled));
        }
    }

    /// Runs `body` for a value, and stores null where there is none.
    ///
    /// @param branch jumps to the label if the slot says that there is none
    private void unlessNull(Consumer<Label> branch, Runnable body) {
        Label none = code.newLabel();
        Label done = code.newLabel();
        branch.accept(none);
        body.run();
        code.goto_(done).labelBinding(none);
        if (target.isFixed()) {
            requireThere(false);
        } else {
            target.store(code::aconst_null);
        }
        code.labelBinding(done);
    }

    /// Calls the method that makes the value, and leaves that on the stack.
    private void make() {
        frame.pushPlace();
        code.invokestatic(Units.NAME, ReadCode.make(frame.units(), wire, type, frame.variant()), ReadCode.MAKE);
    }

    /// Calls the method that fills the value, with that and the number of its elements on the stack.
    private void fillFrom() {
        frame.pushPlace();
        code.invokestatic(Units.NAME, ReadCode.fill(frame.units(), wire, type, frame.variant()), ReadCode.FILL)
                .lstore(frame.tail());
    }

    /// Moves the end of what was read past a value that was made.
    private void advance(boolean hasTail, int length) {
        if (hasTail) {
            code.aload(frame.cursor()).getfield(Emit.desc(DecodeState.class), "at", Emit.desc(long.class));
        } else {
            code.lload(frame.tail()).loadConstant((long) length).ladd();
        }
        code.lstore(frame.tail());
    }

    private void requireFixedThere() {
        if (target.isFixed()) {
            requireThere(true);
        }
    }

    private void requireThere(boolean there) {
        target.existing();
        code.loadConstant(there ? 1 : 0).ldc(target.name());
        to.call(SlotChecks.class, "requireThere", void.class, Object.class, boolean.class, String.class);
    }
}
