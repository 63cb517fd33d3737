// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.internal.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Writes messages as JSON, one object per line. [JsonReader] turns them back into the same bytes.
///
/// The object begins with `template`, `id`, `schema`, `version` (the writer's) and, if given, `time`; then `header`
/// with the members beyond the standard's four, if there are any; then fields, groups and data in schema order. A root
/// field that has one of those names gets a `_` appended.
///
/// | in the schema         | in JSON                                                                                    |
/// |-----------------------|--------------------------------------------------------------------------------------------|
/// | whole number          | number; `uint64` unsigned                                                                  |
/// | float, double         | number; `"NaN"`, `"Infinity"`, `"-Infinity"`                                               |
/// | char                  | string of one character, empty for NUL                                                     |
/// | char array            | string up to the first NUL; `{"hex":"…"}` if the bytes are no text in the charset          |
/// | other array           | array                                                                                      |
/// | enum                  | name; number if it has none                                                                |
/// | set                   | array of names; bits without a name as one number, the last element                        |
/// | mantissa and exponent | number with exactly these digits: `15.00` is 1500 and -2                                    |
/// | other composite       | object                                                                                     |
/// | constant              | its value                                                                                  |
/// | group                 | array of objects                                                                           |
/// | data                  | string; without a charset, of hexadecimal digits                                           |
/// | null, or absent       | `null`; an absent group is empty; a null composite in which another member has a value is  |
/// |                       | an object, so that nothing is lost                                                         |
///
/// **Threading**: for one thread at a time. **Failure**: as for [OtfDecoder]; a malformed message writes nothing.
public final class JsonWriter {
    /// No time.
    public static final long NO_TIME = Long.MIN_VALUE;

    private final OtfDecoder decoder;
    private final JsonOutput out = new JsonOutput();
    private final JsonListener listener;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public JsonWriter(Schema schema) {
        decoder = new OtfDecoder(schema);
        listener = new JsonListener(schema, out);
    }

    /// Writes one message and a line feed.
    ///
    /// @param length  bytes that may be read, at least those of the message
    /// @param epochNs when the message was seen, in nanoseconds since 1970 (UTC), or [#NO_TIME]
    /// @return bytes of the message, header included
    /// @throws dev.ashlar.codec.MalformedMessageException if the message is of another schema, unknown or reaches
    ///     beyond `length`
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public long write(MemorySegment memory, long offset, long length, long epochNs,
            OutputStream to) throws IOException {
        long decodedLength = render(memory, offset, length, epochNs);
        out.endLine();
        out.writeTo(to);
        return decodedLength;
    }

    /// One message as a string, without time and line feed.
    ///
    /// @throws dev.ashlar.codec.MalformedMessageException as [#write(MemorySegment, long, long, long, OutputStream)]
    ///     does
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public String toJson(MemorySegment memory, long offset, long length) {
        render(memory, offset, length, NO_TIME);
        return out.toString();
    }

    /// Metadata of a block or message in a store; distinguished from fields by the `_` before each name.
    public sealed interface Origin permits Row, Frame, Keyed {
    }

    /// Metadata of a message in a journal.
    ///
    /// @param position of the message in the journal
    /// @param epochNs  when the message was seen, or [#NO_TIME]
    /// @param sequence the number that was recorded with it, unsigned
    /// @param row      of its root block; negative if it has none
    public record Frame(long position, long epochNs, long sequence, long row) implements Origin {
    }

    /// Metadata of the value of a key.
    ///
    /// @param record  its number
    /// @param version of the value; 0 if there is none
    public record Keyed(long record, long version) implements Origin {
    }

    /// Metadata of a row of a table.
    ///
    /// @param row      its number
    /// @param parent   row of its parent; -1 if it has none
    /// @param position of its message in a journal; -1 if it has none
    /// @param epochNs  when the message was seen, or [#NO_TIME]
    /// @param retired  whether the message is no longer in the journal
    public record Row(long row, long parent, long position, long epochNs, boolean retired) implements Origin {
        public static Row of(long row) {
            return new Row(row, -1, -1, NO_TIME, false);
        }

        public Row withParent(long parentRow) {
            return new Row(row, parentRow, position, epochNs, retired);
        }

        public Row withMessage(long messagePosition, long timeNs) {
            return new Row(row, parent, messagePosition, timeNs, retired);
        }

        /// This row with `retired` set to `value`.
        public Row withRetiredMessage(boolean value) {
            return new Row(row, parent, position, epochNs, value);
        }
    }

    /// Writes one row of a table, or one value, as an object with its metadata and the fields of the block, then a line
    /// feed. A field with the name of a metadata member gets a `_` appended.
    ///
    /// @param message     of this writer's schema, without groups and data
    /// @param offset      of the block
    /// @param blockLength bytes of the block
    /// @param version     of the schema with which it was written
    public void writeRow(Origin row, Message message, MemorySegment memory, long offset, int blockLength, int version,
            OutputStream to) throws IOException {
        out.clear();
        listener.ofRow(row);
        decoder.decodeBody(message, memory, offset, blockLength, blockLength, version, listener);
        out.endLine();
        out.writeTo(to);
    }

    /// Writes one message of a journal: its metadata, then the members that
    /// [#write(MemorySegment, long, long, long, OutputStream)] writes, then a line feed. A root field with the name of
    /// a metadata member gets a `_` appended.
    ///
    /// @param length bytes that may be read, at least those of the message
    /// @return bytes of the message, header included
    /// @throws dev.ashlar.codec.MalformedMessageException as [#write(MemorySegment, long, long, long, OutputStream)]
    ///     does; then nothing is written
    public long writeFrame(Frame frame, MemorySegment memory, long offset, long length, OutputStream to)
            throws IOException {
        out.clear();
        listener.ofFrame(frame);
        long decodedLength = decoder.decode(memory, offset, length, listener);
        out.endLine();
        out.writeTo(to);
        return decodedLength;
    }

    /// Writes an object for a message that cannot be decoded, with its metadata, `_length` and `_reason`, then a line
    /// feed.
    ///
    /// @param length bytes of the message
    public void writeUndecoded(Frame frame, long length, String reason, OutputStream to) throws IOException {
        out.clear();
        out.begin('{');
        JsonOrigins.write(frame, out);
        out.name(JsonNames.LENGTH);
        out.number(length);
        endProblem(reason, to);
    }

    /// Writes an object for a key without a readable value, with its metadata, `_key` and `_reason`, then a line feed.
    ///
    /// @param key as text for people
    public void writeUnread(Keyed value, String key, String reason, OutputStream to) throws IOException {
        out.clear();
        out.begin('{');
        JsonOrigins.write(value, out);
        out.name(JsonNames.KEY);
        out.string(key);
        endProblem(reason, to);
    }

    private void endProblem(String reason, OutputStream to) throws IOException {
        out.name(JsonNames.REASON);
        out.string(reason);
        out.end('}');
        out.endLine();
        out.writeTo(to);
    }

    private long render(MemorySegment memory, long offset, long length, long epochNs) {
        out.clear();
        listener.ofMessage(epochNs);
        return decoder.decode(memory, offset, length, listener);
    }
}
