// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Writes the sample feed: the same options give the same bytes.
///
/// ```
/// SampleTotals totals = SampleFeed.write(path, SampleFeed.Options.messages(1_000_000).withSecondLine(500));
/// ```
///
/// **Threading**: any thread; each call is independent. Nothing is allocated per message.
public final class SampleFeed {
    /// Name of the framing, for [dev.ashlar.sbe.framing.Framing#parse].
    public static final String FRAMING = "cme-mdp3";
    /// File name of the schema.
    public static final String SCHEMA_NAME = "sample-feed.xml";

    static final int GROUP_A = PcapWriter.address(233, 252, 0, 1);
    static final int GROUP_B = PcapWriter.address(233, 252, 1, 1);
    static final int PORT_A = 14_310;
    static final int PORT_B = 15_310;

    private SampleFeed() {
    }

    /// What to write.
    ///
    /// @param seed           a different seed gives a different feed
    /// @param maxMessages    exact number of messages, unless the capture reaches `maxBytes` first; at least 1
    /// @param maxBytes       the feed ends with the event that brings the capture to this size; packets still in flight
    ///                       on the second line follow; at least 1
    /// @param instruments    1 to [#MAX_INSTRUMENTS]
    /// @param secondLine     whether packets are repeated on a second line
    /// @param lostPerMillion how many packets of a million are lost, each on one of the two lines; 0 without the second
    /// @param day            the feed begins this many days after 2 March 2026, at 08:00 UTC; 0 to [#MAX_DAY]
    public record Options(long seed, long maxMessages, long maxBytes, int instruments, boolean secondLine,
            int lostPerMillion, int day) {
        /// Greatest `day`.
        public static final int MAX_DAY = 10_000;
        /// Maximum number of instruments: there are only this many symbols.
        public static final int MAX_INSTRUMENTS = 2_048;
        private static final long DEFAULT_SEED = 4_711;
        private static final int DEFAULT_INSTRUMENTS = 64;
        private static final int MILLION = 1_000_000;

        public Options {
            requireIn("maxMessages", maxMessages, 1, Long.MAX_VALUE);
            requireIn("maxBytes", maxBytes, 1, Long.MAX_VALUE);
            requireIn("instruments", instruments, 1, MAX_INSTRUMENTS);
            requireIn("lostPerMillion", lostPerMillion, 0, secondLine ? MILLION : 0);
            requireIn("day", day, 0, MAX_DAY);
        }

        /// A feed of this many messages on one line.
        public static Options messages(long count) {
            return new Options(DEFAULT_SEED, count, Long.MAX_VALUE, DEFAULT_INSTRUMENTS, false, 0, 0);
        }

        /// A feed on one line whose capture has this many bytes, or a little more.
        public static Options bytes(long bytes) {
            return new Options(DEFAULT_SEED, Long.MAX_VALUE, bytes, DEFAULT_INSTRUMENTS, false, 0, 0);
        }

        /// The same with another seed.
        public Options withSeed(long newSeed) {
            return new Options(newSeed, maxMessages, maxBytes, instruments, secondLine, lostPerMillion, day);
        }

        /// The same with another number of instruments.
        public Options withInstruments(int newInstruments) {
            return new Options(seed, maxMessages, maxBytes, newInstruments, secondLine, lostPerMillion, day);
        }

        /// The same messages on two lines, each complete except for packets that are lost.
        public Options withSecondLine(int newLostPerMillion) {
            return new Options(seed, maxMessages, maxBytes, instruments, true, newLostPerMillion, day);
        }

        /// The same on another day.
        public Options withDay(int newDay) {
            return new Options(seed, maxMessages, maxBytes, instruments, secondLine, lostPerMillion, newDay);
        }

        private static void requireIn(String name, long value, long min, long max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " out of bounds: " + name + "=" + value + ", min=" + min
                        + ", max=" + max);
            }
        }
    }

    /// The lines that packets go to, A and B.
    public static List<Line> lines() {
        return List.of(Line.parse("233.252.0.1:" + PORT_A), Line.parse("233.252.1.1:" + PORT_B));
    }

    /// The text of the schema.
    public static String schemaText() {
        try (InputStream in = SampleFeed.class.getResourceAsStream(SCHEMA_NAME)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The schema of all messages.
    public static Schema schema() {
        return Parsed.SCHEMA;
    }

    /// Parsed when it is needed first.
    private static final class Parsed {
        private static final Schema SCHEMA = parse();

        private static Schema parse() {
            InputStream in = new ByteArrayInputStream(schemaText().getBytes(StandardCharsets.UTF_8));
            return SchemaParser.parse(in, SCHEMA_NAME, ParseOptions.DEFAULT).schema();
        }
    }

    /// Writes a capture to a file, which is created or replaced; if this fails, an existing file stays as it was.
    ///
    /// @return the totals of what was written
    /// @throws IOException if the file cannot be written
    public static SampleTotals write(Path path, Options options) throws IOException {
        try (PcapWriter capture = PcapWriter.create(path); SampleWriter writer = new SampleWriter(capture, options)) {
            return writer.run();
        }
    }
}
