// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.examples.orders.MessageHeaderDecoder;
import dev.ashlar.examples.orders.OrderDecoder;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.framing.Framing;
import java.io.IOException;
import java.nio.file.Path;

/// Counts the orders of a capture whose datagrams hold messages, each behind a two-byte length of its frame.
public final class ReadCapture {
    private ReadCapture() {
    }

    /// Takes the name of a capture.
    public static void main(String[] arguments) throws IOException {
        System.out.println(countOrders(Path.of(arguments[0])));
    }

    static long countOrders(Path capture) throws IOException {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        long[] orders = {0};
        SourceOptions options = SourceOptions.of(Framing.parse("length=u16le"));
        try (MessageSource source = MessageSource.open(capture, options)) {
            IngestReport report = source.drain((context, memory, offset, length) -> {
                if (header.wrap(memory, offset).templateId() == OrderDecoder.TEMPLATE_ID) {
                    orders[0]++;
                }
            });
            if (!report.isComplete()) {
                System.err.println(report);
            }
        }
        return orders[0];
    }
}
