// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Schemas and captures made by others, which the project does not contain: found through the environment variable
/// `ASHLAR_CORPUS`, by default `../shared/corpus` beside the project. Tests that ask for it are skipped where it is
/// absent.
public final class Corpus {
    private Corpus() {
    }

    /// A file or folder of the corpus; skips the calling test if it is absent.
    public static Path path(String relative) {
        Path path = root().resolve(relative);
        assumeTrue(Files.exists(path), () -> "skipped, no corpus file: " + relative);
        return path;
    }

    /// All schema files, in name order; skips the calling test if there is no corpus.
    public static List<Path> schemas() {
        try (Stream<Path> files = Files.walk(path("schemas"))) {
            return files.filter(f -> f.toString().endsWith(".xml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        String configured = System.getenv("ASHLAR_CORPUS");
        if (configured != null && !configured.isEmpty()) {
            return Path.of(configured);
        }
        return Path.of(System.getProperty("ashlar.root", "."), "..", "shared", "corpus").normalize();
    }
}
