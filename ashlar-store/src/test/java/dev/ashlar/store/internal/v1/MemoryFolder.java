// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/// A folder in memory where there is one that is large enough, for tests that make and drop thousands of small files.
public final class MemoryFolder implements TempDirFactory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /// More than any test needs. Containers often have no more than 64 MiB.
    private static final long LEAST_BYTES = 1L << 30;

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return isLargeEnough() ? Files.createTempDirectory(SHARED_MEMORY, "ashlar")
                : Files.createTempDirectory("ashlar");
    }

    private static boolean isLargeEnough() throws IOException {
        return Files.isWritable(SHARED_MEMORY)
                && Files.getFileStore(SHARED_MEMORY).getUsableSpace() >= LEAST_BYTES;
    }
}
