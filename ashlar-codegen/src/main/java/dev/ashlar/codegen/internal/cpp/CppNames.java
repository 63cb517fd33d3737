// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/// The names of all classes and headers of a schema.
final class CppNames extends CodecNames {
    private static final String[] BLOCK = {"Decoder", "Encoder"};

    private final Map<VarData, String> data = new IdentityHashMap<>();

    CppNames(Schema schema) {
        super(schema, SchemaTypes.of(schema), CppWords.types(), Names.ofFiles(Names::lowerCase, Set.of("types", "schema")),
                Map.of(Kind.MESSAGE, BLOCK, Kind.GROUP, BLOCK, Kind.COMPOSITE, new String[] {"Decoder", "Encoder", "Dimension", "Length"}));
        claimGroups(schema);
    }

    @Override
    protected void claimParts(Block block) {
        super.claimParts(block);
        block.data().forEach(each -> data.put(each, scope().claim(of(block) + Names.pascal(each.name()), "Data")));
    }

    /// The name before `Data`.
    String of(VarData of) {
        return data.get(of);
    }
}
