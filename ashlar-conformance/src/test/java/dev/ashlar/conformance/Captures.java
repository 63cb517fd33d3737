// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.testkit.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Captures of the corpus with what is needed to read them.
///
/// @param folder  of the captures
/// @param schema  file of the exchange's schema
/// @param framing around messages
/// @param align   frames are padded to a multiple of it
record Captures(String folder, String schema, String framing, int align) {
    static final String GLOBEX = "captures/cme-mdp3-v1.6/globex-20161112.pcapng";
    static final List<Captures> ALL = List.of(
            new Captures("cme-mdp3-v1.5", "cme/Cme.Futures.Mdp3.Sbe.v1.5.xml", "cme-mdp3", 1),
            new Captures("cme-mdp3-v1.6", "cme/Cme.Futures.Mdp3.Sbe.v1.6.xml", "cme-mdp3", 1),
            new Captures("cme-mdp3-v1.8", "cme/Cme.Futures.Mdp3.Sbe.v1.8.xml", "cme-mdp3", 1),
            new Captures("cme-ilink3-v8.5", "cme/Cme.Futures.iLink3.Sbe.v8.5.xml", "cme-ilink3", 1),
            new Captures("b3-entrypoint-v8.0", "b3/B3.Equities.BinaryEntryPoint.Sbe.v8.0.xml", "b3", 1),
            new Captures("coinbase-md-v1.2", "coinbase/Coinbase.Derivatives.MarketDataApi.Sbe.v1.2.xml", "coinbase-md",
                    8));

    /// One message as its frame held it.
    record Frame(byte[] bytes, int destinationPort) {
    }

    Path schemaFile() {
        return Corpus.path("schemas/" + schema);
    }

    List<Path> files() {
        try (Stream<Path> files = Files.list(Corpus.path("captures/" + folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Frame> frames(Path file) {
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
        return folder;
    }
}
