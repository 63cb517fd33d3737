// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// All messages of an input, with copies of what their contexts said.
final class Collected implements MessageHandler {
    record Entry(byte[] bytes, long timeNs, long packetIndex, long filePosition, long messageIndex, int stream,
            String source, String destination, long packetSequence, long sendingTimeNs, int input) {
        String text() {
            return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        }
    }

    final List<Entry> entries = new ArrayList<>();
    IngestReport report;
    CaptureFormatException failure;

    static Collected of(byte[] input, SourceOptions options) throws IOException {
        try (MessageSource source = MessageSource.open(new ByteArrayInputStream(input), "test", options)) {
            return of(source);
        }
    }

    static Collected of(Path input, SourceOptions options) throws IOException {
        try (MessageSource source = MessageSource.open(input, options)) {
            return of(source);
        }
    }

    static Collected of(MessageSource source) throws IOException {
        Collected collected = new Collected();
        try {
            source.drain(collected);
        } catch (CaptureFormatException e) {
            collected.failure = e;
        }
        collected.report = source.report();
        return collected;
    }

    List<String> texts() {
        return entries.stream().map(Entry::text).toList();
    }

    @Override
    public void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        entries.add(new Entry(memory.asSlice(offset, length).toArray(JAVA_BYTE), context.timeNs(),
                context.packetIndex(), context.filePosition(), context.messageIndex(), context.stream(),
                context.source(), context.destination(), context.packetSequence(), context.sendingTimeNs(),
                context.input()));
    }
}
