// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.util.Objects;

/// A table that is filled row by row, without a journal.
///
/// @param name      of the table
/// @param schema    that lays out its rows
/// @param message   whose root block they are; groups and data are not kept
/// @param timeField name of an 8-byte field with nanoseconds since 1970, by which the table is searched; empty for none
public record TableDefinition(String name, Schema schema, Message message, String timeField) {
    public TableDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeField, "timeField");
        if (!schema.messages().contains(message)) {
            throw new IllegalArgumentException("message is not in the schema: message=" + message.name()
                    + ", schema=" + schema.packageName());
        }
    }

    /// A table with the name of its message.
    ///
    /// @throws IllegalArgumentException if the schema has no such message
    public static TableDefinition of(Schema schema, String message) {
        Message found = schema.message(message);
        if (found == null) {
            throw new IllegalArgumentException("schema has no such message: message=" + message);
        }
        return new TableDefinition(message, schema, found, "");
    }

    /// The same, searched by a field.
    public TableDefinition withTimeField(String field) {
        return new TableDefinition(name, schema, message, field);
    }
}
