// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.junit.jupiter.api.Test;

/// The libraries of this build have what is to be changed, and messages are the same.
class LazyStartTest {
    private static final String CALCITE = "org/apache/calcite/";
    private static final String MESSAGES = CALCITE + "runtime/CalciteResource.class";

    /// Defines classes of its own next to those of the build.
    private static final class Defined extends ClassLoader {
        private final Map<String, byte[]> files;

        Defined(Map<String, byte[]> files) {
            super(LazyStartTest.class.getClassLoader());
            this.files = files;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = files.remove(name.replace('.', '/') + ".class");
            return bytes == null ? super.loadClass(name, resolve) : defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known == null) {
                throw new ClassNotFoundException(name);
            }
            return known;
        }
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = LazyStartTest.class.getClassLoader().getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /// The names of what a method calls.
    private static List<String> calls(byte[] bytes, String method) {
        Stream<MethodModel> methods = ClassFile.of().parse(bytes).methods().stream()
                .filter(each -> each.methodName().equalsString(method));
        return methods.flatMap(each -> each.code().orElseThrow().elementStream())
                .filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast)
                .map(call -> call.name().stringValue()).toList();
    }

    private static void assertLeftOut(String name, String method, String called) throws IOException {
        byte[] before = bytes(name);
        byte[] after = ClassFile.of().transformClass(ClassFile.of().parse(before), LazyStart.of(name).orElseThrow());
        assertTrue(calls(before, method).contains(called), name);
        assertFalse(calls(after, method).contains(called), name);
    }

    @Test
    void shouldLeaveOutWhatTakesLong() throws IOException {
        assertLeftOut(CALCITE + "util/Static.class", "<clinit>", "create");
        assertLeftOut(CALCITE + "config/CalciteSystemProperty.class", "loadProperties", "getResourceAsStream");
        assertLeftOut("com/google/common/cache/LocalCache.class", "<clinit>", "getLogger");
        assertTrue(LazyStart.of(CALCITE + "util/Util.class").isEmpty());
    }

    @Test
    void shouldLookForALoggerWhereOneIsUsed() throws IOException {
        String name = "com/google/common/cache/LocalCache.class";
        ClassFile classes = ClassFile.of();
        byte[] after = classes.transformClass(classes.parse(bytes(name)), LazyStart.of(name).orElseThrow());
        assertEquals(List.of("getLogger", "log"), calls(after, "processPendingNotifications").stream()
                .filter(call -> call.equals("getLogger") || call.equals("log")).toList());
    }

    @Test
    void shouldGiveTheSameMessages() throws Exception {
        Defined loader = new Defined(new HashMap<>(LazyStart.delegates(MESSAGES, bytes(MESSAGES))));
        Class<?> messages = Class.forName("org.apache.calcite.runtime.CalciteResource");
        Object lazy = loader.loadClass(messages.getName() + "$Lazy").getConstructor().newInstance();
        Object own = Class.forName("org.apache.calcite.util.Static").getField("RESOURCE").get(null);
        Method notFound = messages.getMethod("columnNotFound", String.class);
        assertEquals(text(notFound.invoke(own, "price")), text(notFound.invoke(lazy, "price")));
        assertTrue(text(notFound.invoke(lazy, "price")).contains("price"));
        assertNull(messages.getMethod("sQLConformance_OrderByDesc").invoke(lazy));
    }

    @Test
    void shouldGiveTheSameMetadata() throws Exception {
        String name = CALCITE + "rel/metadata/RelMetadataProvider.class";
        Defined loader = new Defined(new HashMap<>(LazyStart.delegates(name, bytes(name))));
        RelMetadataProvider lazy = (RelMetadataProvider) loader.loadClass(RelMetadataProvider.class.getName() + "$Lazy")
                .getConstructor().newInstance();
        Class<BuiltInMetadata.RowCount.Handler> handler = BuiltInMetadata.RowCount.Handler.class;
        assertEquals(DefaultRelMetadataProvider.INSTANCE.handlers(handler), lazy.handlers(handler));
        for (String user : List.of(CALCITE + "plan/RelOptCluster.class",
                CALCITE + "rel/metadata/JaninoRelMetadataProvider.class")) {
            byte[] after = ClassFile.of().transformClass(ClassFile.of().parse(bytes(user)),
                    LazyStart.of(user).orElseThrow());
            assertTrue(usesDefault(bytes(user)), user);
            assertFalse(usesDefault(after), user);
        }
    }

    private static boolean usesDefault(byte[] bytes) {
        return ClassFile.of().parse(bytes).methods().stream().flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream()).anyMatch(element -> element instanceof FieldInstruction field
                        && field.owner().asInternalName().endsWith("DefaultRelMetadataProvider"));
    }

    private static String text(Object message) throws ReflectiveOperationException {
        return (String) message.getClass().getMethod("str").invoke(message);
    }
}
