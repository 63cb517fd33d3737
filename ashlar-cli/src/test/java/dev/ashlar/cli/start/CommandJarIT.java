// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the launcher does in the background of the first command.
class CommandJarIT {
    private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;
    private static final int FIRST_WITH_STACK_MAPS = 50;
    private static final String CLASS_PATH = System.getProperty("surefire.test.class.path",
            System.getProperty("java.class.path"));

    @TempDir
    private Path temporary;

    @Tag("slow")
    @Test
    void shouldRunCommandsFromOneJarWithoutSignaturesAndOldClasses() throws Exception {
        Path jars = Files.createDirectory(temporary.resolve("jars"));
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            if (entry.endsWith(".jar")) {
                Files.copy(Path.of(entry), jars.resolve(Path.of(entry).getFileName()));
            }
        }
        Path jar = temporary.resolve("commands.jar");
        CommandJar.main(new String[] {jar.toString(), jars.toString()});
        try (ZipFile file = new ZipFile(jar.toFile())) {
            // Picocli is made for Java 5, Janino is signed.
            assertTrue(version(file, "picocli/CommandLine.class") >= FIRST_WITH_STACK_MAPS);
            assertTrue(file.getEntry("org/codehaus/janino/Java.class") != null);
            assertFalse(file.stream().anyMatch(entry -> entry.getName().endsWith(".SF")));
        }
        Path work = Files.createDirectory(temporary.resolve("work"));
        ProgramRun.check(List.of(ProgramRun.jdk("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED", "-cp", jar + File.pathSeparator + CLASS_PATH,
                "dev.ashlar.cli.TrainingRun", work.toString(), "query", "files", "plain"));
    }

    private static int version(ZipFile jar, String name) throws IOException {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
            assertEquals(CLASS_FILE_MAGIC, in.readInt());
            in.readUnsignedShort();
            return in.readUnsignedShort();
        }
    }
}
