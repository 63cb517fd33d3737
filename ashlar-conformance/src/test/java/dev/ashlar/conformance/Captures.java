// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.KnownCapture;
import dev.ashlar.testkit.KnownFeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A capture with what is needed to read it.
///
/// @param schema   of all messages
/// @param framing  around messages
/// @param align    frames are padded to a multiple of it
/// @param messages that it holds
record Captures(String name, Path file, Path schema, String framing, int align, long messages) {
    /// One message as its frame held it.
    record Frame(byte[] bytes, int destinationPort) { }

    static Stream<Captures> all() {
        return Stream.concat(KnownFeed.all().stream().map(Captures::of), KnownCapture.all().stream().map(Captures::of));
    }

    static Captures of(KnownFeed feed) {
        return new Captures(feed.name(), feed.capture(), feed.schema(), "cme-mdp3", 1, 2 * feed.messages());
    }

    static Captures of(KnownCapture capture) {
        return new Captures(capture.name(), capture.file(), capture.schema(), capture.framing(), capture.align(),
                capture.messages().values().stream().mapToLong(count -> count).sum());
    }

    List<Frame> frames() {
        List<Frame> frames = new ArrayList<>();
        try (MessageSource source = MessageSource.open(file, SourceOptions.of(Framing.parse(framing)))) {
            source.drain((context, memory, offset, length) -> frames.add(new Frame(
                    memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), context.destinationPort())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return frames;
    }

    @Override
    public String toString() {
        return name;
    }
}
