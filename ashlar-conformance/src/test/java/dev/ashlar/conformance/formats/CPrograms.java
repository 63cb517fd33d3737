// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.conformance.languages.Sanitizers;
import dev.ashlar.conformance.languages.Tool;
import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The test programs of `c/`, built once by CMake, with sanitizers.
final class CPrograms {
    static final Path SOURCES = KitFiles.KIT.getParent().getParent().resolve("c");
    private static final Path BUILD = Path.of("target/c").toAbsolutePath();
    private static boolean isBuilt;

    /// Skips the test if one of these commands is missing; with `ASHLAR_LANGUAGES=all` that is a failure.
    static void require(String... tools) throws Exception {
        for (String tool : tools) {
            require(tool, List.of(tool, "--version"));
        }
    }

    /// Likewise, if one of these compilers has no sanitizers.
    static void requireSanitizers(String... compilers) throws Exception {
        for (String compiler : compilers) {
            require("sanitizers of " + compiler, Sanitizers.trial(compiler));
        }
    }

    private static void require(String tool, List<String> command) throws Exception {
        boolean found = Tool.isFound(command);
        String skip = "skipped: no " + tool + "; apt install gcc g++ clang libclang-rt-dev cmake make pkg-config";
        assertTrue(found || !"all".equals(System.getenv("ASHLAR_LANGUAGES")), skip);
        assumeTrue(found, skip);
    }

    /// The folder with the programs.
    static synchronized Path built() throws Exception {
        require("cmake", "gcc", "g++", "make");
        requireSanitizers("gcc", "g++");
        if (!isBuilt) {
            long seed = Seed.of("CTest") & Integer.MAX_VALUE;
            check("cmake", "-S", SOURCES.toString(), "-B", BUILD.toString(), "-G", "Unix Makefiles",
                    "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++", "-DASHLAR_SEED=" + seed,
                    "-DASHLAR_KIT=" + KitFiles.KIT);
            check("cmake", "--build", BUILD.toString(), "-j2");
            isBuilt = true;
        }
        return BUILD;
    }

    static String program(String name) throws Exception {
        return built().resolve("tests").resolve(name).toString();
    }

    static Process start(Path output, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        return process;
    }

    /// What a command writes that has to end well.
    static String check(String... command) throws Exception {
        return ProgramRun.check(List.of(command));
    }

    /// Likewise, with the parts of the command from a list.
    static String check(List<String> command, String... more) throws Exception {
        return check(Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new));
    }
}
