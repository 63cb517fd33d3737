// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A newcomer gets going with the README and the docs alone.
@Timeout(1800)
class PagesIT {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Path PICTURE = ROOT.resolve("docs/terminal.svg");
    /// What differs from run to run and machine to machine.
    private static final String VARYING = "[\\d.,]+ (MiB/s|messages/s|MiB on the disk|s\\b)";

    @TempDir
    static Path temp;
    private static Path tools;
    private static Path folder;
    private static PageCommands commands;

    @BeforeAll
    static void install() throws IOException {
        tools = Files.createDirectory(temp.resolve("tools"));
        folder = Files.createDirectory(temp.resolve("empty"));
        commands = new PageCommands(tools, folder);
    }

    @AfterAll
    static void end() throws IOException {
        commands.close();
    }

    /// Leaves the folder itself, in which commands run.
    @AfterEach
    void empty() throws IOException {
        for (String name : TestFiles.names(folder)) {
            TestFiles.delete(folder.resolve(name));
        }
    }

    private static PageScript page(String name) throws IOException {
        return new PageScript(ROOT.resolve(name), tools, folder);
    }

    @Tag("slow")
    @Test
    void shouldShowInThePictureWhatTheReadmePrints() throws Exception {
        List<String> lines = page("README.md").transcript("ashlar load", "ashlar query");
        String drawn = TerminalPicture.of(lines);
        Path kept = Files.writeString(Path.of("target/terminal.svg"), drawn);
        assertEquals(comparable(drawn), comparable(Files.readString(PICTURE)), "what the README's commands print has "
                + "changed: copy " + kept.toAbsolutePath() + " to " + PICTURE);
    }

    private static String comparable(String svg) {
        return svg.replaceAll(VARYING, "# $1").replaceAll("textLength=\"\\d+\"", "").replaceAll("(?m)^<svg .*$", "");
    }

    @Test
    void shouldGetANewcomerGoing() throws Exception {
        assertEquals(15, page("docs/guide.md").follow());
    }

    @Test
    void shouldShowTheShell() throws Exception {
        assertEquals(5, page("docs/shell.md").follow());
    }

    @Tag("slow")
    @Test
    void shouldImportAsThePageSays() throws Exception {
        assertEquals(5, page("docs/import.md").follow());
    }

    @Test
    void shouldCookEveryRecipe() throws Exception {
        assertEquals(7, page("docs/cookbook.md").follow());
    }
}
