// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/// The names of all classes, constants and modules of a schema.
final class TypeScriptNames extends CodecNames {
    private static final String[] SUFFIXES = {"Decoder", "Encoder", "Members", "Layout", "Message"};

    private final Map<CompositeType, String> dimensions = new LinkedHashMap<>();
    private final Map<CompositeType, String> encodings = new LinkedHashMap<>();

    TypeScriptNames(Schema schema) {
        super(schema, SchemaTypes.ofValues(schema), TypeScriptWords.types(), TypeScriptWords.modules(),
                Map.of(Kind.MESSAGE, SUFFIXES, Kind.GROUP, SUFFIXES, Kind.COMPOSITE, SUFFIXES));
        claimGroups(schema);
        Names constants = TypeScriptWords.constants();
        SchemaTypes.dimensions(schema).forEach(d -> dimensions.put(d, constants.claim(d.name() + "_dimension")));
        SchemaTypes.encodings(schema).forEach(e -> encodings.put(e, constants.claim(e.name() + "_header")));
    }

    /// The constants of group dimensions.
    Map<CompositeType, String> dimensions() {
        return dimensions;
    }

    /// The constants of data encodings.
    Map<CompositeType, String> encodings() {
        return encodings;
    }
}
