// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.rust.RustSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// A Rust crate with the codecs of a schema: `no_std`, without unsafe code or dependencies.
///
/// `Cargo.toml` and `src/lib.rs`, and in `src/codec` a module for each message, `types`, `sbe` and `json`. The package
/// names the crate: `com.example.feed` is `com-example-feed`.
public final class RustGenerator {
    private RustGenerator() {
    }

    /// All files of the crate; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return RustSources.of(schema, options);
    }
}
