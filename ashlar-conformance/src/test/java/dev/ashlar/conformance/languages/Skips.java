// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Languages whose tools are missing are skipped by name; with `ASHLAR_LANGUAGES=all` in the environment that is a
/// failure.
final class Skips {
    /// One line for each skip, which the end of the build shows.
    private static final Path LIST = Path.of("target/skipped-languages.txt");

    private Skips() {
    }

    /// @param tools commands that have to work
    static void require(String language, List<List<String>> tools) throws InterruptedException {
        for (List<String> tool : tools) {
            if (!Tool.isFound(tool)) {
                System.out.println("skipped: " + language + ", no " + tool.getFirst());
                note(language);
                assertTrue(!"all".equals(System.getenv("ASHLAR_LANGUAGES")), language + ": no " + tool.getFirst());
                assumeTrue(false, language + ": no " + tool.getFirst());
            }
        }
    }

    private static synchronized void note(String language) {
        try {
            if (!Files.exists(LIST) || !Files.readAllLines(LIST).contains(language)) {
                Files.writeString(LIST, language + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
