// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.CodecNames;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.util.IdentityHashMap;
import java.util.Map;

/// The names of all types and modules of a schema.
final class RustNames extends CodecNames {
    private static final String[] BLOCK = {"Block", "Decoder", "Encoder", "Writer"};

    private final Map<Message, String> variants = new IdentityHashMap<>();

    RustNames(Schema schema) {
        super(schema, SchemaTypes.of(schema), RustWords.types(), RustWords.modules(), Map.of(Kind.MESSAGE, BLOCK,
                Kind.GROUP, BLOCK, Kind.COMPOSITE, new String[] {"", "Decoder", "Encoder"}));
        Names members = RustWords.types();
        schema.messages().forEach(message -> variants.put(message, members.claim(message.name())));
        claimGroups(schema);
    }

    /// The variant of a message in the enum of all messages.
    String variant(Message message) {
        return variants.get(message);
    }
}
