// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.internal.files.Replacement;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Path;

/// Writes schemas as `.sbeir`, which the reference implementation's tools read.
///
/// A description is cut where its token would be longer than 4096 bytes, the most that the reference can write again.
public final class SbeIrWriter {
    private SbeIrWriter() {
    }

    /// The serialised schema. Equal schemas give equal bytes.
    ///
    /// @throws IllegalArgumentException if a name or constant is longer than the form allows
    public static byte[] toBytes(Schema schema) {
        return TokenOutput.write(schema, TokenList.of(schema));
    }

    /// Writes a file, replacing what was there when it is complete.
    ///
    /// @throws IOException              if it cannot be written; what was there is as it was then
    /// @throws IllegalArgumentException if a name or constant is longer than the form allows; nothing is written then
    public static void write(Schema schema, Path file) throws IOException {
        Replacement.write(file, toBytes(schema));
    }
}
