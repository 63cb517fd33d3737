// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page of the format says what the code does.
class ObjectFormatTest {
    private static final Pattern TYPE = Pattern.compile("\\| `0x(\\w\\w)` \\| (\\S+) \\| (\\d+) \\|");

    record Quote(String symbol, boolean firm, double[] prices, int size) { }

    private final FormatPage page = FormatPage.read("object-v1.md", "plain");

    ObjectFormatTest() throws IOException {
    }

    @Test
    void shouldDescribeTheHeader() {
        page.compare("## Header, ", ObjectHeader.LAYOUT);
    }

    @Test
    void shouldDescribeAllTypes() {
        List<String> coded = new ArrayList<>();
        for (Primitive primitive : Primitive.values()) {
            coded.add(row(primitive.code(), new ObjectType.Value(primitive)));
        }
        for (Primitive primitive : Primitive.values()) {
            coded.add(row(DescriptionBytes.MAYBE + primitive.code(), new ObjectType.Maybe(primitive)));
        }
        for (Primitive primitive : Primitive.values()) {
            coded.add(row(DescriptionBytes.ARRAY + primitive.code(), new ObjectType.Array(primitive)));
        }
        ObjectType element = new ObjectType.Text();
        coded.add(row(DescriptionBytes.TEXT, element));
        coded.add(row(DescriptionBytes.ENUMERATION, new ObjectType.Enumeration("", List.of())).replace("enum ", "enum"));
        coded.add(row(DescriptionBytes.SEQUENCE, new ObjectType.Sequence(element)).replace("<text>", ""));
        coded.add(row(DescriptionBytes.OPTION, new ObjectType.Option(element)).replace("<text>", ""));
        coded.add(row(DescriptionBytes.STRUCT, new ObjectType.Struct("object", List.of())));
        List<String> described = new ArrayList<>();
        for (Matcher found = TYPE.matcher(page.text()); found.find();) {
            described.add(found.group(1) + " " + found.group(2) + " " + found.group(3));
        }
        assertEquals(described, coded);
    }

    private static String row(int code, ObjectType type) {
        return String.format("%02x %s %d", code, type.text(), type.slotBytes());
    }

    /// The example of the page, byte by byte.
    @Test
    void shouldWriteTheExample() {
        ObjectCodec<Quote> codec = ObjectRegistry.builder().allow(7, 2, Quote.class).order(ByteOrder.LITTLE_ENDIAN)
                .build().codec(Quote.class);
        Quote quote = new Quote("ACME", true, new double[] {1.5, 2}, 300);
        byte[] bytes = new byte[codec.length(quote)];
        codec.write(quote, MemorySegment.ofArray(bytes), 0);
        byte[] description = new byte[codec.description().length()];
        codec.description().write(MemorySegment.ofArray(description), 0);
        assertEquals(hex(description), bytesOf("### The description"), () -> dump(description));
        assertEquals(hex(bytes), bytesOf("### The object"), () -> dump(bytes));
    }

    private String bytesOf(String title) {
        int begin = page.text().indexOf(title);
        assertTrue(begin > 0, title);
        begin = page.text().indexOf("```\n", begin) + 4;
        StringBuilder bytes = new StringBuilder();
        for (String line : page.text().substring(begin, page.text().indexOf("```", begin)).lines().toList()) {
            bytes.append(line.replaceAll("  .*", "").replace(" ", ""));
        }
        return bytes.toString();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String dump(byte[] bytes) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
}
