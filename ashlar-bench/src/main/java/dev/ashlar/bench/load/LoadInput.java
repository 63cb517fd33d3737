// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.load;

import static dev.ashlar.bench.tables.StoreTables.INT;

import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// A capture of two lines of a feed, and its schema.
record LoadInput(Path capture, Path compressed, Schema schema) {
    static final String FRAMING = SampleFeed.FRAMING;
    /// Offset of the payload of a datagram in an Ethernet frame with IPv4.
    private static final int PAYLOAD = 14 + 20 + 8;

    /// Path of the real capture in a corpus.
    private record Real(Path capture, Path schema) { }

    /// The real capture, if the environment names a corpus that has it.
    private static Optional<Real> real() {
        String folder = System.getenv("ASHLAR_CORPUS");
        if (folder == null) {
            return Optional.empty();
        }
        Real real = new Real(Path.of(folder, "captures/cme-mdp3-v1.6/globex-20161112.pcapng"),
                Path.of(folder, "schemas/cme/Cme.Futures.Mdp3.Sbe.v1.6.xml"));
        return Files.isRegularFile(real.capture) && Files.isRegularFile(real.schema) ? Optional.of(real)
                : Optional.empty();
    }

    static String origin() {
        return real().isPresent() ? "a real capture of CME, repeated with later times and numbers" : "the sample feed";
    }

    /// Writes a capture of at least this many bytes, and only a few more.
    static LoadInput write(Path folder, long bytes) throws IOException {
        Path capture = folder.resolve("feed.pcap");
        Path compressed = folder.resolve("feed.pcap.gz");
        Optional<Real> real = real();
        Schema schema;
        if (real.isPresent()) {
            schema = SchemaParser.parse(real.get().schema).schema();
            repeat(real.get().capture, capture, bytes);
        } else {
            schema = SampleFeed.schema();
            SampleFeed.write(capture, SampleFeed.Options.bytes(bytes).withSecondLine(0));
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed), 1 << 16)) {
            Files.copy(capture, out);
        }
        return new LoadInput(capture, compressed, schema);
    }

    /// Writes the packets of a capture repeatedly, with later times and continued sequence numbers each time.
    private static void repeat(Path from, Path to, long bytes) throws IOException {
        long written = 0;
        long shiftNs = 0;
        int shift = 0;
        try (PcapWriter writer = PcapWriter.create(to)) {
            while (written < bytes) {
                long first = Long.MAX_VALUE;
                long last = 0;
                int lowest = Integer.MAX_VALUE;
                int highest = 0;
                try (CaptureReader reader = CaptureReader.open(from)) {
                    while (reader.next()) {
                        MemorySegment memory = reader.memory();
                        int number = memory.get(INT, reader.offset() + PAYLOAD);
                        memory.set(INT, reader.offset() + PAYLOAD, number + shift);
                        writer.writeFrame(reader.timeNs() + shiftNs, memory, reader.offset(), reader.length());
                        first = Math.min(first, reader.timeNs());
                        last = Math.max(last, reader.timeNs());
                        lowest = Math.min(lowest, number);
                        highest = Math.max(highest, number);
                        written += reader.length();
                    }
                }
                shiftNs += last - first + 1_000;
                shift += highest - lowest + 1;
            }
        }
    }
}
