// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher, with programs for Java and Maven that write down how they are called.
class LauncherIT {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final String OPTIONS = "JAVA_TOOL_OPTIONS";
    /// Makes the files that the launcher asks for.
    private static final String JAVA = """
            #!/bin/sh
            echo "$@"
            echo java >>"$(dirname "$0")/calls"
            [ -z "$FAIL" ] || exit 1
            for word; do
                case $word in
                    *.new) : >"${word#-XX:*=}" ;;
                esac
            done
            """;
    private static final String MAVEN = """
            #!/bin/sh
            echo mvn >>"$(dirname "$0")/calls"
            mkdir -p ashlar-cli/target
            """;

    @TempDir
    Path temp;
    private Path home;
    private Path bin;
    private Path target;

    @BeforeEach
    void install() throws IOException {
        assumeTrue(File.separatorChar == '/', "skipped, the launcher needs bash");
        home = Files.createDirectory(temp.resolve("home"));
        Files.copy(ROOT.resolve("ashlar"), home.resolve("ashlar"));
        target = Files.createDirectories(home.resolve("ashlar-cli/target"));
        bin = Files.createDirectories(temp.resolve("jdk/bin"));
        for (Map.Entry<String, String> program : Map.of("java", JAVA, "javac", "", "mvn", MAVEN).entrySet()) {
            Path file = Files.writeString(bin.resolve(program.getKey()), program.getValue());
            assertTrue(file.toFile().setExecutable(true));
        }
        version("99.0.1");
    }

    private void version(String version) throws IOException {
        Files.writeString(temp.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    /// Runs it, and what it leaves in the background, which holds descriptor 3.
    ///
    /// @return output and errors
    private String run(Map<String, String> variables, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "{ bash \"$@\" 2>&1; } 3>&1 | cat", "sh",
                home.resolve("ashlar").toString()));
        command.addAll(List.of(words));
        return ProgramRun.of(builder(variables, command)).text();
    }

    private ProcessBuilder builder(Map<String, String> variables, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        ProgramRun.withoutOptions(builder);
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", temp.resolve("jdk").toString());
        environment.put("PATH", bin + File.pathSeparator + environment.get("PATH"));
        environment.putAll(variables);
        return builder;
    }

    /// How many times a program was called.
    private long calls(String program) throws IOException {
        return Files.readString(bin.resolve("calls")).lines().filter(program::equals).count();
    }

    private void assumeTraining() {
        assumeTrue(List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "flock"))), "skipped, no flock here");
    }

    @Test
    void shouldFindJavaWithoutAHome() throws Exception {
        ProcessBuilder builder = builder(Map.of(), List.of("bash", home.resolve("ashlar").toString(), "serve"));
        builder.environment().keySet().removeAll(List.of("HOME", "JAVA_HOME"));
        Command command = Command.of(builder);
        assertTrue(command.done().contains("dev.ashlar.cli.Main serve"), command.out());
        assertEquals("", command.err());
    }

    @Test
    void shouldRefuseAFolderThatClassPathsCannotName() throws Exception {
        home = Files.move(home, temp.resolve("a:b"));
        Command.of(builder(Map.of(), List.of("bash", home.resolve("ashlar").toString(), "info")))
                .failed(2, "colon", "/a:b)");
    }

    @Test
    void shouldLeaveTheGarbageCollectorToTheUser() throws Exception {
        Map<String, String> own = Map.of("info", "-XX:+UseSerialGC", "load", "-XX:+UseSerialGC", "record",
                "-XX:+UseSerialGC", "serve", "-XX:+UseZGC");
        for (Map.Entry<String, String> command : own.entrySet()) {
            for (String name : List.of(OPTIONS, "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
                String chosen = run(Map.of(name, "-Xmx1g -XX:+UseParallelGC -Dx=y"), command.getKey());
                assertFalse(chosen.contains("-XX:+Use"), chosen);
            }
            // The names of these begin the same way.
            String others = run(Map.of(OPTIONS, "-XX:+UseGCOverheadLimit -XX:+UseDynamicNumberOfGCThreads"),
                    command.getKey());
            assertTrue(others.contains(command.getValue()), others);
        }
    }

    @Test
    void shouldUseNoCacheWhenTheUserNamesOne() throws Exception {
        Files.createFile(Files.createDirectories(target.resolve("aot/99.0.1")).resolve("plain.aot"));
        String usual = run(Map.of(), "info");
        assertTrue(usual.contains("-XX:AOTCache=" + target.resolve("aot/99.0.1/plain.aot")), usual);
        for (String option : List.of("-Xshare:off", "-XX:SharedArchiveFile=a.jsa", "-XX:AOTMode=off",
                "-XX:DumpLoadedClassList=a.txt")) {
            String without = run(Map.of(OPTIONS, option), "info");
            assertFalse(without.contains("AOT"), without);
            assertEquals(1, without.lines().count(), without);
        }
    }

    @Test
    void shouldSayNothingWhenItCannotWriteCaches() throws Exception {
        assumeTraining();
        Files.createDirectory(target.resolve("ashlar.aot.lock"));
        String text = run(Map.of(), "info");
        assertTrue(text.startsWith("-") && text.lines().count() == 1, text);
    }

    @Test
    void shouldNotRepeatTrainingThatFails() throws Exception {
        assumeTraining();
        Map<String, String> failing = Map.of("FAIL", "yes");
        run(failing, "info");
        assertEquals(2, calls("java"));
        run(failing, "info");
        assertEquals(3, calls("java"));
    }

    @Test
    void shouldNotRepeatTrainingWithoutATemporaryFolder() throws Exception {
        assumeTraining();
        Map<String, String> missing = Map.of("TMPDIR", temp.resolve("missing").toString());
        run(missing, "info");
        run(Map.of(), "info");
        assertEquals(2, calls("java"));
    }

    @Test
    void shouldMakeCachesForEachVersionOfJava() throws Exception {
        assumeTraining();
        for (String version : List.of("99.0.1", "99.0.2")) {
            version(version);
            String first = run(Map.of(OPTIONS, "-XX:+UseParallelGC"), "info");
            assertFalse(first.contains("AOT"), first);
            long calls = calls("java");
            // Caches older than what they were made from: the clock was set back.
            Path cache = target.resolve("aot").resolve(version).resolve("plain.aot");
            Files.setLastModifiedTime(cache, FileTime.fromMillis(0));
            String later = run(Map.of(), "info");
            assertTrue(later.contains("-XX:AOTCache=" + cache), later);
            assertEquals(calls + 1, calls("java"));
        }
        assertFalse(Files.exists(target.resolve("aot/99.0.1")));
    }

    @Test
    void shouldBuildOnceWhenSourcesAreFromTheFuture() throws Exception {
        Path sources = Files.createDirectories(home.resolve("ashlar-cli/src/main"));
        long hour = System.currentTimeMillis() + 3_600_000;
        Files.setLastModifiedTime(Files.createFile(home.resolve("pom.xml")), FileTime.fromMillis(hour));
        for (int i = 0; i < 5; i++) {
            Path file = Files.createFile(sources.resolve(i + ".java"));
            Files.setLastModifiedTime(file, FileTime.fromMillis(hour + (i == 2 ? 1 : 0)));
        }
        Files.createDirectories(target.resolve("aot/99.0.1"));
        run(Map.of(), "serve");
        assertFalse(Files.exists(target.resolve("aot")), "caches of another build");
        run(Map.of(), "serve");
        assertEquals(1, calls("mvn"));
        Files.setLastModifiedTime(sources.resolve("0.java"), FileTime.fromMillis(hour + 2));
        run(Map.of(), "serve");
        assertEquals(2, calls("mvn"));
    }
}
