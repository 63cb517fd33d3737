// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// Writes rows of a table as JSON, one object a line, from the schema and no generated code: `_row` first, then
/// `_parent`, or `_position` and `_time`, where rows have them, `_retired` if the message is retired, then the fields
/// as in messages.
///
/// ```
/// {"_row":7,"_position":4096,"_time":"2016-11-12T09:30:00.123456789Z","side":"Buy","price":1234.50}
/// ```
///
/// **Threading**: one thread at a time.
public final class RowPrinter {
    private final RowPrefix prefix;
    /// Null where no journal fills the table.
    private final Journal journal;
    private final Message message;
    private final JsonWriter json;

    public RowPrinter(Table table) {
        prefix = table.prefix();
        journal = table.journal().orElse(null);
        message = message(table.block());
        json = new JsonWriter(schema(table.schema(), message));
    }

    /// A block is a message without groups and data.
    static Message message(Block block) {
        return new Message(1, block.name(), block.blockLength(), block.fields(), List.of(), List.of(), block.meta());
    }

    /// A schema with only this message.
    static Schema schema(Schema schema, Message message) {
        return new Schema(schema.packageName(), schema.id(), schema.version(), "", "", schema.byteOrder(),
                schema.header(), List.of(message), List.of());
    }

    /// Writes the current row of a cursor, and a line feed.
    public void write(Cursor cursor, OutputStream to) throws IOException {
        JsonWriter.Row row = switch (prefix) {
            case NONE -> JsonWriter.Row.of(cursor.row());
            case PARENT -> JsonWriter.Row.of(cursor.row()).withParent(cursor.parentRow());
            case MESSAGE -> JsonWriter.Row.of(cursor.row()).withMessage(cursor.position(), cursor.timeNs())
                    .withRetiredMessage(journal != null && cursor.position() < journal.firstPosition());
        };
        json.writeRow(row, message, cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion(), to);
    }
}
