// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// Generates codecs and decoders as hidden classes, one for each user class and layout of its objects.
final class CodecMaker {
    private static final MethodTypeDesc WRITE =
            Emit.signature(int.class, Object.class, MemorySegment.class, long.class);
    private static final MethodTypeDesc LENGTH = Emit.signature(int.class, Object.class);
    private static final MethodTypeDesc READ =
            Emit.signature(Object.class, MemorySegment.class, long.class, Object.class);
    private static final int MEMORY = 1;
    private static final int OFFSET = 2;
    private static final int REUSED = 4;

    private final ObjectShape shape;
    private final JavaType type;
    private final ObjectDescription description;
    private final ByteOrder order;
    private final Units units;
    private final long head;

    private CodecMaker(ObjectShape shape, ObjectDescription description, ByteOrder order) {
        this.shape = shape;
        this.description = description;
        this.order = order;
        type = new JavaType.StructOf(shape);
        units = new Units(order);
        head = description.header(ObjectHeader.Kind.OBJECT, order, 0).firstWord();
    }

    static ObjectCodec<?> codec(ObjectShape shape, ObjectCodec.Origin origin) {
        CodecMaker maker = new CodecMaker(shape, origin.description(), origin.order());
        return (ObjectCodec<?>) maker.make(ObjectCodec.class, to -> {
            maker.write(to);
            maker.length(to);
            maker.read(to, true);
        }, origin);
    }

    /// @throws UnreadableObjectException if the description does not fit the class
    static ObjectCodec.Decoder decoder(ObjectShape shape, ObjectDescription description, ByteOrder order) {
        Fitting.require(description.type(), shape, shape.type().getSimpleName());
        CodecMaker maker = new CodecMaker(shape, description, order);
        try {
            return (ObjectCodec.Decoder) maker.make(ObjectCodec.Decoder.class, to -> maker.read(to, false), null);
        } catch (IllegalArgumentException e) {
            // The class is small enough, so the description that came with the bytes is too large.
            throw new UnreadableObjectException(e.getMessage());
        }
    }

    private Object make(Class<?> superclass, Consumer<ClassBuilder> methods, ObjectCodec.Origin origin) {
        boolean own = origin != null;
        Class<?>[] parameters = own ? new Class<?>[] {ObjectCodec.Origin.class} : new Class<?>[0];
        byte[] bytes;
        try {
            bytes = ClassFile.of().build(Units.NAME, to -> {
                to.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC | ClassFile.ACC_SUPER)
                        .withSuperclass(Emit.desc(superclass))
                        .withMethodBody(ConstantDescs.INIT_NAME, Emit.signature(void.class, parameters), 0, code -> {
                            code.aload(0);
                            if (own) {
                                code.aload(1);
                            }
                            code.invokespecial(Emit.desc(superclass), ConstantDescs.INIT_NAME,
                                    Emit.signature(void.class, parameters)).return_();
                        });
                methods.accept(to);
                units.write(to);
            });
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("class too large for a codec: " + description, e);
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes,
                    List.copyOf(units.constants()), true);
            MethodHandle constructor = lookup.findConstructor(lookup.lookupClass(),
                    MethodType.methodType(void.class, parameters));
            return own ? constructor.invoke(origin) : constructor.invoke();
        } catch (Throwable e) {
            throw new AssertionError("codec cannot be loaded (" + description + ")", e);
        }
    }

    private void write(ClassBuilder to) {
        to.withMethodBody("write", WRITE, ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL, code -> {
            int object = 1;
            int memory = 2;
            int offset = 3;
            code.aload(object).invokestatic(Emit.desc(Objects.class), "requireNonNull",
                    Emit.signature(Object.class, Object.class)).pop();
            int end = code.allocateLocal(TypeKind.LONG);
            byKind(code, memory, kind -> code.aload(object).aload(memory).lload(offset)
                    .loadConstant((long) ObjectHeader.BYTES).ladd()
                    .invokestatic(Units.NAME, WriteCode.unit(units, type, kind), WriteCode.METHOD).lstore(end));
            code.aload(memory).lload(offset).lload(end).loadConstant(head).loadConstant(description.fingerprint())
                    .loadConstant(little());
            code.invokestatic(Emit.desc(ObjectCodec.class), "close", Emit.signature(int.class, MemorySegment.class,
                    long.class, long.class, long.class, int.class, boolean.class)).ireturn();
        });
    }

    private int little() {
        return order == ByteOrder.LITTLE_ENDIAN ? 1 : 0;
    }

    private void length(ClassBuilder to) {
        to.withMethodBody("length", LENGTH, ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL, code -> code.aload(1)
                .invokestatic(Units.NAME, LengthCode.unit(units, type), LengthCode.METHOD)
                .loadConstant((long) ObjectHeader.BYTES).ladd()
                .invokestatic(Emit.desc(ObjectCodec.class), "checkLength", Emit.signature(int.class, long.class)).ireturn());
    }

    private void read(ClassBuilder to, boolean own) {
        to.withMethodBody("read", READ, (own ? ClassFile.ACC_PUBLIC : 0) | ClassFile.ACC_FINAL, code -> {
            Emit emit = units.emit(code, MEMORY);
            code.aload(MEMORY).lload(OFFSET).loadConstant(head).loadConstant(description.fingerprint())
                    .loadConstant(little());
            emit.call(SlotChecks.class, "end", long.class, MemorySegment.class, long.class, long.class, int.class,
                    boolean.class);
            int end = emit.store(TypeKind.LONG);
            Label known = code.newLabel();
            code.lload(end).lconst_0().lcmp().ifge(known);
            if (own) {
                code.aload(0).aload(MEMORY).lload(OFFSET).aload(REUSED).invokevirtual(Emit.desc(ObjectCodec.class),
                        "other", READ).areturn();
            } else {
                emit.call(SlotChecks.class, "changed", MalformedMessageException.class);
                code.athrow();
            }
            code.labelBinding(known);
            int cursor = cursor(emit, end);
            int at = emit.local(TypeKind.LONG);
            code.lload(OFFSET).loadConstant((long) ObjectHeader.BYTES).ladd().lstore(at);
            if (shape.isRecord()) {
                byKind(code, MEMORY, kind -> code.aload(MEMORY).lload(at).lload(end).aload(cursor)
                        .invokestatic(Units.NAME, ReadCode.makeLast(units, description.type(), type, kind),
                                ReadCode.MAKE).astore(REUSED));
            } else {
                fill(emit, at, end, cursor);
            }
            code.aload(REUSED).areturn();
        });
    }

    private int cursor(Emit emit, int end) {
        if (!Fitting.fieldsNeedCursor(description.type(), shape)
                && !Fitting.isLackingInLists(description.type(), type, false)) {
            emit.code.aconst_null();
        } else {
            emit.code.new_(Emit.desc(DecodeState.class)).dup().lload(end).lload(OFFSET).lsub().invokespecial(
                    Emit.desc(DecodeState.class), ConstantDescs.INIT_NAME, Emit.signature(void.class, long.class));
        }
        return emit.store(TypeKind.REFERENCE);
    }

    private void fill(Emit emit, int at, int end, int cursor) {
        CodeBuilder code = emit.code;
        int fresh = emit.flag();
        emit.ifNull(REUSED, () -> {
            emit.invoke(shape.constructor(), () -> { });
            code.astore(REUSED).iconst_1().istore(fresh);
        });
        code.aload(REUSED);
        emit.push(shape.type(), Class.class);
        emit.call(SlotChecks.class, "requireClass", void.class, Object.class, Class.class);
        int last = emit.local(TypeKind.LONG);
        byKind(code, MEMORY, kind -> code.aload(REUSED).iload(fresh).aload(MEMORY).lload(at).lload(end).aload(cursor)
                .invokestatic(Units.NAME, ReadCode.fill(units, description.type(), type, kind), ReadCode.FILL)
                .lstore(last));
        code.lload(last).lload(end).ldc(shape.type().getName());
        emit.call(SlotChecks.class, "requireEnd", void.class, long.class, long.class, String.class);
    }

    /// Runs the variant for the class of the memory.
    private void byKind(CodeBuilder code, int memory, Consumer<MemoryVariant> body) {
        Emit emit = units.emit(code, memory);
        Label done = code.newLabel();
        for (MemoryVariant kind : MemoryVariant.values()) {
            Label other = code.newLabel();
            if (kind != MemoryVariant.ANY) {
                emit.push(kind.memoryClass(), Class.class);
                code.aload(memory).invokevirtual(ConstantDescs.CD_Class, "isInstance",
                        Emit.signature(boolean.class, Object.class)).ifeq(other);
            }
            body.accept(kind);
            code.goto_(done).labelBinding(other);
        }
        code.labelBinding(done);
    }
}
