// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Generates the methods that compute the lengths of objects: one for each class, list and optional,
/// `long length(value)`.
final class LengthCode {
    static final MethodTypeDesc METHOD = Emit.signature(long.class, Object.class);
    private static final int VALUE = 0;

    private final Units units;
    private final Emit to;
    private final CodeBuilder code;
    private final int sum;

    private LengthCode(Units units, CodeBuilder code) {
        this.units = units;
        this.code = code;
        to = units.emit(code, -1);
        sum = to.local(TypeKind.LONG);
    }

    /// The name of the method for values of this type that are not null.
    static String unit(Units units, JavaType type) {
        return units.name(new Units.Key("length", type, type, MemoryVariant.ANY), METHOD,
                code -> new LengthCode(units, code).length(type));
    }

    private void length(JavaType type) {
        code.loadConstant(type instanceof JavaType.StructOf t ? (long) t.shape().described().blockLength() : 0L)
                .lstore(sum);
        switch (type) {
            case JavaType.StructOf t -> {
                code.aload(VALUE);
                to.push(t.shape().type(), Class.class);
                to.call(SlotChecks.class, "requireClass", void.class, Object.class, Class.class);
                for (ObjectShape.Member member : t.shape().members()) {
                    if (member.type().described().hasTail()) {
                        to.invoke(member.getter(), () -> code.aload(VALUE));
                        tail(member.type(), to.store(TypeKind.REFERENCE));
                    }
                }
            }
            case JavaType.ListOf t -> {
                code.aload(VALUE);
                to.call(SequenceTail.class, "indexed", List.class, Object.class);
                int list = to.store(TypeKind.REFERENCE);
                code.aload(list);
                to.call(SequenceTail.class, "count", int.class, List.class);
                elements(to.store(TypeKind.INT), t.element(), index -> code.aload(list).iload(index)
                        .invokeinterface(Emit.desc(List.class), "get", Emit.signature(Object.class, int.class)));
            }
            case JavaType.ArrayOf t -> {
                code.aload(VALUE).checkcast(Emit.desc(Object[].class)).arraylength();
                elements(to.store(TypeKind.INT), t.element(), index -> code.aload(VALUE)
                        .checkcast(Emit.desc(Object[].class)).iload(index).aaload());
            }
            case JavaType.OptionalOf t -> {
                code.aload(VALUE).checkcast(Emit.desc(Optional.class))
                        .aconst_null().invokevirtual(Emit.desc(Optional.class), "orElse",
                                Emit.signature(Object.class, Object.class));
                int value = to.store(TypeKind.REFERENCE);
                to.ifThere(value, () -> {
                    add(() -> code.loadConstant((long) t.element().described().slotBytes()));
                    tail(t.element(), value);
                });
            }
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> throw new AssertionError("no method of its own: type=" + type);
        }
        code.lload(sum).lreturn();
    }

    private void elements(int count, JavaType type, IntConsumer pushElement) {
        add(() -> code.iload(count).i2l().loadConstant((long) type.described().slotBytes()).lmul());
        if (type.described().hasTail()) {
            int index = to.local(TypeKind.INT);
            to.loop(count, index, () -> {
                pushElement.accept(index);
                tail(type, to.store(TypeKind.REFERENCE));
            });
        }
    }

    private void add(Runnable length) {
        length.run();
        code.lload(sum).ladd().lstore(sum);
    }

    private void tail(JavaType type, int local) {
        switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.EnumOf _ -> {
            }
            case JavaType.PlainArray t -> {
                Class<?> array = t.primitive().type().arrayType();
                to.ifThere(local, () -> add(() -> code.aload(local).checkcast(Emit.desc(array)).arraylength().i2l()
                        .loadConstant((long) t.primitive().bytes()).lmul()));
            }
            case JavaType.Text _ -> add(() -> {
                code.aload(local).checkcast(Emit.desc(String.class));
                to.call(TextTail.class, "code", int.class, String.class);
                to.call(TextTail.class, "length", long.class, int.class);
            });
            case JavaType.ListOf _, JavaType.ArrayOf _, JavaType.OptionalOf _, JavaType.StructOf _ ->
                to.ifThere(local, () -> add(() -> code.aload(local)
                        .invokestatic(Units.NAME, unit(units, type), METHOD)));
        }
    }
}
