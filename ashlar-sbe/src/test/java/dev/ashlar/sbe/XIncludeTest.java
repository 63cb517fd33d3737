// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static dev.ashlar.sbe.TestSchema.codes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Includes stay in the folder of the schema, whatever the name in `href` looks like.
class XIncludeTest {
    private static final String HEADER = """
            <types>
            """ + StandardTypes.HEADER + """
            </types>
            """;
    private static final ParseOptions CONTAINED = ParseOptions.DEFAULT.withXInclude(true);

    @TempDir
    private Path dir;
    private Path folder;

    @BeforeEach
    void shouldHaveFiles() throws IOException {
        folder = Files.createDirectories(dir.resolve("project/schemas"));
        Files.createDirectories(folder.resolve("inner"));
        Files.writeString(folder.resolve("header.xml"), HEADER);
        Files.writeString(folder.resolve("inner/header.xml"), HEADER);
        Files.writeString(dir.resolve("project/header.xml"), HEADER);
        Files.writeString(dir.resolve("project/schemas-of-others.xml"), HEADER);
    }

    private ParseResult including(String href, ParseOptions options) throws IOException {
        Path schema = folder.resolve("schema.xml");
        Files.writeString(schema, "<messageSchema package='p' id='1' xmlns:xi='http://www.w3.org/2001/XInclude'>\n"
                + "<xi:include href='" + href + "'/>\n<message name='M' id='1'/></messageSchema>");
        return SchemaParser.parse(schema, options);
    }

    @Test
    void shouldIncludeWhatIsInTheFolder() throws IOException {
        for (String href : List.of("header.xml", "inner/header.xml", "./inner/../header.xml", "../schemas/header.xml",
                folder.resolve("header.xml").toUri().toString(), folder.resolve("inner/header.xml").toString())) {
            assertEquals(List.of(), codes(including(href, CONTAINED)), href);
        }
    }

    @Test
    void shouldIncludeAWholeSchema() throws IOException {
        including("header.xml", CONTAINED);
        Path root = folder.resolve("root.xml");
        Files.writeString(root, "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='schema.xml'/>");
        assertEquals("M", SchemaParser.parse(root, CONTAINED).schema().messages().getFirst().name());
        Files.writeString(root, "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='header.xml'/>");
        assertEquals(List.of("SBE006"), codes(SchemaParser.parse(root, CONTAINED)));
        Files.writeString(root, "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='root.xml'/>");
        assertEquals(List.of("SBE005"), codes(SchemaParser.parse(root, CONTAINED)));
    }

    @Test
    void shouldNotLeaveTheFolder() throws IOException {
        for (String href : List.of("../header.xml", "../schemas-of-others.xml", "inner/../../header.xml",
                dir.resolve("project/header.xml").toString(), dir.resolve("project/header.xml").toUri().toString(),
                "/etc/passwd", "file:///etc/passwd", "../../../../../../../../etc/passwd", "/dev/stdin")) {
            ParseResult result = including(href, CONTAINED);
            assertEquals(List.of("SBE005", "SBE050"), codes(result), href);
            Diagnostic diagnostic = result.diagnostics().getFirst();
            assertTrue(diagnostic.message().startsWith("included file is outside the allowed folder: href="
                    + href), diagnostic::toString);
            assertEquals(new Location(folder.resolve("schema.xml").toString(), 2, 13), diagnostic.location());
            assertFalse(result.diagnostics().toString().contains("root:"), "nothing of the file is shown");
        }
    }

    @Test
    void shouldNotFollowLinksOutOfTheFolder() throws IOException {
        try {
            Files.createSymbolicLink(folder.resolve("link.xml"), dir.resolve("project/header.xml"));
            Files.createSymbolicLink(folder.resolve("linked"), dir.resolve("project"));
            Files.createSymbolicLink(folder.resolve("good.xml"), Path.of("inner/header.xml"));
        } catch (IOException | UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here: " + e);
        }
        assertEquals(List.of("SBE005", "SBE050"), codes(including("link.xml", CONTAINED)));
        assertEquals(List.of("SBE005", "SBE050"), codes(including("linked/header.xml", CONTAINED)));
        assertEquals(List.of(), codes(including("good.xml", CONTAINED)));
        assertEquals(List.of(), codes(including("link.xml",
                ParseOptions.DEFAULT.withXIncludeRoot(dir.resolve("project")))));
        // The schema itself may be reached by a link to its folder.
        Path link = Files.createSymbolicLink(dir.resolve("alias"), folder);
        including("inner/header.xml", CONTAINED);
        assertEquals(List.of(), codes(SchemaParser.parse(link.resolve("schema.xml"), CONTAINED)));
    }

    /// The folder of the schema counts, not that of an included file.
    @Test
    void shouldHoldIncludedFilesToTheSameFolder() throws IOException {
        Files.writeString(folder.resolve("inner/more.xml"), "<types xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + "<xi:include href='../header.xml'/></types>");
        assertEquals(List.of(), codes(including("inner/more.xml", CONTAINED)));
        Files.writeString(folder.resolve("inner/more.xml"), "<types xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + "<xi:include href='../../header.xml'/></types>");
        assertEquals(List.of("SBE005", "SBE050"), codes(including("inner/more.xml", CONTAINED)));
    }

    @Test
    void shouldFollowIncludesInAnotherFolderOnRequest() throws IOException {
        ParseOptions options = ParseOptions.DEFAULT.withXIncludeRoot(dir.resolve("project"));
        assertTrue(options.xInclude());
        assertEquals(List.of(), codes(including("../header.xml", options)));
        assertEquals(List.of("SBE005", "SBE050"), codes(including("/etc/passwd", options)));
        assertEquals(List.of("SBE005", "SBE050"), codes(including("absent.xml", options)));
    }
}
