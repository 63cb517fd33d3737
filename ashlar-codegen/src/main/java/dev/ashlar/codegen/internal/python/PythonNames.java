// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The names of all classes, constants and modules of a schema.
final class PythonNames extends CodecNames {
    private static final String[] BLOCK = {"Block", "Decoder", "Encoder"};

    private final Map<Type, Map<String, String>> enumerators = new LinkedHashMap<>();
    private final Map<CompositeType, String> dimensions = new LinkedHashMap<>();
    private final Map<CompositeType, String> encodings = new LinkedHashMap<>();
    private final String byteOrder;

    PythonNames(Schema schema) {
        super(schema, SchemaTypes.ofValues(schema), PythonWords.types(), PythonWords.modules(), Map.of(Kind.MESSAGE,
                BLOCK, Kind.GROUP, BLOCK, Kind.COMPOSITE, new String[] {"Members", "Decoder", "Encoder"}));
        claimGroups(schema);
        byteOrder = schema.byteOrder() == ByteOrder.BIG_ENDIAN ? ">" : "<";
        for (Type type : types()) {
            if (type instanceof EnumType enumeration) {
                enumerators.put(type, enumerators(enumeration));
            }
        }
        Names constants = new Names(name -> Names.snake(name).toUpperCase(Locale.ROOT), Set.of());
        SchemaTypes.dimensions(schema).forEach(d -> dimensions.put(d, constants.claim(d.name() + "_dimension")));
        SchemaTypes.encodings(schema).forEach(e -> encodings.put(e, constants.claim(e.name() + "_data")));
    }

    private static Map<String, String> enumerators(EnumType type) {
        Names scope = PythonWords.enumerators();
        Map<String, String> names = new LinkedHashMap<>();
        type.values().forEach(value -> names.put(value.name(), scope.claim(value.name())));
        return names;
    }

    /// `<` or `>`, before the letter of each type.
    String byteOrder() {
        return byteOrder;
    }

    /// The members of an enum by their names in the schema.
    Map<String, String> enumeratorsOf(EnumType type) {
        return enumerators.get(type);
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
