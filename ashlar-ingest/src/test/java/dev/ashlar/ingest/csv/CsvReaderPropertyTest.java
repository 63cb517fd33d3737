// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Records come out as they went in, wherever blocks end.
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
            List<List<String>> found = new ArrayList<>();
            CsvBlock[] blocks = new CsvBlock[random.nextInt(1, 3)];
            int blockBytes = random.nextInt(1, 2_000);
            Arrays.setAll(blocks, _ -> new CsvBlock(new CsvReader(','), new byte[0], blockBytes));
            InputStream in = new Dribble(bytes);
            CsvBlock last = blocks[0];
            for (int i = 0; blocks[i % blocks.length].fill(in, last); i++) {
                last = blocks[i % blocks.length];
                CsvReader reader = last.reader();
                while (reader.next()) {
                    List<String> record = new ArrayList<>();
                    for (int j = 0; j < reader.count(); j++) {
                        record.add(reader.isQuoted(j) + new String(last.bytes(), reader.start(j),
                                reader.end(j) - reader.start(j), StandardCharsets.UTF_8));
                    }
                    found.add(record);
                }
                assertEquals("", reader.problem());
            }
            assertEquals(records, found);
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
