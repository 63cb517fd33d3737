// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads schemas from `.sbeir` files, written by [SbeIrWriter] or by the reference implementation's tools.
///
/// A file is not trusted: it is checked as strictly as a schema in XML, so that the returned schema satisfies the
/// invariants of [Schema]. Messages come in the order of the file.
///
/// **Failure**: a [dev.ashlar.sbe.SchemaException] with one diagnostic, `SBE900` to `SBE916`, whatever the bytes are.
public final class SbeIrReader {
    /// Maximum length of a file in bytes.
    public static final int MAX_LENGTH = 32 << 20;

    private SbeIrReader() {
    }

    /// Reads a file.
    ///
    /// @throws dev.ashlar.sbe.SchemaException if it cannot be read or is not a valid schema
    public static Schema read(Path file) {
        try {
            long length = Files.size(file);
            if (length > MAX_LENGTH) {
                throw tooLarge(length, file.toString());
            }
            return fromBytes(Files.readAllBytes(file), file.toString());
        } catch (NoSuchFileException e) {
            throw Fault.UNREADABLE.in(file.toString(), "no such file");
        } catch (IOException e) {
            throw Fault.UNREADABLE.in(file.toString(), "cannot be read: " + FileProblem.reason(e));
        }
    }

    /// Reads a serialised schema.
    ///
    /// @param name file name for diagnostics
    /// @throws dev.ashlar.sbe.SchemaException if it is not a valid schema
    public static Schema fromBytes(byte[] bytes, String name) {
        if (bytes.length > MAX_LENGTH) {
            throw tooLarge(bytes.length, name);
        }
        return SchemaTree.of(TokenInput.read(bytes, name), name);
    }

    private static RuntimeException tooLarge(long length, String name) {
        return Fault.TOO_LARGE.in(name, "file longer than a schema can be: length=" + length + ", max=" + MAX_LENGTH);
    }
}
