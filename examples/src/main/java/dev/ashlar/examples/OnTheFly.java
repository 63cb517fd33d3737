// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.otf.ValidationResult;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;

/// Encodes, proves and prints a message from the schema alone, without generated code.
public final class OnTheFly {
    private OnTheFly() {
    }

    /// Prints one order as JSON.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run());
    }

    static String run() throws IOException {
        Schema schema;
        try (InputStream in = OnTheFly.class.getResourceAsStream("/orders.xml")) {
            schema = SchemaParser.parse(in, "orders.xml", ParseOptions.DEFAULT).schema();
        }
        MemorySegment memory = MemorySegment.ofArray(new byte[1024]);
        long length = new OtfEncoder(schema).begin("Order")
                .set("orderId", 42)
                .set("symbol", "ASHLAR")
                .set("side", "BUY")
                .set("limitPrice", new BigDecimal("12.50"))
                .entry("legs", leg -> leg.set("quantity", 100))
                .set("note", "fill or kill")
                .encode(memory, 0);

        ValidationResult proof = new MessageValidator(schema).validate(memory, 0, length);
        if (!proof.isOk()) {
            throw new IllegalStateException(proof.toString());
        }
        return new JsonWriter(schema).toJson(memory, 0, length);
    }
}
