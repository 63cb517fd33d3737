// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Schemas and captures made by others, which the project does not contain: found through the environment variable
/// `ASHLAR_CORPUS`, by default `../shared/corpus` next to the project. Tests always run with the project's own data
/// ([KnownSchemas], [KnownFeed], [KnownCapture]), and also with the corpus if there is one; the few tests that need the
/// corpus are skipped without it.
public final class Corpus {
    private Corpus() {
    }

    /// A file or folder of the corpus; skips the calling test if it is absent.
    public static Path path(String relative) {
        Optional<Path> path = find(relative);
        assumeTrue(path.isPresent(), () -> "skipped, no corpus file: " + relative);
        return path.get();
    }

    /// A file or folder of the corpus, if it is there.
    public static Optional<Path> find(String relative) {
        return Optional.of(root().resolve(relative)).filter(Files::exists);
    }

    /// All schema files, in name order; none if there is no corpus.
    public static List<Path> schemas() {
        return find("schemas").map(Corpus::schemas).orElse(List.of());
    }

    private static List<Path> schemas(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
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
