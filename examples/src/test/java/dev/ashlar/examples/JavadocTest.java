// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Builds the Javadoc of all exported packages as one site, `examples/target/apidocs`, without a warning.
class JavadocTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Path SITE = ROOT.resolve("examples/target/apidocs");
    private static final Pattern MODULE = Pattern.compile("^module ([\\w.]+)", Pattern.MULTILINE);
    /// Programs, and what only they use.
    private static final List<String> NOT_FOR_USERS = List.of("ashlar-cli", "ashlar-export", "ashlar-lab",
            "ashlar-measure");

    @Test
    void shouldBuildWithoutAWarning() throws IOException {
        List<String> options = new ArrayList<>(List.of("-quiet", "-Xdoclint:all,-missing", "-Xmaxwarns", "1000",
                "-Xmaxerrs", "1000", "-d", SITE.toString(), "-encoding", "UTF-8", "-windowtitle", "Ashlar",
                "--module-path", libraries()));
        List<String> names = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.sorted().toList()) {
                Path main = module.resolve("src/main/java");
                Path descriptor = main.resolve("module-info.java");
                if (!NOT_FOR_USERS.contains(module.getFileName().toString()) && Files.exists(descriptor)) {
                    Matcher name = MODULE.matcher(Files.readString(descriptor));
                    assertTrue(name.find(), descriptor::toString);
                    names.add(name.group(1));
                    List<Path> sources = generated(module.resolve("target/generated-sources"));
                    sources.add(main);
                    options.addAll(List.of("--module-source-path", name.group(1) + "=" + sources.stream()
                            .map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
                }
            }
        }
        assertTrue(names.contains("dev.ashlar.store") && names.contains("dev.ashlar.sql"), names::toString);
        options.addAll(List.of("--module", String.join(",", names)));
        StringWriter found = new StringWriter();
        PrintWriter out = new PrintWriter(found, true);
        int exitCode = ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, options.toArray(String[]::new));
        assertEquals("", found.toString());
        assertEquals(0, exitCode);
        assertTrue(Files.exists(SITE.resolve("index.html")));
    }

    private static List<Path> generated(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return new ArrayList<>();
        }
        try (Stream<Path> roots = Files.list(folder)) {
            return roots.filter(root -> Files.isDirectory(root.resolve("dev"))).sorted()
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("ashlar")).collect(Collectors.joining(File.pathSeparator));
    }
}
