// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Writes methods for code that the JVM generates when a class first runs: switches over types, and `equals` and
/// `hashCode` of records. No cache keeps this code, and generating a method takes about a millisecond.
final class DynamicCalls {
    private static final String SWITCH = "typeSwitch";
    private static final String EQUALS = "equals";
    private static final String HASH_CODE = "hashCode";
    private static final int FACTOR = 31;

    /// A method to write.
    ///
    /// @param arguments labels of a switch; of a record its class, the names of its fields and these
    private record Call(String name, MethodTypeDesc type, List<ConstantDesc> arguments) {
    }

    private final ClassDesc owner;
    private final boolean inInterface;
    private final Map<Call, String> methods = new LinkedHashMap<>();

    private DynamicCalls(ClassModel of) {
        owner = of.thisClass().asSymbol();
        inInterface = of.flags().has(AccessFlag.INTERFACE);
    }

    /// The same class with such methods.
    static byte[] replaced(ClassFile classFile, byte[] bytes) {
        ClassModel model = classFile.parse(bytes);
        DynamicCalls calls = new DynamicCalls(model);
        CodeTransform code = (builder, element) -> {
            if (element instanceof InvokeDynamicInstruction call && isReplaced(call)) {
                builder.invokestatic(calls.owner, calls.method(call), call.typeSymbol(), calls.inInterface);
            } else {
                builder.with(element);
            }
        };
        byte[] replaced = classFile.transformClass(model, new ClassTransform() {
            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                if (element instanceof MethodModel method && has(method)) {
                    builder.transformMethod(method, MethodTransform.transformingCode(code));
                } else {
                    builder.with(element);
                }
            }

            @Override
            public void atEnd(ClassBuilder builder) {
                calls.methods.forEach((call, name) -> calls.write(builder, call, name));
            }
        });
        return calls.methods.isEmpty() ? bytes : replaced;
    }

    private static boolean has(MethodModel method) {
        return method.code().stream().flatMap(code -> code.elementStream()).anyMatch(element ->
                element instanceof InvokeDynamicInstruction call && isReplaced(call));
    }

    private static boolean isReplaced(InvokeDynamicInstruction call) {
        return switch (call.bootstrapMethod().owner().displayName() + "." + call.name().stringValue()) {
            case "SwitchBootstraps." + SWITCH -> call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
            case "ObjectMethods." + EQUALS, "ObjectMethods." + HASH_CODE -> true;
            default -> false;
        };
    }

    private String method(InvokeDynamicInstruction call) {
        return methods.computeIfAbsent(new Call(call.name().stringValue(), call.typeSymbol(), call.bootstrapArgs()),
                key -> key.name + "$" + methods.size());
    }

    private void write(ClassBuilder to, Call call, String name) {
        Consumer<CodeBuilder> body = switch (call.name) {
            case SWITCH -> code -> writeSwitch(code, call.arguments);
            case EQUALS -> code -> writeEquals(code, fields(call));
            default -> code -> writeHashCode(code, fields(call));
        };
        to.withMethodBody(name, call.type, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                body);
    }

    private static List<DirectMethodHandleDesc> fields(Call call) {
        return call.arguments.stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
    }

    /// Writes a method that returns the index of the first type, from a given one on, that an object is an instance of;
    /// the number of types if there is none, and -1 for null.
    private static void writeSwitch(CodeBuilder code, List<ConstantDesc> types) {
        Label there = code.newLabel();
        code.aload(0).ifnonnull(there).iconst_m1().ireturn().labelBinding(there);
        for (int i = 0; i < types.size(); i++) {
            Label next = code.newLabel();
            code.iload(1).loadConstant(i).if_icmpgt(next).aload(0).instanceOf((ClassDesc) types.get(i)).ifeq(next)
                    .loadConstant(i).ireturn().labelBinding(next);
        }
        code.loadConstant(types.size()).ireturn();
    }

    private void writeEquals(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
        Label other = code.newLabel();
        Label differs = code.newLabel();
        code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn();
        code.labelBinding(other).aload(1).instanceOf(owner).ifeq(differs);
        for (DirectMethodHandleDesc field : fields) {
            code.aload(0).getfield(owner, field.methodName(), type(field));
            code.aload(1).checkcast(owner).getfield(owner, field.methodName(), type(field));
            switch (TypeKind.from(type(field))) {
                case REFERENCE -> code.invokestatic(ClassDesc.of("java.util.Objects"), EQUALS, MethodTypeDesc.of(
                        ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object)).ifeq(differs);
                case LONG -> code.lcmp().ifne(differs);
                case FLOAT, DOUBLE -> code.invokestatic(wrapper(field), "compare", MethodTypeDesc.of(
                        ConstantDescs.CD_int, type(field), type(field))).ifne(differs);
                default -> code.if_icmpne(differs);
            }
        }
        code.iconst_1().ireturn().labelBinding(differs).iconst_0().ireturn();
    }

    private void writeHashCode(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
        code.iconst_0();
        for (DirectMethodHandleDesc field : fields) {
            code.loadConstant(FACTOR).imul().aload(0).getfield(owner, field.methodName(), type(field));
            boolean reference = TypeKind.from(type(field)) == TypeKind.REFERENCE;
            code.invokestatic(reference ? ClassDesc.of("java.util.Objects") : wrapper(field), HASH_CODE,
                    MethodTypeDesc.of(ConstantDescs.CD_int, reference ? ConstantDescs.CD_Object : type(field))).iadd();
        }
        code.ireturn();
    }

    private static ClassDesc type(DirectMethodHandleDesc field) {
        return field.invocationType().returnType();
    }

    private static ClassDesc wrapper(DirectMethodHandleDesc field) {
        return switch (TypeKind.from(type(field))) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            case REFERENCE, VOID -> throw new IllegalArgumentException("no primitive type: field=" + field.methodName());
        };
    }
}
