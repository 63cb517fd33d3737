// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.random.RandomMessage;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Messages that all languages are asked about.
final class Cases {
    private static final int MAX_LENGTH = 1 << 16;
    private static final int EDGES = 150;

    private Cases() {
    }

    /// A message, or what claims to be one.
    ///
    /// @param isOwn whether it was written by the reader's schema and not changed, so that a copy has the same bytes
    record Case(byte[] bytes, boolean isOwn) {
    }

    /// Messages of the schemas, the first of which is the reader's, each followed by changed copies.
    static List<Case> messages(List<Schema> schemas, SplittableRandom random, int count, int changes) {
        List<Case> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Schema writer = schemas.get(random.nextInt(schemas.size()));
            Message message = writer.messages().get(random.nextInt(writer.messages().size()));
            RandomMessage values = random.nextBoolean() ? RandomMessage.unruly(message, random)
                    : RandomMessage.of(message, random);
            byte[] bytes = new byte[MAX_LENGTH];
            long length = new OtfEncoder(writer, Checks.LENIENT).encode(message.name(), values.values(),
                    MemorySegment.ofArray(bytes), 0);
            bytes = Arrays.copyOf(bytes, (int) length);
            messages.add(new Case(bytes, writer == schemas.getFirst()));
            for (int j = 0; j < changes; j++) {
                messages.add(new Case(changed(bytes, writer.header().encodedLength(), random), false));
            }
        }
        return messages;
    }

    /// Messages of `edges.xml`: every power of two, whose shortest digits are not always the nearest ones, text that is
    /// none, every byte in windows-1252, a message of a writer without the newer field, and some of all.
    static List<Case> edges(Schema schema, SplittableRandom random) {
        List<Case> messages = messages(List.of(schema), random, EDGES, 3);
        for (int first = 1; first < 0x100; first += 3) {
            byte[] western = {(byte) first, (byte) (first + 1), (byte) (first + 2)};
            byte[] bytes = new byte[MAX_LENGTH];
            int length = (int) new OtfEncoder(schema, Checks.LENIENT).encode("Clashes", Map.of("X2", western, "note", western),
                    MemorySegment.ofArray(bytes), 0);
            messages.add(new Case(Arrays.copyOf(bytes, length), true));
        }
        for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
            messages.add(edge(70_002, Math.scalb(1.0, exponent), Math.scalb(1.0F, exponent), "A"));
        }
        messages.add(edge(70_002, 0.5, 0.5F, "A\ufffe"));
        messages.add(edge(70_002, 0.5, 0.5F, "\uffff\ufffd\ufeff"));
        messages.add(edge(0, 0.5, 0.5F, "A"));
        return messages;
    }

    private static Case edge(int version, double ratio, float rate, String note) {
        byte[] text = note.getBytes(StandardCharsets.UTF_16LE);
        int blockLength = version == 0 ? 13 : 14;
        ByteBuffer out = ByteBuffer.allocate(16 + blockLength + 2 + text.length).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(blockLength).putInt(70_000).putInt(70_001).putInt(version)
                .putDouble(ratio).putFloat(rate).put((byte) 1);
        if (version > 0) {
            out.put((byte) 1);
        }
        return new Case(out.putShort((short) text.length).put(text).array(), version > 0);
    }

    /// A copy that differs in some bytes or in its length.
    private static byte[] changed(byte[] bytes, int headerLength, SplittableRandom random) {
        byte[] changed;
        do {
            changed = perhapsChanged(bytes, headerLength, random);
        } while (Arrays.equals(changed, bytes));
        return changed;
    }

    private static byte[] perhapsChanged(byte[] bytes, int headerLength, SplittableRandom random) {
        byte[] changed = Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : bytes.length);
        for (int i = 0, n = random.nextInt(4); i < n && changed.length > 0; i++) {
            int first = random.nextInt(3) == 0 ? 0 : Math.min(headerLength, changed.length - 1);
            int at = random.nextInt(first, changed.length);
            int end = Math.min(changed.length, at + (1 << random.nextInt(4)));
            switch (random.nextInt(5)) {
                case 0 -> Arrays.fill(changed, at, end, (byte) 0xff);
                case 1 -> Arrays.fill(changed, at, end, (byte) 0);
                case 2 -> changed[at] = (byte) 0x80;
                case 3 -> changed[at]++;
                default -> changed[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return changed;
    }

    /// The name of the block, group or data that broke a rule.
    static String element(ValidationResult result) {
        String path = result.path();
        return path.substring(path.lastIndexOf('/') + 1).replaceAll("\\[\\d+]", "");
    }
}
