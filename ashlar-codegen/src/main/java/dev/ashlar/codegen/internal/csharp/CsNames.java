// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Schema;
import java.util.Map;

/// The names of all types and files of a schema.
final class CsNames extends CodecNames {
    private static final String[] CODECS = {"Decoder", "Encoder"};

    CsNames(Schema schema) {
        super(schema, SchemaTypes.of(schema), CsWords.types(), CsWords.files(),
                Map.of(Kind.MESSAGE, CODECS, Kind.COMPOSITE, CODECS, Kind.ENUM, new String[] {"", "Names"}, Kind.GROUP,
                new String[] {"Decoder", "Encoder", "Group", "Writer"}));
        claimGroups(schema);
    }

    /// A scope of the members of a type, in which no name means one of the other types.
    Names members() {
        return CsWords.members(derived());
    }
}
