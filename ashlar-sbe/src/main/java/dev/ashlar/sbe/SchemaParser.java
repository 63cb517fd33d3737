// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.sbe.internal.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Parses SBE 1.0 schema files.
///
/// **Threading**: any thread; each call is independent.
///
/// **Failure**: no input makes these methods throw. Problems of a file, even an unreadable or hostile one, are returned
/// as [Diagnostic]s: document types that declare or fetch anything, entity references, and includes of anything but
/// local files are refused; size and depth are limited.
public final class SchemaParser {
    private SchemaParser() {
    }

    /// Parses a schema file with [ParseOptions#DEFAULT].
    ///
    /// @return the schema, or the reasons for its refusal; an unreadable file is reported as a diagnostic, too
    public static ParseResult parse(Path file) {
        return parse(file, ParseOptions.DEFAULT);
    }

    /// Parses a schema file.
    ///
    /// @return the schema, or the reasons for its refusal; an unreadable file is reported as a diagnostic, too
    public static ParseResult parse(Path file, ParseOptions options) {
        return new SchemaBuilder(options).build(file);
    }

    /// Parses the text of a schema with [ParseOptions#DEFAULT], which refuses includes.
    public static ParseResult parseText(String xml, String name) {
        return parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), name, ParseOptions.DEFAULT);
    }

    /// Parses a schema from a stream, which is read to its end and not closed. Includes are resolved against `name`.
    public static ParseResult parse(InputStream in, String name, ParseOptions options) {
        return new SchemaBuilder(options).build(in, name);
    }
}
