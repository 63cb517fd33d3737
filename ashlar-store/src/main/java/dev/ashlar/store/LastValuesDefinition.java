// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.flow.VersionedCell;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.internal.v1.values.ValueKeyLayout;
import java.util.List;
import java.util.Objects;

/// Defines a last-value table: the block of its records, and the fields that form the key.
///
/// @param name      of the last-value table
/// @param schema    that lays out its blocks
/// @param message   whose root block they are; groups and data are not kept
/// @param keyFields names of the fields that form the key: integers, enums, sets, characters, arrays or composites of
///     these; compared as bytes
/// @param slots     slots for values of each record, from [VersionedCell#MIN_SLOTS] to [VersionedCell#MAX_SLOTS]: the
///     more, the longer a reader may take while a writer changes one record at full speed
public record LastValuesDefinition(String name, Schema schema, Message message, List<String> keyFields, int slots) {
    public LastValuesDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(message, "message");
        keyFields = List.copyOf(keyFields);
        if (!schema.messages().contains(message)) {
            throw new IllegalArgumentException("message is not in the schema: message=" + message.name()
                    + ", schema=" + schema.packageName());
        }
        if (slots < VersionedCell.MIN_SLOTS || slots > VersionedCell.MAX_SLOTS) {
            throw new IllegalArgumentException("slots out of range: slots=" + slots + ", least="
                    + VersionedCell.MIN_SLOTS + ", most=" + VersionedCell.MAX_SLOTS);
        }
        ValueKeyLayout.of(message, keyFields, schema.byteOrder());
    }

    /// A last-value table with the name of its message and the fewest slots.
    ///
    /// @throws IllegalArgumentException if the schema has no such message, or the message no such fields
    public static LastValuesDefinition of(Schema schema, String message, String... keyFields) {
        Message found = schema.message(message);
        if (found == null) {
            throw new IllegalArgumentException("schema has no such message: message=" + message);
        }
        return new LastValuesDefinition(message, schema, found, List.of(keyFields), VersionedCell.MIN_SLOTS);
    }

    /// The same with another name.
    public LastValuesDefinition withName(String other) {
        return new LastValuesDefinition(other, schema, message, keyFields, slots);
    }

    /// The same with more slots.
    public LastValuesDefinition withSlots(int count) {
        return new LastValuesDefinition(name, schema, message, keyFields, count);
    }
}
