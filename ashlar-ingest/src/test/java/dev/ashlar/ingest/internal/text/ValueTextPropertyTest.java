// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.Utf8;
import dev.ashlar.testkit.Seed;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Scanners agree with the JDK.
class ValueTextPropertyTest {
    private static final long SEED = Seed.of("ValueTextPropertyTest");
    private static final int ROUNDS = 20_000;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void shouldReadNumbersAsTheJdkDoes() {
        NumberText number = new NumberText();
        for (int i = 0; i < ROUNDS; i++) {
            String text = switch (random.nextInt(8)) {
                case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
                case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                case 2 -> BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(20))
                        .toPlainString();
                case 3 -> Float.toString(Float.intBitsToFloat(random.nextInt()));
                case 4 -> otherLastDigit(Double.toString(random.nextDouble() * random.nextInt(1, 1_000_000)));
                case 5 -> BigDecimal.valueOf(random.nextLong(100_000_000), random.nextInt(23)).toPlainString();
                case 6 -> "0".repeat(random.nextInt(4)) + random.nextInt(1_000) + (random.nextBoolean() ? "" : ".0");
                default -> Double.toString(random.nextInt(1_000_000) / 1000.0);
            };
            // With enough bytes behind them, most are read eight bytes at a time.
            byte[] bytes = ("x" + text + "y".repeat(random.nextInt(1, 10))).getBytes(StandardCharsets.US_ASCII);
            boolean found = number.parse(bytes, 1, 1 + text.length());
            assertEquals(!text.contains("N") && !text.contains("I"), found, text);
            if (found) {
                assertEquals(Double.parseDouble(text), number.toDouble(), text);
                assertEquals(!text.matches("-?0\\d.*"), number.canonical, text);
                BigDecimal digits = new BigDecimal(Long.toUnsignedString(number.magnitude))
                        .scaleByPowerOfTen(number.exponent - number.scale);
                if (!number.overflow) {
                    assertEquals(0, new BigDecimal(text).compareTo(number.negative ? digits.negate() : digits), text);
                }
                assertEquals(Float.parseFloat(text), number.toFloat(), text);
                double real = Double.parseDouble(text);
                assertEquals(isExact(text, real, Double.toString(real)), number.isExact(real), text);
                float narrow = Float.parseFloat(text);
                assertEquals(isExact(text, narrow, Float.toString(narrow)), number.isExact(narrow), text);
            }
        }
        for (String wrong : List.of("", "-", "+", ".", "5.", "1e", "1e+", "1 ", " 1", "0x1", "1_0", "--1", "1.2.3", "1e99999")) {
            assertFalse(number.parse(wrong.getBytes(StandardCharsets.US_ASCII), 0, wrong.length()), wrong);
        }
        assertTrue(number.parse("18446744073709551616".getBytes(StandardCharsets.US_ASCII), 0, 20) && number.overflow);
        assertTrue(number.parse("18446744073709551615".getBytes(StandardCharsets.US_ASCII), 0, 20) && !number.overflow);
    }

    private String otherLastDigit(String number) {
        boolean last = number.indexOf('E') < 0;
        return last ? number.substring(0, number.length() - 1) + random.nextInt(10) : number;
    }

    /// @param shortest text of the value
    private static boolean isExact(String text, double value, String shortest) {
        BigDecimal number = new BigDecimal(text);
        boolean whole = text.chars().noneMatch(c -> c == '.' || c == 'E');
        return Double.isFinite(value) && (number.compareTo(new BigDecimal(value)) == 0
                || !whole && number.compareTo(new BigDecimal(shortest)) == 0);
    }

    @Test
    void shouldReadTimesAsTheJdkDoes() {
        TimeText time = new TimeText();
        for (int i = 0; i < ROUNDS; i++) {
            long ns = i == 0 ? Long.MIN_VALUE + 1 : i == 1 ? Long.MAX_VALUE : random.nextLong();
            ZoneOffset zone = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-18 * 60, 18 * 60 + 1));
            Instant instant = Instant.ofEpochSecond(Math.floorDiv(ns, 1_000_000_000L),
                    Math.floorMod(ns, 1_000_000_000L));
            String text = random.nextBoolean() ? instant.atOffset(zone).toString()
                    : LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString().replace('T', ' ');
            assertTrue(time.parse(text.getBytes(StandardCharsets.US_ASCII), 0, text.length()), text);
            assertEquals(ns, time.epochNs, text);
        }
        for (String wrong : List.of("2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-01-01T", "2026-01-01 24:00",
                "2026-01-01 10:60", "2026-01-01 10", "2026-01-01 10:00:00.", "2026-01-01 10:00:00.1234567890", "20260101",
                "2026-01-01 10:00+", "2026-01-01 10:00+19:00", "2026-01-01 10:00Zx", "1677-09-21 00:12:43.145224192",
                "2262-04-11 23:47:16.854775808", "9999-12-31", "0000-01-01", "2026/01/01", "2026-1-01x")) {
            assertFalse(time.parse(wrong.getBytes(StandardCharsets.US_ASCII), 0, wrong.length()), wrong);
        }
    }

    @Test
    void shouldKnowUtf8AsTheJdkDoes() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = new byte[random.nextInt(1, 6)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                bytes = Character.toString(random.nextInt(0xd000, 0xe000)).getBytes(StandardCharsets.UTF_8);
                bytes[0] = (byte) (bytes[0] + (random.nextInt(8) == 0 ? 1 : 0));
            }
            boolean valid = true;
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            } catch (CharacterCodingException _) {
                valid = false;
            }
            int kind = Utf8.kind(bytes, 0, bytes.length);
            assertTrue(kind == Utf8.NUL || valid == (kind != Utf8.INVALID), () -> "kind=" + kind);
        }
    }
}
