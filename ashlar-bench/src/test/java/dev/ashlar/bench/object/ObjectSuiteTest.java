// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.object.Item;
import dev.ashlar.lab.object.ItemCodec;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectSuiteTest {
    private static final int OBJECTS = 1_000;

    /// A measurement compares what was read with what was written.
    @Test
    void shouldReadWhatWasWritten() throws Exception {
        Map<Kind, List<ObjectResult>> results = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            ObjectResult result = new ObjectProcess(kind.codec(), OBJECTS).measure();
            assertEquals(ObjectProcess.ROUNDS, result.readNs().size());
            assertTrue(result.length() > 10 * Double.BYTES + 10, result::toString);
            assertEquals(result, ObjectResult.parse(result.line()));
            results.put(kind, List.of(result));
        }
        List<Finding> findings = new ObjectReport(results, 1).findings();
        assertEquals(8, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
    }

    @Test
    void shouldNoticeWhatIsReadWrong() {
        ItemCodec right = Kind.BUFFER.codec();
        ItemCodec wrong = new ItemCodec() {
            @Override
            public void write(Item item) throws Exception {
                right.write(item);
            }

            @Override
            public Item read() throws Exception {
                Item item = right.read();
                item.prices[3] += 1;
                return item;
            }

            @Override
            public long length() {
                return right.length();
            }
        };
        assertThrows(IOException.class, () -> new ObjectProcess(wrong, OBJECTS).measure());
    }

    @Test
    void shouldSayWhatIsPromisedAndWhetherItIsKept() throws IOException {
        Map<Kind, List<ObjectResult>> results = new EnumMap<>(Kind.class);
        results.put(Kind.ASHLAR, List.of(new ObjectResult(List.of(5.0), List.of(5.0), 201, 0.01)));
        results.put(Kind.KRYO, List.of(new ObjectResult(List.of(10.0), List.of(11.0), 180, 240)));
        results.put(Kind.BUFFER, List.of(new ObjectResult(List.of(9.0), List.of(9.0), 189, 240)));
        String text = new ObjectReport(results, 1).text();
        assertTrue(text.contains("2.10 [2.10..2.10]× |   ≥ 2× | yes |"), text);
        assertTrue(text.contains("1.80 [1.80..1.80]× | ≥ 4.5× |  no |"), text);
        List<Finding> findings = new ObjectReport(results, 1).findings();
        assertEquals(List.of("no", "yes"), findings.stream().map(Finding::verdict).toList(), findings::toString);
        assertThrows(IOException.class, () -> ObjectResult.parse("1|2"));
    }
}
