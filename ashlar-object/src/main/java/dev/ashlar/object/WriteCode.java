// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Generates the methods that write objects: one for each class, list and optional, `long write(value, memory, at)`,
/// which return where they ended.
final class WriteCode {
    static final MethodTypeDesc METHOD = Emit.signature(long.class, Object.class, MemorySegment.class, long.class);
    private static final int VALUE = 0;
    private static final int MEMORY = 1;
    private static final int AT = 2;

    private final Units units;
    private final MemoryVariant kind;
    private final Emit to;
    private final CodeBuilder code;
    private final int tail;

    private WriteCode(Units units, MemoryVariant kind, CodeBuilder code) {
        this.units = units;
        this.kind = kind;
        this.code = code;
        to = units.emit(code, MEMORY);
        tail = to.local(TypeKind.LONG);
    }

    /// A value to be written, and the state from its slot.
    ///
    /// @param local  of the value
    /// @param extra  a second local, where the tail needs to know what the slot said; −1 where not
    private record Value(JavaType type, int local, int extra) { }

    /// The name of the method that writes values of this type that are not null.
    static String unit(Units units, JavaType type, MemoryVariant kind) {
        return units.name(new Units.Key("write", type, type, kind), METHOD,
                code -> new WriteCode(units, kind, code).write(type));
    }

    private void write(JavaType type) {
        to.castMemory(kind);
        switch (type) {
            case JavaType.StructOf t -> struct(t.shape());
            case JavaType.ListOf t -> {
                int list = VALUE;
                code.lload(AT).lstore(tail);
                code.aload(list).checkcast(Emit.desc(List.class));
                to.call(SequenceTail.class, "count", int.class, List.class);
                elements(to.store(TypeKind.INT), t.element(), index -> code.aload(list)
                        .checkcast(Emit.desc(List.class)).iload(index)
                        .invokeinterface(Emit.desc(List.class), "get", Emit.signature(Object.class, int.class)));
            }
            case JavaType.ArrayOf t -> {
                code.lload(AT).lstore(tail);
                code.aload(VALUE).checkcast(Emit.desc(Object[].class)).arraylength();
                elements(to.store(TypeKind.INT), t.element(), index -> code.aload(VALUE)
                        .checkcast(Emit.desc(Object[].class)).iload(index).aaload());
            }
            case JavaType.OptionalOf t -> {
                code.lload(AT).lstore(tail);
                element(t.element(), () -> code.aload(VALUE).checkcast(Emit.desc(Optional.class))
                        .invokevirtual(Emit.desc(Optional.class), "get", Emit.signature(Object.class)));
            }
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> throw new AssertionError("no method of its own: type=" + type);
        }
        code.lload(tail).lreturn();
    }

    private void struct(ObjectShape shape) {
        ObjectType.Struct described = shape.described();
        Emit.Block block = new Emit.Block(AT, described.blockLength());
        code.aload(VALUE);
        to.push(shape.type(), Class.class);
        to.call(SlotChecks.class, "requireClass", void.class, Object.class, Class.class);
        List<Value> values = new ArrayList<>();
        int offset = 0;
        for (ObjectShape.Member member : shape.members()) {
            to.invoke(member.getter(), () -> code.aload(VALUE));
            int local = to.store(member.type() instanceof JavaType.Plain plain ? Emit.kind(plain.primitive())
                    : TypeKind.REFERENCE);
            values.add(slot(member.type(), local, block, offset));
            offset += member.type().described().slotBytes();
        }
        code.lload(AT).loadConstant((long) block.length()).ladd().lstore(tail);
        values.forEach(this::tail);
    }

    private void elements(int count, JavaType type, IntConsumer pushElement) {
        int index = to.local(TypeKind.INT);
        to.loop(count, index, () -> element(type, () -> pushElement.accept(index)));
    }

    private void element(JavaType type, Runnable push) {
        push.run();
        int local = to.store(TypeKind.REFERENCE);
        code.lload(tail);
        Emit.Block block = new Emit.Block(to.store(TypeKind.LONG), type.described().slotBytes());
        Value value = slot(type, local, block, 0);
        code.lload(tail).loadConstant((long) block.length()).ladd().lstore(tail);
        tail(value);
    }

    private Value slot(JavaType type, int local, Emit.Block block, int offset) {
        int extra = -1;
        switch (type) {
            case JavaType.Plain t -> to.set(t.primitive(), block, offset,
                    () -> code.loadLocal(Emit.kind(t.primitive()), local));
            case JavaType.Boxed t -> {
                to.set(Primitive.BYTE, block, offset, () -> {
                    code.aload(local);
                    to.call(SlotChecks.class, "presence", byte.class, Object.class);
                });
                to.set(t.primitive(), block, offset + 1, () -> {
                    code.aload(local);
                    to.call(SlotChecks.class, t.primitive().type() + "Of", t.primitive().type(), Object.class);
                });
            }
            case JavaType.OptionalPlain t -> {
                Class<?> optional = Units.optionalClass(t.primitive());
                to.set(Primitive.BYTE, block, offset, () -> {
                    code.aload(local).checkcast(Emit.desc(optional));
                    to.call(SlotChecks.class, "state", byte.class, optional);
                });
                to.set(t.primitive(), block, offset + 1, () -> {
                    code.aload(local).checkcast(Emit.desc(optional));
                    to.call(SlotChecks.class, t.primitive().type() + "Of", t.primitive().type(), optional);
                });
            }
            case JavaType.PlainArray t -> {
                Class<?> array = t.primitive().type().arrayType();
                to.set(Primitive.INT, block, offset, () -> {
                    code.aload(local).checkcast(Emit.desc(array));
                    to.call(ArrayTail.class, "count", int.class, Object.class);
                });
            }
            case JavaType.Text _ -> {
                code.aload(local).checkcast(Emit.desc(String.class));
                to.call(TextTail.class, "code", int.class, String.class);
                extra = to.store(TypeKind.INT);
                int said = extra;
                to.set(Primitive.INT, block, offset, () -> code.iload(said));
            }
            case JavaType.EnumOf _ -> to.set(Primitive.SHORT, block, offset, () -> {
                code.aload(local);
                to.call(SlotChecks.class, "index", short.class, Object.class);
            });
            case JavaType.ListOf _ -> {
                code.aload(local);
                to.call(SequenceTail.class, "indexed", List.class, Object.class);
                code.astore(local);
                to.set(Primitive.INT, block, offset, () -> {
                    code.aload(local).checkcast(Emit.desc(List.class));
                    to.call(SequenceTail.class, "count", int.class, List.class);
                });
            }
            case JavaType.ArrayOf _ -> to.set(Primitive.INT, block, offset, () -> {
                code.aload(local).checkcast(Emit.desc(Object[].class));
                to.call(SequenceTail.class, "count", int.class, Object[].class);
            });
            case JavaType.OptionalOf _ -> {
                code.aload(local).checkcast(Emit.desc(Optional.class));
                to.call(SlotChecks.class, "optionState", byte.class, Optional.class);
                extra = to.store(TypeKind.INT);
                int said = extra;
                to.set(Primitive.BYTE, block, offset, () -> code.iload(said));
            }
            case JavaType.StructOf _ -> to.set(Primitive.BYTE, block, offset, () -> {
                code.aload(local);
                to.call(SlotChecks.class, "presence", byte.class, Object.class);
            });
        }
        return new Value(type, local, extra);
    }

    private void tail(Value value) {
        switch (value.type()) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.EnumOf _ -> {
            }
            case JavaType.PlainArray t -> {
                Class<?> array = t.primitive().type().arrayType();
                code.aload(MEMORY).lload(tail).aload(value.local()).checkcast(Emit.desc(array));
                to.pushLayout(t.primitive());
                to.call(ArrayTail.class, "put", long.class, MemorySegment.class, long.class, array,
                        Emit.layoutClass(t.primitive()));
                code.lstore(tail);
            }
            case JavaType.Text _ -> {
                code.aload(MEMORY).lload(tail).aload(value.local()).checkcast(Emit.desc(String.class))
                        .iload(value.extra()).loadConstant(to.isLittle() ? 1 : 0);
                to.call(TextTail.class, "put", long.class, MemorySegment.class, long.class, String.class, int.class,
                        boolean.class);
                code.lstore(tail);
            }
            case JavaType.OptionalOf _ -> {
                Label none = code.newLabel();
                code.iload(value.extra()).loadConstant((int) SlotChecks.PRESENT).if_icmpne(none);
                call(value);
                code.labelBinding(none);
            }
            case JavaType.ListOf _, JavaType.ArrayOf _, JavaType.StructOf _ ->
                to.ifThere(value.local(), () -> call(value));
        }
    }

    private void call(Value value) {
        code.aload(value.local()).aload(MEMORY).lload(tail)
                .invokestatic(Units.NAME, unit(units, value.type(), kind), METHOD).lstore(tail);
    }
}
