// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.flow.Cell;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Writes values of a last-value table as JSON, one object a line, from the schema and no generated code: `_record` and
/// `_version` first, then the fields of the value, the key's among them. If the value of a key cannot be read: `_key`,
/// and the reason.
///
/// ```
/// {"_record":7,"_version":2041,"symbol":"ASHLAR","last":12.5000}
/// {"_record":8,"_key":"QUARRY","_reason":"value was lost with power"}
/// ```
///
/// **Threading**: one thread at a time.
public final class LastValuesPrinter {
    private final LastValuesReader reader;
    private final Message message;
    private final Schema schema;
    private final JsonWriter json;
    private final MemorySegment value;

    public LastValuesPrinter(LastValues lastValues) {
        reader = lastValues.reader();
        schema = lastValues.schema();
        Block block = lastValues.block();
        message = RowPrinter.message(block);
        json = new JsonWriter(RowPrinter.schema(schema, message));
        value = MemorySegment.ofArray(new byte[block.blockLength()]);
    }

    /// The next record, as [LastValuesReader#next] returns it.
    ///
    /// @throws CorruptChunkException after the last if there are records whose keys cannot be read
    public long next(long record) {
        return reader.next(record);
    }

    /// Writes the value of a record, and a line feed.
    ///
    /// @return whether there is one that can be read
    /// @throws CorruptChunkException if the record is damaged or missing
    public boolean write(long record, OutputStream to) throws IOException {
        long result = reader.read(record, value, 0, Cell.MAX_ATTEMPTS);
        if (result > 0) {
            json.writeRow(new JsonWriter.Keyed(record, Cell.version(result)), message, value, 0,
                    (int) value.byteSize(), schema.version(), to);
            return true;
        }
        json.writeUnread(new JsonWriter.Keyed(record, 0), reader.keyText(record), result == Cell.EMPTY
                ? "value was lost with power" : result == Cell.CONTENDED ? "value is replaced faster than it is read"
                : "words of the cell are damaged", to);
        return false;
    }
}
