// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/// A format of files with named columns. [ServiceLoader] finds it if its library is present.
///
/// **Threading**: any thread.
public interface ColumnFormat {
    /// Number of bytes at the beginning of a file that identify its format.
    int HEAD_BYTES = 8;

    /// The name that users know, such as `Parquet`.
    String name();

    /// Whether a file that begins with these bytes is of this format.
    ///
    /// @param head [#HEAD_BYTES], or fewer of a shorter file
    boolean begins(byte[] head);

    /// Reads the names and types of the columns.
    ///
    /// @throws ImportException if the file is damaged or has a column that no table can hold
    ColumnFile open(Path file) throws IOException;

    /// Detects the format of a file by its first bytes, whatever its name; empty if none of the available formats
    /// matches.
    static Optional<ColumnFormat> of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD_BYTES);
        }
        return ServiceLoader.load(ColumnFormat.class).stream().map(ServiceLoader.Provider::get)
                .filter(format -> format.begins(head)).findFirst();
    }
}
