// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.FieldHandles;
import dev.ashlar.codec.MemoryClass;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/// Writes the code of one method.
///
/// Object constants (handles, layouts, classes) are class data of the hidden class, loaded as constants: the JIT knows
/// their values, and the generated code needs no access to user classes.
final class Emit {
    private static final DirectMethodHandleDesc CLASS_DATA = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, desc(MethodHandles.class), "classDataAt", MethodTypeDesc.of(ConstantDescs.CD_Object,
                    ConstantDescs.CD_MethodHandles_Lookup, ConstantDescs.CD_String, ConstantDescs.CD_Class,
                    ConstantDescs.CD_int));
    private static final ClassDesc HANDLE = ConstantDescs.CD_MethodHandle;
    private static final ClassDesc VAR_HANDLE = ConstantDescs.CD_VarHandle;

    final CodeBuilder code;
    /// The local that has the memory.
    final int memory;
    private final List<Object> constants;
    private final ByteOrder order;

    Emit(CodeBuilder code, List<Object> constants, ByteOrder order, int memory) {
        this.code = code;
        this.constants = constants;
        this.order = order;
        this.memory = memory;
    }

    static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    static MethodTypeDesc signature(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters).describeConstable().orElseThrow();
    }

    boolean isLittle() {
        return order == ByteOrder.LITTLE_ENDIAN;
    }

    /// Tells the JIT which class of memory this method has; see [MemoryClass].
    void castMemory(MemoryVariant kind) {
        if (kind == MemoryVariant.ANY) {
            return;
        }
        push(kind.memoryClass(), Class.class);
        code.aload(memory).invokevirtual(ConstantDescs.CD_Class, "cast", signature(Object.class, Object.class))
                .checkcast(desc(MemorySegment.class)).astore(memory);
    }

    void push(Object constant, Class<?> type) {
        constants.add(constant);
        code.ldc(DynamicConstantDesc.ofNamed(CLASS_DATA, ConstantDescs.DEFAULT_NAME, desc(type), constants.size() - 1));
    }

    /// Pushes the layout of the elements of an array, as [ArrayTail] expects it.
    void pushLayout(Primitive primitive) {
        push(primitive.layout(order), layoutClass(primitive));
    }

    static Class<?> layoutClass(Primitive primitive) {
        return switch (primitive) {
            case BOOLEAN, BYTE -> ValueLayout.OfByte.class;
            case SHORT -> ValueLayout.OfShort.class;
            case CHAR -> ValueLayout.OfChar.class;
            case INT -> ValueLayout.OfInt.class;
            case LONG -> ValueLayout.OfLong.class;
            case FLOAT -> ValueLayout.OfFloat.class;
            case DOUBLE -> ValueLayout.OfDouble.class;
        };
    }

    void call(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        code.invokestatic(desc(owner), name, signature(result, parameters));
    }

    /// Calls a handle.
    ///
    /// @param arguments leaves them on the stack
    void invoke(MethodHandle handle, Runnable arguments) {
        push(handle, MethodHandle.class);
        arguments.run();
        code.invokevirtual(HANDLE, "invokeExact", handle.type().describeConstable().orElseThrow());
    }

    int local(TypeKind kind) {
        return code.allocateLocal(kind);
    }

    /// A new local that is 0.
    int flag() {
        code.iconst_0();
        return store(TypeKind.INT);
    }

    /// A new local with what is on the stack.
    int store(TypeKind kind) {
        int local = local(kind);
        code.storeLocal(kind, local);
        return local;
    }

    static TypeKind kind(Primitive primitive) {
        return TypeKind.from(primitive.type()).asLoadable();
    }

    /// How a primitive lies in memory.
    private static Primitive raw(Primitive primitive) {
        return switch (primitive) {
            case BOOLEAN -> Primitive.BYTE;
            case CHAR -> Primitive.SHORT;
            default -> primitive;
        };
    }

    private VarHandle handle(Primitive primitive, int blockLength, int offset) {
        return switch (raw(primitive)) {
            case BYTE, BOOLEAN -> FieldHandles.ofByte(order, blockLength, offset);
            case SHORT, CHAR -> FieldHandles.ofShort(order, blockLength, offset);
            case INT -> FieldHandles.ofInt(order, blockLength, offset);
            case LONG -> FieldHandles.ofLong(order, blockLength, offset);
            case FLOAT -> FieldHandles.ofFloat(order, blockLength, offset);
            case DOUBLE -> FieldHandles.ofDouble(order, blockLength, offset);
        };
    }

    /// Writes into a slot of the block at `at`.
    ///
    /// @param value leaves it on the stack
    void set(Primitive primitive, Block block, int offset, Runnable value) {
        push(handle(primitive, block.length(), offset), VarHandle.class);
        code.aload(memory).lload(block.at());
        value.run();
        if (primitive == Primitive.CHAR) {
            code.i2s();
        }
        code.invokevirtual(VAR_HANDLE, "set", signature(void.class, MemorySegment.class, long.class,
                raw(primitive).type()));
    }

    /// Leaves the value of a slot on the stack.
    void get(Primitive primitive, Block block, int offset) {
        push(handle(primitive, block.length(), offset), VarHandle.class);
        code.aload(memory).lload(block.at()).invokevirtual(VAR_HANDLE, "get",
                signature(raw(primitive).type(), MemorySegment.class, long.class));
        if (primitive == Primitive.CHAR) {
            code.i2c();
        } else if (primitive == Primitive.BOOLEAN) {
            call(SlotChecks.class, "truth", boolean.class, byte.class);
        }
    }

    /// Runs `then` unless the reference in this local is null.
    void ifThere(int local, Runnable then) {
        Label none = code.newLabel();
        code.aload(local).ifnull(none);
        then.run();
        code.labelBinding(none);
    }

    /// Runs `then` if the reference in this local is null.
    void ifNull(int local, Runnable then) {
        Label there = code.newLabel();
        code.aload(local).ifnonnull(there);
        then.run();
        code.labelBinding(there);
    }

    /// Runs `body` for 0 to `count` − 1.
    void loop(int count, int index, Runnable body) {
        Label next = code.newLabel();
        Label done = code.newLabel();
        code.iconst_0().istore(index);
        code.labelBinding(next).iload(index).iload(count).if_icmpge(done);
        body.run();
        code.iinc(index, 1).goto_(next).labelBinding(done);
    }

    /// The slots of an object, or the one of an element.
    ///
    /// @param at     the local that has the offset of the block
    /// @param length of all slots, for one check of all
    record Block(int at, int length) { }
}
