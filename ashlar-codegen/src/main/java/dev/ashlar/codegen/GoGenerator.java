// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.go.GoSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// A Go package with the codecs of a schema, in a folder of its name: without dependencies, for Go 1.19 and later.
///
/// `schema.go`, `types.go`, a file for each message, and `sbe.go`, `encoding.go`, `errors.go` and `json.go`, which they
/// share. The last part of the package names it: `com.example.feed` is `feed`.
public final class GoGenerator {
    private GoGenerator() {
    }

    /// All files of the package; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return GoSources.of(schema, options);
    }
}
