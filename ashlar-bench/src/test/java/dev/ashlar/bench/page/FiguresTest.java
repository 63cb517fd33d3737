// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What the project says of itself is what was measured.
class FiguresTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Path FIGURES = ROOT.resolve("docs/benchmarks/figures.json");
    private static final String ADVICE = "make it anew: ashlar bench --from docs/benchmarks/figures.json"
            + " --report docs/benchmarks/figures.md --readme README.md";

    @Test
    void shouldShowInTheReadmeWhatWasMeasured() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        assertEquals(ReadmeTable.into(readme, "README.md", figures()), readme, ADVICE);
    }

    @Test
    void shouldShowOnThePageWhatWasMeasured() throws IOException {
        assertEquals(MarkdownPage.of(figures()), Files.readString(ROOT.resolve("docs/benchmarks/figures.md")), ADVICE);
    }

    /// Nothing is lost on the way, and nothing is there that nobody wrote.
    @Test
    void shouldKeepFiguresAsTheyAre() throws IOException {
        assertEquals(Files.readString(FIGURES), RunWriter.json(figures().findingsAlone()), ADVICE);
    }

    private static BenchRun figures() throws IOException {
        return RunReader.read(Files.readString(FIGURES), FIGURES.toString());
    }
}
