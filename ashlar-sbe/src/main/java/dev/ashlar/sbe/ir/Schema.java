// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.nio.ByteOrder;
import java.util.List;

/// A checked message schema: everything that determines the bytes of its messages, and their documentation.
///
/// Each value here was validated by its creator (the parser, or the reader of `.sbeir`): types are acyclic, offsets do
/// not overlap, header and dimension composites have the members that the standard requires.
///
/// @param packageName     package attribute
/// @param id              schema id
/// @param version         schema version
/// @param semanticVersion version of the application layer; empty if none
/// @param description     empty if none
/// @param byteOrder       of every value, headers and dimensions included
/// @param header          composite before each message: `blockLength`, `templateId`, `schemaId`, `version`, in any
///     order, perhaps with further members
/// @param messages        in schema order
/// @param types           all named types in schema order, used or not; in a schema read from `.sbeir`, only those that
///     messages use
public record Schema(String packageName, int id, int version, String semanticVersion, String description,
        ByteOrder byteOrder, CompositeType header, List<Message> messages, List<Type> types) {

    public Schema {
        messages = List.copyOf(messages);
        types = List.copyOf(types);
    }

    /// The message with this template id, or `null` if there is none.
    public Message message(int templateId) {
        for (Message message : messages) {
            if (message.id() == templateId) {
                return message;
            }
        }
        return null;
    }

    /// The message of this name, or `null` if there is none.
    public Message message(String messageName) {
        return messages.stream().filter(message -> message.name().equals(messageName)).findFirst().orElse(null);
    }

    /// The type of this name, or `null` if there is none.
    public Type type(String typeName) {
        return types.stream().filter(type -> type.name().equals(typeName)).findFirst().orElse(null);
    }
}
