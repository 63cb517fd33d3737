// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the project says of itself is what was measured.
class FiguresTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Path FIGURES = ROOT.resolve("docs/benchmarks/figures.json");
    private static final String ADVICE = "run ashlar bench --from docs/benchmarks/figures.json"
            + " --report docs/benchmarks/figures.md --paste README.md docs/benchmarks/README.md";

    @Test
    void shouldPasteWhatWasMeasured() throws IOException {
        for (String name : List.of("README.md", "docs/benchmarks/README.md")) {
            String page = Files.readString(ROOT.resolve(name));
            assertEquals(PastedTable.into(page, name, figures()), page, ADVICE);
        }
    }

    /// The README has six of them, the page of the benchmarks all that are telling.
    @Test
    void shouldHaveTheMarks() throws IOException {
        assertTrue(Files.readString(ROOT.resolve("README.md")).contains("<!-- highlights: begin -->"));
        assertTrue(Files.readString(ROOT.resolve("docs/benchmarks/README.md")).contains("<!-- figures: begin -->"));
    }

    @Test
    void shouldShowOnThePageWhatWasMeasured() throws IOException {
        assertEquals(MarkdownPage.of(figures()), Files.readString(ROOT.resolve("docs/benchmarks/figures.md")), ADVICE);
    }

    /// Nothing is lost on the way, and nothing is there that nobody wrote.
    @Test
    void shouldKeepFiguresAsTheyAre() throws IOException {
        assertEquals(Files.readString(FIGURES), RunJson.write(figures().findingsAlone()), ADVICE);
    }

    private static BenchRun figures() throws IOException {
        return RunJson.read(Files.readString(FIGURES), FIGURES.toString());
    }
}
