// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.conformance.languages.Tool;
import dev.ashlar.testkit.ProgramRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The package of `python/` with its extension, compiled once, and programs that use it.
final class PythonPrograms {
    static final Path PYTHON = KitFiles.KIT.getParent().getParent().resolve("python");
    private static final Path BUILD = Path.of("target/python").toAbsolutePath();
    private static final String COMPILE = """
            import subprocess, sys, sysconfig
            target = sys.argv[2] + sysconfig.get_config_var("EXT_SUFFIX")
            sys.exit(subprocess.call(["cc", "-O2", "-shared", "-fPIC", "-I" + sysconfig.get_paths()["include"],
                                      sys.argv[1], "-o", target]))
            """;
    private static Path source;

    /// Skips the test where Python or what it needs is missing; with `ASHLAR_LANGUAGES=all` that is a failure.
    static void require() throws Exception {
        boolean found = Tool.isFound(List.of("python3", "-c",
                "import sys, numpy, pytest; sys.exit(sys.version_info < (3, 10))"));
        String skip = "skipped: no python3 (3.10 or later) with numpy and pytest; pip install numpy pytest pyarrow";
        assertTrue(found || !"all".equals(System.getenv("ASHLAR_LANGUAGES")), skip);
        assumeTrue(found, skip);
    }

    /// The folder of the package: with the extension, or as it is where none can be compiled.
    static synchronized Path built() throws Exception {
        if (source == null) {
            Path sources = PYTHON.resolve("src/ashlar");
            Path target = Files.createDirectories(BUILD.resolve("ashlar"));
            try (Stream<Path> files = Files.list(sources)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, target.resolve(file.getFileName()),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
            source = PYTHON.resolve("src");
            ProgramRun compiled = run(Map.of(), "-c", COMPILE, sources.resolve("_native.c").toString(),
                    target.resolve("_native").toString());
            System.out.println("extension: exit code " + compiled.exitCode() + " " + compiled.text());
            source = compiled.exitCode() == 0 ? BUILD : source;
        }
        return source;
    }

    /// Python with the package that was built, or the one without extension if [#built] was not called.
    private static ProcessBuilder python(Map<String, String> environment, Object... arguments) {
        List<String> command = new ArrayList<>(List.of("python3"));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command);
        String path = builder.environment().get("PYTHONPATH");
        Path own = source == null ? PYTHON.resolve("src") : source;
        builder.environment().put("PYTHONPATH", own + (path == null ? "" : ":" + path));
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("ASHLAR_KIT", KitFiles.KIT.toString());
        builder.environment().putAll(environment);
        return builder;
    }

    /// Starts a program of `python/tests`.
    static Process program(Map<String, String> environment, Path output, String name, Object... arguments)
            throws Exception {
        built();
        List<Object> all = new ArrayList<>(List.of(PYTHON.resolve("tests").resolve(name)));
        all.addAll(List.of(arguments));
        Process process = python(environment, all.toArray()).redirectErrorStream(true).redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        return process;
    }

    static ProgramRun run(Map<String, String> environment, Object... arguments) throws Exception {
        return ProgramRun.of(python(environment, arguments));
    }
}
