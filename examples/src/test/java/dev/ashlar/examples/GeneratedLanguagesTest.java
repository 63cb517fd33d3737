// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The Maven plugin writes the languages that the build of the examples asks for, and their compilers take them.
class GeneratedLanguagesTest {
    private static final Path GENERATED = Path.of("target/generated-sources").toAbsolutePath();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"ashlar/dev/ashlar/examples/orders/OrderEncoder.java",
        "ashlar-languages/cpp/dev/ashlar/examples/orders/order.hpp",
        "ashlar-languages/csharp/Dev/Ashlar/Examples/Orders/Order.cs"})
    void shouldWriteEachLanguage(String file) {
        assertTrue(Files.exists(GENERATED.resolve(file)), file);
    }

    static Stream<Arguments> compilers() {
        // Warnings fail where the releases of all compilers are known.
        boolean known = "all".equals(System.getenv("ASHLAR_LANGUAGES"));
        return Stream.of(
                Arguments.of("cpp", List.of("g++", "-std=c++20", "-fsyntax-only", "-Wall",
                        known ? "-Werror" : "-Wno-error", "-I.", "-x", "c++", "-include",
                        "dev/ashlar/examples/orders/schema.hpp", "/dev/null")),
                Arguments.of("csharp", List.of("mcs", "-langversion:latest",
                        known ? "-warnaserror+" : "-warnaserror-", "-target:library",
                        "-r:System.Numerics.dll", "-out:OUT", "-recurse:*.cs")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("compilers")
    void shouldCompile(String language, List<String> command) throws IOException, InterruptedException {
        assumeTrue(isFound(command.getFirst()), () -> "skipped: " + language + ", without " + command.getFirst());
        Path log = folder.resolve("log.txt");
        List<String> replaced = command.stream().map(word -> word.replace("OUT", folder.resolve("orders.dll").toString()))
                .toList();
        int code = new ProcessBuilder(replaced).directory(GENERATED.resolve("ashlar-languages").resolve(language).toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        assertEquals(0, code, () -> language + ": " + read(log));
    }

    private static boolean isFound(String tool) {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(File.pathSeparator)))
                .anyMatch(home -> Files.isExecutable(Path.of(home, tool)));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
