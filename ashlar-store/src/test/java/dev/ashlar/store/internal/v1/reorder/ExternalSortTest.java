// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalSortTest {
    private record Entry(byte[] key, byte[] content) { }

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ExternalSortTest");

    @Test
    void shouldSortWhatFitsAndWhatDoesNot() throws IOException {
        for (int keyLength : new int[] {1, 3, 8, 9, 16, 30}) {
            assertEquals(0, check(keyLength, 300));
            assertTrue(check(keyLength, 9_000) > 1);
        }
    }

    /// With 1 MiB eight runs are merged at once; this many take three passes.
    @Test
    void shouldMergeManyRunsInSeveralPasses() throws IOException {
        assertTrue(check(5, 30_000, 2_500) > 64);
    }

    @Test
    void shouldNameARunThatIsDamagedOrCut() throws IOException {
        for (boolean cut : new boolean[] {true, false}) {
            try (ExternalSort sort = new ExternalSort(8, 1 << 20, temp)) {
                while (sort.runs() < 3) {
                    MemorySegment.copy(new byte[1_000], 0, sort.memory(), ValueLayout.JAVA_BYTE, sort.claim(992),
                            1_000);
                    sort.commit();
                }
                try (FileChannel file = FileChannel.open(temp.resolve("run1"), StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
                    if (cut) {
                        file.truncate(file.size() - random.nextInt(1, 100_000));
                    } else {
                        long at = random.nextLong(file.size());
                        ByteBuffer changed = ByteBuffer.allocate(1);
                        file.read(changed, at);
                        file.write(changed.put(0, (byte) (changed.get(0) ^ 1 << random.nextInt(8))).flip(), at);
                    }
                }
                IOException damaged = assertThrows(IOException.class, () -> sort.drain((_, _, _) -> { }));
                assertTrue(damaged.getMessage().contains("run1"), damaged.getMessage());
            }
        }
    }

    private int check(int keyLength, int count) throws IOException {
        return check(keyLength, count, 200);
    }

    /// @return how many parts it took
    private int check(int keyLength, int count, int mostContent) throws IOException {
        List<Entry> entries = new ArrayList<>();
        int files;
        List<Entry> sorted = new ArrayList<>();
        try (ExternalSort sort = new ExternalSort(keyLength, 1 << 20, temp)) {
            for (int i = 0; i < count; i++) {
                byte[] key = new byte[keyLength];
                // Few different bytes, so that many keys are equal, or are so in the first eight.
                for (int j = 0; j < keyLength; j++) {
                    key[j] = (byte) (random.nextInt(8) == 0 ? random.nextInt() : 7);
                }
                byte[] content = new byte[random.nextInt(200) == 0 ? random.nextInt(70_000)
                        : random.nextInt(mostContent)];
                Arrays.fill(content, (byte) i);
                entries.add(new Entry(key, content));
                long at = sort.claim(content.length);
                MemorySegment.copy(key, 0, sort.memory(), ValueLayout.JAVA_BYTE, at, keyLength);
                MemorySegment.copy(content, 0, sort.memory(), ValueLayout.JAVA_BYTE, at + keyLength, content.length);
                sort.commit();
            }
            sort.drain((memory, offset, length) -> sorted.add(new Entry(
                    memory.asSlice(offset - keyLength, keyLength).toArray(ValueLayout.JAVA_BYTE),
                    memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))));
            files = sort.runs();
        }
        // This sort keeps the order of what is equal, too.
        entries.sort((one, other) -> Arrays.compareUnsigned(one.key, other.key));
        assertEquals(text(entries), text(sorted));
        assertEquals(List.of(), TestFiles.names(temp));
        return files;
    }

    private static List<String> text(List<Entry> entries) {
        return entries.stream().map(entry -> Arrays.toString(entry.key) + entry.content.length + ":"
                + Arrays.hashCode(entry.content)).toList();
    }

    @Test
    void shouldRefuseWhatIsTooLong() throws IOException {
        try (ExternalSort sort = new ExternalSort(8, 1 << 20, temp)) {
            assertThrows(IllegalArgumentException.class, () -> sort.claim(1 << 20));
        }
    }
}
