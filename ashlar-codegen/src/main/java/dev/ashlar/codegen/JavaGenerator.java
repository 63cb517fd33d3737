// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.JavaSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Java codecs of a schema: flyweights over a `MemorySegment` that depend on `dev.ashlar.codec` and java.base alone.
///
/// It generates an encoder and a decoder for each message, composite and set, an enum for each enum, and, with
/// [JavaOptions#records()], a record for each message and composite. The same schema and options always give the same
/// bytes.
public final class JavaGenerator {
    private JavaGenerator() {
    }

    /// Generates all source files, in a fixed order.
    ///
    /// @throws IllegalArgumentException if the schema has a header or dimension without the members that the standard
    ///     requires, or an enum, block or record too large for a Java class
    public static List<GeneratedFile> generate(Schema schema, JavaOptions options) {
        return JavaSources.of(schema, options);
    }
}
