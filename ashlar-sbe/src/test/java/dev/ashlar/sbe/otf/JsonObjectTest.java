// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    /// A line feed, DEL, half of a pair, a whole pair.
    private static final String TEXT = "a\"\\\n\u007f\ud83dz\udc00\ud83d\ude00";

    @Test
    void shouldPutMembersInTheirOrder() {
        assertEquals("{}", new JsonObject().toString());
        assertEquals("{\"a\":-1,\"b\":0.5,\"c\":true,\"d\":\"x\",\"e\":[1]}", new JsonObject().put("a", -1).put("b", 0.5)
                .put("c", true).put("d", "x").putRaw("e", "[1]").toString());
        assertEquals("{\"none\":[],\"two\":[{\"n\":1},{\"n\":2}]}", new JsonObject()
                .putAll("none", List.of(), JsonObjectTest::number).putAll("two", List.of(1, 2), JsonObjectTest::number)
                .toString());
    }

    private static void number(JsonObject json, Integer number) {
        json.put("n", number);
    }

    @Test
    void shouldPutNullForWhatIsNotThere() {
        Long number = null;
        String text = null;
        assertEquals("{\"a\":null,\"b\":null,\"c\":null,\"d\":null}", new JsonObject().put("a", number).put("b", text)
                .put("c", Double.NaN).put("d", Double.POSITIVE_INFINITY).toString());
    }

    @Test
    void shouldEscapeAsFarAsAskedFor() {
        assertEquals("{\"k\":\"a\\\"\\\\\\u000a\u007f\ud83dz\udc00\ud83d\ude00\"}",
                new JsonObject(JsonEscapes.MINIMAL).put("k", TEXT).toString());
        assertEquals("{\"k\":\"a\\\"\\\\\\u000a\\u007f\ud83dz\udc00\ud83d\ude00\"}",
                new JsonObject().put("k", TEXT).toString());
        assertEquals("{\"k\":\"a\\\"\\\\\\u000a\\u007f\\ud83dz\\udc00\ud83d\ude00\"}",
                new JsonObject(JsonEscapes.ALL).put("k", TEXT).toString());
    }

    @Test
    void shouldEscapeNamesAndWhatIsInArrays() {
        assertEquals("{\"\\u0001\":[{\"k\\\"\":\"\u007f\"}]}", new JsonObject(JsonEscapes.MINIMAL)
                .putAll("\u0001", List.of("\u007f"), (json, text) -> json.put("k\"", text)).toString());
    }
}
