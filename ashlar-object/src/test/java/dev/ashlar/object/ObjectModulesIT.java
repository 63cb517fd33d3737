// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codec.Bytes;
import dev.ashlar.testkit.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user's module, compiled and run as such: private fields are reached where the user allows it, and nowhere else.
class ObjectModulesIT {
    private static final String MODULE = """
            module app {
                requires dev.ashlar.object;
                opens app.open to dev.ashlar.object;
            }
            """;
    private static final String OPEN = """
            package app.open;
            public class Open {
                private long value = 5;
                private Open() { }
                public static Open make() { return new Open(); }
                @Override public String toString() { return "open " + value; }
            }
            """;
    private static final String MAIN = """
            package app.shut;
            import app.open.Open;
            import dev.ashlar.object.ObjectRegistry;
            import java.lang.foreign.MemorySegment;
            import java.lang.invoke.MethodHandles;
            public class Main {
                private record Own(int x, String s) { }
                public static void main(String[] arguments) {
                    MemorySegment memory = MemorySegment.ofArray(new byte[200]);
                    ObjectRegistry open = ObjectRegistry.builder().allow(1, Open.class).build();
                    open.codec(Open.class).write(Open.make(), memory, 0);
                    System.out.println(open.read(memory, 0));
                    ObjectRegistry own = ObjectRegistry.builder(MethodHandles.lookup()).allow(2, Own.class).build();
                    own.codec(Own.class).write(new Own(3, "t"), memory, 0);
                    System.out.println(own.read(memory, 0));
                    try {
                        ObjectRegistry.builder().allow(1, Own.class);
                    } catch (IllegalArgumentException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path source(String name, String text) throws IOException {
        Path file = folder.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void shouldSeeWhatTheUserAllows() throws Exception {
        String modules = place(ObjectRegistry.class) + File.pathSeparator + place(Bytes.class);
        Path classes = folder.resolve("classes");
        assertEquals("", run("javac", "-p", modules, "-d", classes, source("module-info.java", MODULE),
                source("app/open/Open.java", OPEN), source("app/shut/Main.java", MAIN)));
        assertEquals("""
                open 5
                Own[x=3, s=t]
                class is closed to the codec: give the registry a lookup of its module, or open its package to module \
                dev.ashlar.object: class=app.shut.Main$Own
                """, run("java", "-p", modules + File.pathSeparator + classes, "-m", "app/app.shut.Main"));
    }

    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static String run(String tool, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProgramRun.jdk(tool));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return ProgramRun.check(command);
    }
}
