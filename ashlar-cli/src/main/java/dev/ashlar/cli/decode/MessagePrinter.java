// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.decode;

import dev.ashlar.cli.output.OutputException;
import dev.ashlar.cli.output.TextForm;
import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Prints or counts messages, and reports those that cannot be decoded.
final class MessagePrinter implements MessageHandler {
    /// Further messages that cannot be decoded are only counted.
    private static final int MAX_COMPLAINTS = 3;

    private final Schema schema;
    private final Set<Integer> templates;
    private final OutputStream out;
    private final boolean text;
    private final JsonWriter json;
    private final MessageValidator validator;
    private final MessageHeader header;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Map<Integer, long[]> counts = new TreeMap<>();
    private PrintWriter err;
    private long left;
    private long undecoded;

    /// @param templates ids wanted; empty for all
    /// @param out       where messages go; `null` to count them only
    /// @param text      indented text instead of JSON
    /// @param limit     at most this many messages
    MessagePrinter(Schema schema, Set<Integer> templates, OutputStream out, boolean text, long limit) {
        this.schema = schema;
        this.templates = templates;
        this.out = out;
        this.text = text;
        this.left = limit;
        json = new JsonWriter(schema);
        validator = new MessageValidator(schema);
        header = new MessageHeader(schema);
    }

    /// Begins an input.
    void begin(PrintWriter errors) {
        err = errors;
        undecoded = 0;
    }

    /// Ends an input; whether all its messages were decoded.
    boolean end() {
        if (undecoded > MAX_COMPLAINTS) {
            err.println("ashlar: messages not decoded: count=" + undecoded + ", shown=" + MAX_COMPLAINTS
                    + "; are schema and framing those of this feed?");
        }
        return undecoded == 0;
    }

    boolean isFull() {
        return left <= 0;
    }

    @Override
    public void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        if (left <= 0) {
            return;
        }
        try {
            if (!templates.isEmpty() && !templates.contains((int) header.wrap(memory, offset, length).templateId())) {
                return;
            }
            if (out == null) {
                count(memory, offset, length);
            } else {
                print(context, memory, offset, length);
            }
            left--;
        } catch (MalformedMessageException e) {
            if (undecoded++ < MAX_COMPLAINTS) {
                flush();
                // Decoded again by itself, so that positions count from its start.
                ValidationResult reason = validator.validate(memory.asSlice(offset, length), 0, length);
                err.println("ashlar: not decoded: " + (context.input() > 0 ? "input=" + context.input() + ", " : "")
                        + "packet=" + context.packetIndex() + " at " + context.filePosition()
                        + ", message=" + context.messageIndex() + ": " + reason);
            }
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    private void print(MessageContext context, MemorySegment memory, long offset, long length) throws IOException {
        // The writer and the source mark a missing time differently.
        long timeNs = context.timeNs() == MessageContext.NO_TIME ? JsonWriter.NO_TIME : context.timeNs();
        if (!text) {
            json.write(memory, offset, length, timeNs, out);
            return;
        }
        line.reset();
        json.write(memory, offset, length, timeNs, line);
        TextForm.write(line.toByteArray(), out);
    }

    private void count(MemorySegment memory, long offset, long length) {
        ValidationResult result = validator.validate(memory, offset, length);
        if (!result.isOk()) {
            throw new MalformedMessageException(result.toString());
        }
        long[] count = counts.computeIfAbsent((int) header.wrap(memory, offset, length).templateId(), _ -> new long[3]);
        count[0]++;
        count[1] += length;
        count[2] += length == result.decodedLength() ? 0 : 1;
    }

    void flush() {
        try {
            if (out != null) {
                out.flush();
            }
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    void printSummary(PrintWriter to) {
        to.printf("%-48s %10s %14s %14s %s%n", "template", "id", "messages", "bytes", "longer frames");
        counts.forEach((id, count) -> {
            Message message = schema.message(id);
            to.printf("%-48s %10d %14d %14d %d%n", message == null ? "?" : message.name(), id, count[0], count[1],
                    count[2]);
        });
        to.flush();
    }
}
