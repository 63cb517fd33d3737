// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.internal.files.Replacement;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Path;

/// Writes schemas as `.sbeir` files, which the reference implementation's tools can read.
///
/// A description is truncated if its token would exceed 4096 bytes, the most that the reference implementation can
/// write back.
public final class SbeIrWriter {
    private SbeIrWriter() {
    }

    /// The serialised schema. Equal schemas give equal bytes.
    ///
    /// @throws IllegalArgumentException if a name or constant is too long for the format
    public static byte[] toBytes(Schema schema) {
        return TokenOutput.write(schema, TokenList.of(schema));
    }

    /// Writes a file. An existing file is replaced once the new one is complete.
    ///
    /// @throws IOException              if it cannot be written; an existing file is then unchanged
    /// @throws IllegalArgumentException if a name or constant is too long for the format; nothing is written then
    public static void write(Schema schema, Path file) throws IOException {
        Replacement.write(file, toBytes(schema));
    }
}
