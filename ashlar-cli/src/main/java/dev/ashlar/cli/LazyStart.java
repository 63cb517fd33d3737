// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;

/// Changes what libraries do when their classes are initialised. Each of these takes a tenth of a short query.
///
/// - Calcite makes a proxy for its messages, which has a method for each of them: it is made when one is asked for.
/// - Calcite looks for a file of settings, and Guava for a logger and its configuration. The settings are left out; the
///   logger is looked for when there is something to log. Whoever looks for what is nowhere opens the jar and reads its
///   directory of 20,000 entries.
final class LazyStart {
    /// The interface of Calcite's messages.
    static final String MESSAGES = "org/apache/calcite/runtime/CalciteResource.class";

    private static final String CALCITE = "org/apache/calcite/";
    private static final ClassDesc INTERFACE = ClassDesc.ofInternalName(CALCITE + "runtime/CalciteResource");
    private static final ClassDesc LAZY = INTERFACE.nested("Lazy");
    private static final ClassDesc MADE = INTERFACE.nested("Made");
    private static final ClassDesc RESOURCES = ClassDesc.ofInternalName(CALCITE + "runtime/Resources");
    private static final ClassDesc FEATURE = ClassDesc.ofInternalName(CALCITE + "runtime/Feature");
    private static final MethodTypeDesc CREATE = MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Class);
    private static final ClassDesc LOGGER = ClassDesc.of("java.util.logging.Logger");
    private static final MethodTypeDesc OF_NAME = MethodTypeDesc.of(LOGGER, ConstantDescs.CD_String);
    private static final String CACHE = "com/google/common/cache/LocalCache";

    private LazyStart() {
    }

    /// What to change in a class, if anything.
    ///
    /// @param name of its file
    static Optional<ClassTransform> of(String name) {
        CodeTransform code = switch (name) {
            case CALCITE + "util/Static.class" -> withLazyMessages();
            case CALCITE + "config/CalciteSystemProperty.class" -> withoutSettings();
            default -> name.startsWith(CACHE) ? withLazyLogger() : null;
        };
        return Optional.ofNullable(code).map(ClassTransform::transformingMethodBodies);
    }

    private static CodeTransform withLazyMessages() {
        return (to, element) -> {
            if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(RESOURCES)) {
                to.pop().new_(LAZY).dup().invokespecial(LAZY, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
            } else {
                to.with(element);
            }
        };
    }

    private static CodeTransform withoutSettings() {
        return (to, element) -> {
            if (element instanceof InvokeInstruction call && call.name().equalsString("getResourceAsStream")) {
                // The class loader and the name.
                to.pop2().aconst_null();
            } else {
                to.with(element);
            }
        };
    }

    private static CodeTransform withLazyLogger() {
        return (to, element) -> {
            if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(LOGGER)
                    && call.name().equalsString("getLogger")) {
                to.pop().aconst_null();
            } else if (element instanceof FieldInstruction field && field.opcode() == Opcode.GETSTATIC
                    && field.typeSymbol().equals(LOGGER)) {
                to.loadConstant(CACHE.replace('/', '.')).invokestatic(LOGGER, "getLogger", OF_NAME);
            } else {
                to.with(element);
            }
        };
    }

    /// The classes that pass on calls of messages to Calcite's proxy, and make it: the names of their files, and these.
    ///
    /// @param bytes of the interface
    static Map<String, byte[]> lazyMessages(byte[] bytes) {
        byte[] lazy = ClassFile.of().build(LAZY, type -> {
            type.withVersion(ClassFile.JAVA_8_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                    .withInterfaceSymbols(INTERFACE).withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void,
                            ClassFile.ACC_PUBLIC, code -> code.aload(0).invokespecial(ConstantDescs.CD_Object,
                                    ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_());
            for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
                MethodTypeDesc signature = method.methodTypeSymbol();
                String name = method.methodName().stringValue();
                type.withMethodBody(name, signature, ClassFile.ACC_PUBLIC, code -> {
                    if (signature.returnType().equals(FEATURE)) {
                        // The validator asks for it with each ORDER BY, and checks by an assertion that there is one.
                        code.aconst_null().areturn();
                        return;
                    }
                    code.getstatic(MADE, "MESSAGES", INTERFACE);
                    for (int i = 0; i < signature.parameterCount(); i++) {
                        code.loadLocal(TypeKind.from(signature.parameterType(i)), code.parameterSlot(i));
                    }
                    code.invokeinterface(INTERFACE, name, signature).return_(TypeKind.from(signature.returnType()));
                });
            }
        });
        byte[] made = ClassFile.of().build(MADE, type -> type.withVersion(ClassFile.JAVA_8_VERSION, 0)
                .withField("MESSAGES", INTERFACE, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL)
                .withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code ->
                        code.loadConstant(INTERFACE).invokestatic(RESOURCES, "create", CREATE).checkcast(INTERFACE)
                                .putstatic(MADE, "MESSAGES", INTERFACE).return_()));
        return Map.of(file(LAZY), lazy, file(MADE), made);
    }

    private static String file(ClassDesc type) {
        return type.descriptorString().substring(1).replace(';', '.') + "class";
    }
}
