// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.Main;
import java.lang.annotation.Annotation;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Annotations that were written say the same as those of the JDK.
class AnnotationCodeTest {
    private static final String SUFFIX = ".class";
    private static final String PICOCLI = "picocli/";

    private final Map<String, byte[]> files = new HashMap<>();
    private final List<String> annotated = new ArrayList<>();

    /// Defines the classes of commands and of picocli itself, next to those that were written.
    private DefinedClasses defined() {
        return new DefinedClasses(file -> !files.containsKey(file) && (file.startsWith("dev/ashlar/cli/")
                || file.startsWith(PICOCLI)) ? DefinedClasses.bytes(file) : files.get(file));
    }

    @BeforeEach
    void write() throws Exception {
        AnnotationCode code = new AnnotationCode();
        Path root = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root.resolve("dev/ashlar/cli"))) {
            all.map(root::relativize).map(Path::toString).map(name -> name.replace('\\', '/'))
                    .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("package-info.class")).forEach(names::add);
        }
        for (Class<?> type : CommandLine.class.getDeclaredClasses()) {
            names.add(DefinedClasses.file(type.getName()));
        }
        for (String name : names) {
            Map<String, byte[]> written = code.of(name, DefinedClasses.bytes(name));
            files.putAll(written);
            if (written.keySet().stream().anyMatch(file -> file.endsWith("$Annotations.class"))) {
                annotated.add(name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'));
            }
        }
        files.putAll(code.known());
    }

    /// Each value of each annotation.
    private static Map<String, Object> values(Annotation annotation) throws ReflectiveOperationException {
        Map<String, Object> values = new HashMap<>();
        for (Method method : annotation.annotationType().getDeclaredMethods()) {
            Object value = method.invoke(annotation);
            values.put(method.getName(), value instanceof Object[] many ? Arrays.asList(many) : value);
        }
        return values;
    }

    @Test
    void shouldSayTheSame() throws Exception {
        DefinedClasses loader = defined();
        Class<?> known = loader.loadClass(KnownAnnotations.class.getName());
        Method get = known.getMethod("get", AnnotatedElement.class, Class.class);
        int checked = 0;
        for (String name : annotated) {
            Class<?> type = loader.loadClass(name);
            List<AnnotatedElement> elements = new ArrayList<>(List.of(type.getDeclaredFields()));
            elements.add(type);
            for (AnnotatedElement element : elements) {
                for (Annotation expected : element.getDeclaredAnnotations()) {
                    if (expected.annotationType().getName().startsWith("picocli.")) {
                        Annotation actual = (Annotation) get.invoke(null, element, expected.annotationType());
                        assertFalse(java.lang.reflect.Proxy.isProxyClass(actual.getClass()), name);
                        assertEquals(expected.annotationType(), actual.annotationType());
                        assertEquals(values(expected), values(actual), () -> element + " " + expected);
                        checked++;
                    }
                }
            }
        }
        assertTrue(checked > 150, "annotations: " + checked);
    }

    @Test
    void shouldFindNothingWhereNothingIs() throws Exception {
        DefinedClasses loader = defined();
        Class<?> known = loader.loadClass(KnownAnnotations.class.getName());
        Method isPresent = known.getMethod("isPresent", AnnotatedElement.class, Class.class);
        Class<?> option = loader.loadClass(CommandLine.Option.class.getName());
        Class<?> command = loader.loadClass("dev.ashlar.cli.query.QueryCommand");
        assertEquals(false, isPresent.invoke(null, command, option));
        assertEquals(true, isPresent.invoke(null, command, loader.loadClass(CommandLine.Command.class.getName())));
        Field plain = Main.class.getDeclaredField("COMMANDS");
        assertEquals(false, isPresent.invoke(null, plain, option));
        // Left to the JDK: a class of others, and methods.
        assertEquals(true, isPresent.invoke(null, Thread.class.getMethod("stop"), Deprecated.class));
        assertEquals(true, isPresent.invoke(null, FunctionalInterface.class, java.lang.annotation.Documented.class));
    }

    @Test
    void shouldAnswerAsTheJdkInOtherJars() {
        assertTrue(KnownAnnotations.isPresent(CommandLine.Command.class, java.lang.annotation.Retention.class));
        assertNull(KnownAnnotations.get(CommandLine.Command.class, Deprecated.class));
        assertNull(KnownAnnotations.written(Main.class.getName(), ""));
    }

    @Test
    void shouldMakeLibrariesAsk() {
        ClassFile classes = ClassFile.of();
        for (String name : List.of("picocli/CommandLine$Model$TypedMember.class",
                "org/apache/calcite/sql/util/ReflectiveSqlOperatorTable.class")) {
            byte[] before = DefinedClasses.bytes(name);
            byte[] after = classes.transformClass(classes.parse(before), AnnotationCode.asking(name).orElseThrow());
            assertFalse(asks(before), name);
            assertTrue(asks(after), name);
        }
        assertTrue(AnnotationCode.asking("org/apache/calcite/util/Util.class").isEmpty());
    }

    private static boolean asks(byte[] bytes) {
        return DefinedClasses.code(bytes).anyMatch(element -> element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals("dev/ashlar/cli/start/KnownAnnotations"));
    }
}
