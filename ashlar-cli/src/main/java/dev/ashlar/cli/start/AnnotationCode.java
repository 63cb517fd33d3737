// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes annotations as objects of plain classes. Those of the JDK are proxies, for which it generates classes: 40 ms
/// of a query of 340.
///
/// For each type of annotation there is a class `Type$Values`, which implements it, and for each annotated class a
/// `Class$Annotations`, which makes the annotations of the class and of its fields.
final class AnnotationCode {
    /// What asks for annotations of classes and fields.
    private static final List<String> ASKING = List.of("picocli/CommandLine",
            "org/apache/calcite/sql/util/ReflectiveSqlOperatorTable",
            "org/apache/calcite/sql/fun/SqlLibraryOperatorTableFactory");

    private static final List<String> ANNOTATED = List.of("picocli/CommandLine", "dev/ashlar/cli/",
            "org/apache/calcite/sql/fun/");

    private static final List<String> TYPES = List.of("Lpicocli/CommandLine$",
            "Lorg/apache/calcite/sql/fun/LibraryOperator;");

    private static final List<String> REFLECTION = List.of("java/lang/Class", "java/lang/reflect/Field",
            "java/lang/reflect/Method", "java/lang/reflect/AccessibleObject", "java/lang/reflect/AnnotatedElement");

    private static final ClassDesc KNOWN = ClassDesc.of("dev.ashlar.cli.start.KnownAnnotations");
    /// The file of [KnownAnnotations].
    static final String KNOWN_FILE = CommandJar.file(KNOWN);
    private static final ClassDesc ANNOTATION = ClassDesc.of("java.lang.annotation.Annotation");
    private static final ClassDesc ELEMENT = ClassDesc.of("java.lang.reflect.AnnotatedElement");
    private static final MethodTypeDesc OF_MEMBER = MethodTypeDesc.of(ANNOTATION.arrayType(), ConstantDescs.CD_String);
    private static final MethodTypeDesc EQUALS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object);
    private static final int CODE = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
    private static final int CLASS = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER;

    private final Map<String, ClassDesc> written = new LinkedHashMap<>();

    /// Makes a class ask for annotations at [KnownAnnotations].
    ///
    /// @param name of its file
    static Optional<ClassTransform> asking(String name) {
        CodeTransform code = (to, element) -> {
            if (element instanceof InvokeInstruction call && REFLECTION.contains(call.owner().asInternalName())) {
                switch (call.name().stringValue()) {
                    case "getAnnotation" -> to.invokestatic(KNOWN, "get", MethodTypeDesc.of(ANNOTATION, ELEMENT,
                            ConstantDescs.CD_Class));
                    case "isAnnotationPresent" -> to.invokestatic(KNOWN, "isPresent", MethodTypeDesc.of(
                            ConstantDescs.CD_boolean, ELEMENT, ConstantDescs.CD_Class));
                    default -> to.with(element);
                }
            } else {
                to.with(element);
            }
        };
        return ASKING.stream().anyMatch(name::startsWith) ? Optional.of(ClassTransform.transformingMethodBodies(code))
                : Optional.empty();
    }

    /// The class to add for one, if any: the name of its file, and the class.
    ///
    /// @param name of its file
    Map<String, byte[]> of(String name, byte[] bytes) {
        if (ANNOTATED.stream().noneMatch(name::startsWith)) {
            return Map.of();
        }
        ClassModel model = ClassFile.of().parse(bytes);
        ClassDesc type = model.thisClass().asSymbol();
        if (model.flags().has(AccessFlag.ANNOTATION)) {
            return isWritten(type.descriptorString()) ? Map.of(CommandJar.file(values(type)), values(model)) : Map.of();
        }
        Map<String, Consumer<CodeBuilder>> members = new LinkedHashMap<>();
        add("", model, members);
        for (FieldModel field : model.fields()) {
            add(field.fieldName().stringValue(), field, members);
        }
        if (members.isEmpty()) {
            return Map.of();
        }
        ClassDesc annotations = type.nested("Annotations");
        written.put(binaryName(name), annotations);
        byte[] companion = ClassFile.of().build(annotations, builder -> builder.withFlags(CLASS).withMethodBody("of",
                OF_MEMBER, CODE, code -> byText(code, members, none -> array(none, ANNOTATION, List.of(), _ -> { }))));
        return Map.of(CommandJar.file(annotations), companion);
    }

    /// [KnownAnnotations], which finds what was written, under the name of its file.
    Map<String, byte[]> known() throws IOException {
        byte[] bytes;
        try (InputStream in = KnownAnnotations.class.getResourceAsStream("KnownAnnotations.class")) {
            bytes = in.readAllBytes();
        }
        Map<String, Consumer<CodeBuilder>> types = new LinkedHashMap<>();
        written.forEach((name, annotations) -> types.put(name, code -> code.aload(1).invokestatic(annotations, "of",
                OF_MEMBER)));
        ClassTransform body = (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString("written")) {
                builder.withMethodBody(method.methodName(), method.methodType(), method.flags().flagsMask(), code ->
                        byText(code, types, CodeBuilder::aconst_null));
            } else {
                builder.with(element);
            }
        };
        return Map.of(KNOWN_FILE, ClassFile.of().transformClass(ClassFile.of().parse(bytes), body));
    }

    private static boolean isWritten(String type) {
        return TYPES.stream().anyMatch(type::startsWith);
    }

    private static void add(String member, AttributedElement element, Map<String, Consumer<CodeBuilder>> to) {
        List<Annotation> found = element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> isWritten(annotation.className().stringValue())).toList();
        if (!found.isEmpty()) {
            to.put(member, code -> array(code, ANNOTATION, found, annotation -> make(code, annotation)));
        }
    }

    /// A method's body that returns what goes with a text, its first parameter.
    private static void byText(CodeBuilder code, Map<String, Consumer<CodeBuilder>> values,
            Consumer<CodeBuilder> otherwise) {
        Map<Integer, List<String>> byHash = new LinkedHashMap<>();
        values.keySet().forEach(text -> byHash.computeIfAbsent(text.hashCode(), _ -> new ArrayList<>()).add(text));
        Label none = code.newLabel();
        Map<Integer, Label> labels = new LinkedHashMap<>();
        byHash.keySet().forEach(hash -> labels.put(hash, code.newLabel()));
        List<SwitchCase> cases = labels.entrySet().stream().map(each -> SwitchCase.of(each.getKey(), each.getValue()))
                .toList();
        code.aload(0).invokevirtual(ConstantDescs.CD_String, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int))
                .lookupswitch(none, cases);
        byHash.forEach((hash, texts) -> {
            code.labelBinding(labels.get(hash));
            for (String text : texts) {
                Label other = code.newLabel();
                code.loadConstant(text).aload(0).invokevirtual(ConstantDescs.CD_String, "equals", EQUALS).ifeq(other);
                values.get(text).accept(code);
                code.areturn().labelBinding(other);
            }
            code.goto_(none);
        });
        code.labelBinding(none);
        otherwise.accept(code);
        code.areturn();
    }

    /// The class of a type of annotations: one field for each value, which its constructor sets to the default.
    private static byte[] values(ClassModel type) {
        ClassDesc annotation = type.thisClass().asSymbol();
        ClassDesc values = values(annotation);
        return ClassFile.of().build(values, builder -> {
            builder.withFlags(CLASS).withInterfaceSymbols(annotation);
            builder.withMethodBody("annotationType", MethodTypeDesc.of(ConstantDescs.CD_Class), ClassFile.ACC_PUBLIC,
                    code -> code.loadConstant(annotation).areturn());
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> {
                code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
                for (MethodModel method : type.methods()) {
                    ClassDesc of = method.methodTypeSymbol().returnType();
                    method.findAttribute(Attributes.annotationDefault()).map(AnnotationDefaultAttribute::defaultValue)
                            .ifPresent(value -> {
                                code.aload(0);
                                push(code, value, of);
                                code.putfield(values, method.methodName().stringValue(), of);
                            });
                }
                code.return_();
            });
            for (MethodModel method : type.methods()) {
                String name = method.methodName().stringValue();
                ClassDesc of = method.methodTypeSymbol().returnType();
                builder.withField(name, of, ClassFile.ACC_PUBLIC);
                builder.withMethodBody(name, method.methodTypeSymbol(), ClassFile.ACC_PUBLIC, code ->
                        code.aload(0).getfield(values, name, of).return_(TypeKind.from(of)));
            }
        });
    }

    private static void make(CodeBuilder code, Annotation annotation) {
        ClassDesc values = values(annotation.classSymbol());
        code.new_(values).dup().invokespecial(values, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        for (AnnotationElement element : annotation.elements()) {
            String name = element.name().stringValue();
            ClassDesc of = type(annotation.classSymbol(), name);
            code.dup();
            push(code, element.value(), of);
            code.putfield(values, name, of);
        }
    }

    /// That of a value. An empty array would not tell.
    private static ClassDesc type(ClassDesc annotation, String name) {
        try {
            return Class.forName(binaryName(CommandJar.file(annotation))).getMethod(name).getReturnType()
                    .describeConstable().orElseThrow();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("annotation without the value: name=" + name, e);
        }
    }

    private static void push(CodeBuilder code, AnnotationValue value, ClassDesc type) {
        switch (value) {
            case AnnotationValue.OfArray many -> array(code, type.componentType(), many.values(), each ->
                    push(code, each, type.componentType()));
            case AnnotationValue.OfEnum of -> code.getstatic(type, of.constantName().stringValue(), type);
            case AnnotationValue.OfClass of -> code.loadConstant(of.classSymbol());
            case AnnotationValue.OfString text -> code.loadConstant(text.stringValue());
            case AnnotationValue.OfBoolean truth -> code.loadConstant(truth.booleanValue() ? 1 : 0);
            case AnnotationValue.OfInt number -> code.loadConstant(number.intValue());
            case AnnotationValue.OfChar letter -> code.loadConstant((int) letter.charValue());
            default -> throw new IllegalArgumentException("annotation with a value of another kind: tag=" + value.tag());
        }
    }

    private static <T> void array(CodeBuilder code, ClassDesc of, List<T> values, Consumer<T> push) {
        code.loadConstant(values.size()).anewarray(of);
        for (int i = 0; i < values.size(); i++) {
            code.dup().loadConstant(i);
            push.accept(values.get(i));
            code.aastore();
        }
    }

    private static ClassDesc values(ClassDesc annotation) {
        return annotation.nested("Values");
    }

    private static String binaryName(String file) {
        return file.substring(0, file.length() - ".class".length()).replace('/', '.');
    }
}
