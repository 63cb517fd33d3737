// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The demonstration, step by step, on one page.
public final class Demo {
    private static final int SHOWN_MESSAGES = 3;

    private final PrintWriter out;
    private final Path directory;

    /// @param directory where schema, sources and capture are left
    public Demo(PrintWriter out, Path directory) {
        this.out = out;
        this.directory = directory;
    }

    /// Runs the demonstration.
    ///
    /// @return whether every reader found what was written
    public boolean run(long messages) throws IOException {
        Schema schema = compile();
        Path capture = directory.resolve("sample.pcap");
        FeedTotals written = write(capture, messages);
        boolean same = true;
        for (int round = 1; round <= 2; round++) {
            FlyweightReader flyweights = new FlyweightReader();
            read("read with generated decoders, round " + round, capture, flyweights);
            same &= agree(written, flyweights.totals());
        }
        OnTheFlyReader onTheFly = new OnTheFlyReader(schema);
        read("read on the fly from the schema", capture, onTheFly);
        same &= agree(written, onTheFly.totals());
        out.printf("%nThe first messages as JSON:%n");
        show(schema, capture);
        out.printf("%nTry:  ./ashlar decode -s %s -f %s --where template=News %s | head%n",
                directory.resolve("sample-feed.xml"), FeedWriter.FRAMING, capture);
        out.printf("      ./ashlar inspect %s%n", directory.resolve("sample-feed.xml"));
        out.flush();
        return same;
    }

    private Schema compile() throws IOException {
        Path file = directory.resolve("sample-feed.xml");
        try (InputStream in = Demo.class.getResourceAsStream("/sample-feed.xml")) {
            OutputDirectory.write(directory, List.of(new GeneratedFile(file.getFileName().toString(),
                    new String(in.readAllBytes(), StandardCharsets.UTF_8))));
        }
        long start = System.nanoTime();
        Schema schema = SchemaParser.parse(file).schema();
        List<GeneratedFile> sources = JavaGenerator.generate(schema, JavaOptions.DEFAULT);
        OutputDirectory.write(directory.resolve("java"), sources);
        out.printf(Locale.ROOT, "%-42s %s: %d messages, %d types -> %d Java files in %.0f ms%n", "compiled",
                file.getFileName(), schema.messages().size(), schema.types().size(), sources.size(),
                (System.nanoTime() - start) / 1e6);
        return schema;
    }

    private FeedTotals write(Path capture, long messages) throws IOException {
        long start = System.nanoTime();
        FeedTotals totals;
        try (PcapWriter writer = PcapWriter.create(capture)) {
            totals = FeedWriter.write(writer, messages);
        }
        rate("encoded into a capture", messages, Files.size(capture), System.nanoTime() - start);
        out.printf(Locale.ROOT, "%-42s %,d trades of %,d shares, %,d quote levels, %,d bytes of news%n", "",
                totals.trades(), totals.shares(), totals.levels(), totals.newsBytes());
        return totals;
    }

    private void read(String what, Path capture, MessageHandler handler) throws IOException {
        long start = System.nanoTime();
        try (MessageSource source = MessageSource.open(capture, options())) {
            long messages = source.drain(handler).messages();
            rate(what, messages, Files.size(capture), System.nanoTime() - start);
        }
    }

    private void show(Schema schema, Path capture) throws IOException {
        JsonWriter json = new JsonWriter(schema);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try (MessageSource source = MessageSource.open(capture, options())) {
            int[] shown = {0};
            source.poll((context, memory, offset, length) -> {
                if (shown[0]++ < SHOWN_MESSAGES) {
                    lines.writeBytes((json.toJson(memory, offset, length) + "\n").getBytes(StandardCharsets.UTF_8));
                }
            });
        }
        out.print(lines.toString(StandardCharsets.UTF_8));
    }

    private boolean agree(FeedTotals written, FeedTotals read) {
        boolean same = written.equals(read);
        out.printf("%-42s %s%n", "", same ? "all totals agree with what was written" : "DIFFERS: " + read + " from "
                + written);
        return same;
    }

    private void rate(String what, long messages, long bytes, long ns) {
        double seconds = ns / 1e9;
        out.printf(Locale.ROOT, "%-42s %,d messages, %,.0f MB in %.2f s: %,.1f million messages/s, %,.0f MB/s%n", what,
                messages,
                bytes / 1e6, seconds, messages / seconds / 1e6, bytes / seconds / 1e6);
        out.flush();
    }

    private static SourceOptions options() {
        return SourceOptions.of(Framing.parse(FeedWriter.FRAMING));
    }
}
