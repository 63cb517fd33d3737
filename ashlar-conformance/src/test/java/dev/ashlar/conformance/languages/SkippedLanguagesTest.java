// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.build.SkippedLanguages;
import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedLanguagesTest {
    @TempDir
    Path folder;

    /// What a build is to Maven.
    static final class Build {
        public static void main(String[] args) {
            SkippedLanguages task = new SkippedLanguages();
            task.setFile(Path.of(args[0]).toFile());
            task.execute();
            System.out.println("BUILD SUCCESS");
        }
    }

    @Test
    void shouldEndABuildWithWhatIsMissing() throws IOException, InterruptedException {
        Path list = folder.resolve("list.txt");
        assertEquals(List.of("BUILD SUCCESS"), build(list));
        Files.write(list, List.of());
        assertEquals(List.of("BUILD SUCCESS", "languages skipped: none"), build(list));
        Files.write(list, List.of(Skips.skip("C++ (clang++ -O0)", List.of("clang++", "--version")),
                Skips.skip("Rust", List.of("cargo", "--version"))));
        assertEquals(List.of("BUILD SUCCESS",
                "languages skipped: C++ (no clang++: apt install clang), Rust (no cargo: https://rustup.rs)"), build(list));
    }

    @Test
    void shouldKnowHowToInstallEachTool() {
        LanguageConformanceTest.unoptimized().forEach(language -> language.tools()
                .forEach(tool -> Skips.skip(language.name(), tool)));
    }

    @Test
    void shouldTellOldReleasesFromNewerOnes() {
        assertTrue(Skips.isOlder("go version go1.18.1 linux/amd64\n", "1.19"));
        assertTrue(Skips.isOlder("v12.22.9\n", "16.11"));
        assertTrue(Skips.isOlder("Python 3.9.18\n", "3.10"));
        assertFalse(Skips.isOlder("Python 3.10.12\n", "3.10"));
        assertFalse(Skips.isOlder("cargo 2.0.0 (0123abcd 2030-01-01)\n", "1.81"));
        assertFalse(Skips.isOlder("Version 5.0.2\n", "5.0"));
        assertFalse(Skips.isOlder("of no release\n", "1.0"));
    }

    @Test
    void shouldSkipACompilerWithoutSanitizers() throws InterruptedException {
        assertEquals("C++ (no sanitizers of clang++: apt install libclang-rt-dev)",
                Skips.skip("C++ (clang++ -O0)", Sanitizers.trial("clang++")));
        assertFalse(Tool.isFound(Sanitizers.trial("sh -c 'exit 1' cc")));
        assertTrue(Tool.isFound(Sanitizers.trial("sh -c 'for last; do :; done; : > \"$last\"; chmod +x \"$last\"' cc")));
    }

    private List<String> build(Path list) throws IOException, InterruptedException {
        return Tool.answers(folder, List.of(ProgramRun.jdk("java"), "-cp",
                System.getProperty("java.class.path"), Build.class.getName(), list.toString()), new byte[0]);
    }
}
