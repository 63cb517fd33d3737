// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.junit.jupiter.api.Test;

/// The libraries of this build have what is to be changed, and messages are the same.
class LazyStartTest {
    private static final String CALCITE = "org/apache/calcite/";
    private static final String MESSAGES = CALCITE + "runtime/CalciteResource.class";

    /// The names of what a method calls.
    private static List<String> calls(byte[] bytes, String method) {
        Stream<MethodModel> methods = ClassFile.of().parse(bytes).methods().stream()
                .filter(each -> each.methodName().equalsString(method));
        return methods.flatMap(each -> each.code().orElseThrow().elementStream())
                .filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast)
                .map(call -> call.name().stringValue()).toList();
    }

    private static void assertLeftOut(String name, String method, String called) {
        byte[] before = DefinedClasses.bytes(name);
        byte[] after = ClassFile.of().transformClass(ClassFile.of().parse(before), LazyStart.of(name).orElseThrow());
        assertTrue(calls(before, method).contains(called), name);
        assertFalse(calls(after, method).contains(called), name);
    }

    @Test
    void shouldLeaveOutWhatTakesLong() {
        assertLeftOut(CALCITE + "util/Static.class", "<clinit>", "create");
        assertLeftOut(CALCITE + "config/CalciteSystemProperty.class", "loadProperties", "getResourceAsStream");
        assertLeftOut("com/google/common/cache/LocalCache.class", "<clinit>", "getLogger");
        assertTrue(LazyStart.of(CALCITE + "util/Util.class").isEmpty());
    }

    @Test
    void shouldLookForALoggerWhereOneIsUsed() {
        String name = "com/google/common/cache/LocalCache.class";
        ClassFile classes = ClassFile.of();
        byte[] after = classes.transformClass(classes.parse(DefinedClasses.bytes(name)),
                LazyStart.of(name).orElseThrow());
        assertEquals(List.of("getLogger", "log"), calls(after, "processPendingNotifications").stream()
                .filter(call -> call.equals("getLogger") || call.equals("log")).toList());
    }

    @Test
    void shouldGiveTheSameMessages() throws Exception {
        DefinedClasses loader = new DefinedClasses(LazyStart.delegates(MESSAGES, DefinedClasses.bytes(MESSAGES))::get);
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
        DefinedClasses loader = new DefinedClasses(LazyStart.delegates(name, DefinedClasses.bytes(name))::get);
        RelMetadataProvider lazy = (RelMetadataProvider) loader.loadClass(RelMetadataProvider.class.getName() + "$Lazy")
                .getConstructor().newInstance();
        Class<BuiltInMetadata.RowCount.Handler> handler = BuiltInMetadata.RowCount.Handler.class;
        assertEquals(DefaultRelMetadataProvider.INSTANCE.handlers(handler), lazy.handlers(handler));
        for (String user : List.of(CALCITE + "plan/RelOptCluster.class",
                CALCITE + "rel/metadata/JaninoRelMetadataProvider.class")) {
            byte[] after = ClassFile.of().transformClass(ClassFile.of().parse(DefinedClasses.bytes(user)),
                    LazyStart.of(user).orElseThrow());
            assertTrue(usesDefault(DefinedClasses.bytes(user)), user);
            assertFalse(usesDefault(after), user);
        }
    }

    private static boolean usesDefault(byte[] bytes) {
        return DefinedClasses.code(bytes).anyMatch(element -> element instanceof FieldInstruction field
                && field.owner().asInternalName().endsWith("DefaultRelMetadataProvider"));
    }

    private static String text(Object message) throws ReflectiveOperationException {
        return (String) message.getClass().getMethod("str").invoke(message);
    }
}
