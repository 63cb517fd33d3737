// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.JavaSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Java codecs of a schema: flyweights over a `MemorySegment` that depend on `dev.ashlar.codec` and java.base alone.
///
/// For each message, composite and set an encoder and a decoder, for each enum an enum, and with
/// [JavaOptions#records()] a record for each message and composite. The same schema and options give the same bytes,
/// always.
public final class JavaGenerator {
    private JavaGenerator() {
    }

    /// Generates all source files, in a fixed order.
    ///
    /// @throws IllegalArgumentException if the schema has a header or dimension without the members the standard asks
    ///     for, or an enum, block or record that a Java class has no room for
    public static List<GeneratedFile> generate(Schema schema, JavaOptions options) {
        return JavaSources.of(schema, options);
    }
}
