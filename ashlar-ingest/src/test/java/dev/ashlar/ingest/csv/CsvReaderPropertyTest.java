// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Records come out as they went in.
class CsvReaderPropertyTest {
    private static final long SEED = Seed.of("CsvReaderPropertyTest");

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void shouldSplitRecordsAsTheyWereWritten() throws IOException {
        for (int round = 0; round < 50; round++) {
            List<List<String>> records = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int columns = random.nextInt(1, 100);
            for (int i = 0; i < random.nextInt(1, 400); i++) {
                List<String> record = new ArrayList<>();
                for (int j = 0; j < columns; j++) {
                    String value = value();
                    boolean quote = value.chars().anyMatch(c -> "\",\r\n".indexOf(c) >= 0) || random.nextInt(4) == 0;
                    text.append(j == 0 ? "" : ",").append(quote ? '"' + value.replace("\"", "\"\"") + '"' : value);
                    record.add(quote + value);
                }
                records.add(record);
                text.append(random.nextBoolean() ? "\n" : "\r\n");
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            CsvReader reader = new CsvReader(new Dribble(bytes), "file", ',');
            for (List<String> record : records) {
                assertTrue(reader.next());
                List<String> found = new ArrayList<>();
                for (int j = 0; j < reader.count(); j++) {
                    int length = reader.end(j) - reader.start(j);
                    found.add(reader.isQuoted(j) + new String(reader.buffer(), reader.start(j), length,
                            StandardCharsets.UTF_8));
                }
                assertEquals(record, found);
            }
            assertFalse(reader.next());
        }
    }

    private String value() {
        return random.ints(random.nextInt(8), 0, 12).collect(StringBuilder::new,
                (all, i) -> all.append("ab1\",\r\n\u20ac\u00e9 .-".charAt(i)), StringBuilder::append).toString();
    }

    /// Gives a few bytes at a time, so that values are cut everywhere.
    private final class Dribble extends ByteArrayInputStream {
        Dribble(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] to, int offset, int length) {
            return super.read(to, offset, Math.min(length, random.nextInt(1, 50)));
        }
    }
}
