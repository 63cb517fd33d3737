// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A new folder that is deleted with its contents on close.
public record TemporaryFolder(Path path) implements AutoCloseable {
    /// The folder of temporary files.
    public TemporaryFolder(String prefix) throws IOException {
        this(Files.createTempDirectory(prefix));
    }

    public TemporaryFolder(Path in, String prefix) throws IOException {
        this(Files.createTempDirectory(in, prefix));
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() throws IOException {
        Scratch.delete(path);
    }
}
