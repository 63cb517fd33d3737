// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.lab.SchemaText;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The messages that are sent.
final class OrderRequest {
    static final Schema SCHEMA = SchemaText.parse("overload", 9, "", """
            <sbe:message name="Order" id="1">
              <field name="number" id="1" type="uint64"/><field name="price" id="2" type="int64"/>
              <field name="quantity" id="3" type="uint32"/>
            </sbe:message>""");

    /// Messages in a request: enough that recording them takes longer than refusing them.
    static final int MESSAGES = 1_000;
    private static final int MOST_BYTES = 64;

    /// A request with many messages, which is answered after a sync.
    static byte[] request() {
        JsonReader reader = new JsonReader(SCHEMA);
        byte[] body = new byte[MESSAGES * MOST_BYTES];
        MemorySegment memory = MemorySegment.ofArray(body);
        int length = 0;
        for (int number = 1; number <= MESSAGES; number++) {
            length += (int) reader.read("{\"template\":\"Order\",\"number\":" + number
                    + ",\"price\":2,\"quantity\":3}", memory, length);
        }
        byte[] head = ("POST /messages?durability=disk HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(head, head.length + length);
        System.arraycopy(body, 0, request, head.length, length);
        return request;
    }
}
