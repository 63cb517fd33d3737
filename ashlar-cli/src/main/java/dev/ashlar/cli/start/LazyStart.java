// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
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
/// - Calcite looks for some 700 methods by reflection for the metadata of nodes, which a query of one scan needs not.
/// - Calcite looks for a file of settings, and Guava for a logger and its configuration. The settings are left out; the
///   logger is looked for when there is something to log. Whoever looks for what is nowhere opens the jar and reads its
///   directory of 20,000 entries.
final class LazyStart {
    private static final String CALCITE = "org/apache/calcite/";

    /// The interface of Calcite's messages.
    private static final String MESSAGES_FILE = CALCITE + "runtime/CalciteResource.class";
    private static final ClassDesc MESSAGES = ClassDesc.ofInternalName(CALCITE + "runtime/CalciteResource");
    private static final ClassDesc MADE = MESSAGES.nested("Made");
    private static final String PROVIDER_FILE = CALCITE + "rel/metadata/RelMetadataProvider.class";
    private static final ClassDesc PROVIDER = ClassDesc.ofInternalName(CALCITE + "rel/metadata/RelMetadataProvider");
    private static final ClassDesc DEFAULT_PROVIDER = ClassDesc.ofInternalName(CALCITE
            + "rel/metadata/DefaultRelMetadataProvider");

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
            case CALCITE + "plan/RelOptCluster.class", CALCITE + "rel/metadata/JaninoRelMetadataProvider.class" ->
                    withLazyMetadata();
            default -> name.startsWith(CACHE) ? withLazyLogger() : null;
        };
        return Optional.ofNullable(code).map(ClassTransform::transformingMethodBodies);
    }

    private static CodeTransform withLazyMessages() {
        return (to, element) -> {
            if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(RESOURCES)) {
                made(to.pop(), lazy(MESSAGES));
            } else {
                to.with(element);
            }
        };
    }

    private static CodeTransform withLazyMetadata() {
        return (to, element) -> {
            if (element instanceof FieldInstruction field && field.owner().asSymbol().equals(DEFAULT_PROVIDER)) {
                made(to, lazy(PROVIDER));
            } else {
                to.with(element);
            }
        };
    }

    private static void made(CodeBuilder code, ClassDesc type) {
        code.new_(type).dup().invokespecial(type, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
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

    /// Classes to add for an interface, if any: one that passes on calls to an object, which the first of them makes.
    ///
    /// @param name of its file
    /// @return the names of files, and classes
    static Map<String, byte[]> delegates(String name, byte[] bytes) {
        return switch (name) {
            case MESSAGES_FILE -> Map.of(CommandJar.file(lazy(MESSAGES)),
                    delegate(bytes, MADE, "MESSAGES", MESSAGES), CommandJar.file(MADE), made());
            case PROVIDER_FILE -> Map.of(CommandJar.file(lazy(PROVIDER)),
                    delegate(bytes, DEFAULT_PROVIDER, "INSTANCE", DEFAULT_PROVIDER));
            default -> Map.of();
        };
    }

    /// @param owner of the field that holds the object that does what is asked
    private static byte[] delegate(byte[] bytes, ClassDesc owner, String field, ClassDesc fieldType) {
        ClassModel model = ClassFile.of().parse(bytes);
        ClassDesc called = model.thisClass().asSymbol();
        return ClassFile.of().build(lazy(called), type -> {
            type.withVersion(ClassFile.JAVA_8_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                    .withInterfaceSymbols(called).withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void,
                            ClassFile.ACC_PUBLIC, code -> code.aload(0).invokespecial(ConstantDescs.CD_Object,
                                    ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_());
            for (MethodModel method : model.methods()) {
                MethodTypeDesc signature = method.methodTypeSymbol();
                String name = method.methodName().stringValue();
                type.withMethodBody(name, signature, ClassFile.ACC_PUBLIC, code -> {
                    if (signature.returnType().equals(FEATURE)) {
                        // The validator asks for it with each ORDER BY, and checks by an assertion that there is one.
                        code.aconst_null().areturn();
                        return;
                    }
                    code.getstatic(owner, field, fieldType);
                    for (int i = 0; i < signature.parameterCount(); i++) {
                        code.loadLocal(TypeKind.from(signature.parameterType(i)), code.parameterSlot(i));
                    }
                    code.invokeinterface(called, name, signature).return_(TypeKind.from(signature.returnType()));
                });
            }
        });
    }

    /// The class that makes Calcite's messages.
    private static byte[] made() {
        return ClassFile.of().build(MADE, type -> type.withVersion(ClassFile.JAVA_8_VERSION, 0)
                .withField("MESSAGES", MESSAGES, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL)
                .withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code ->
                        code.loadConstant(MESSAGES).invokestatic(RESOURCES, "create", CREATE).checkcast(MESSAGES)
                                .putstatic(MADE, "MESSAGES", MESSAGES).return_()));
    }

    private static ClassDesc lazy(ClassDesc type) {
        return type.nested("Lazy");
    }
}
