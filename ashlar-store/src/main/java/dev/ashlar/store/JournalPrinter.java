// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import java.io.IOException;
import java.io.OutputStream;

/// Writes messages of a journal as JSON, one object a line, from the schema and no generated code: `_position`, `_time`
/// and `_sequence` first, `_row` if its root block is a row, then the message as [JsonWriter] writes it. For a message
/// that cannot be decoded it writes the length and the reason.
///
/// ```
/// {"_position":4096,"_time":"2016-11-12T09:30:00.123456789Z","_sequence":7,"_row":3,"template":"Trade","id":42,…}
/// {"_position":4192,"_time":"2016-11-12T09:30:00.123456790Z","_sequence":8,"_length":57,"_reason":"…"}
/// ```
///
/// **Threading**: one thread at a time.
public final class JournalPrinter {
    private final JsonWriter json;
    private final MessageValidator validator;

    /// With the current schema of the journal.
    public JournalPrinter(Journal journal) {
        json = new JsonWriter(journal.schema());
        validator = new MessageValidator(journal.schema());
    }

    /// Writes the current message of a cursor, and a line feed.
    ///
    /// @return whether it could be decoded
    public boolean write(JournalCursor cursor, OutputStream to) throws IOException {
        JsonWriter.Frame frame = new JsonWriter.Frame(cursor.position(), cursor.timeNs(), cursor.sequence(),
                cursor.row());
        try {
            json.writeFrame(frame, cursor.memory(), cursor.offset(), cursor.length(), to);
            return true;
        } catch (MalformedMessageException e) {
            // From the message alone, so that its offsets count from its begin.
            ValidationResult reason = validator.validate(cursor.memory().asSlice(cursor.offset(), cursor.length()), 0,
                    cursor.length());
            json.writeUndecoded(frame, cursor.length(), reason.isOk() ? e.getMessage() : reason.toString(), to);
            return false;
        }
    }
}
