// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.NoSpaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as Linux has them, in a folder.
class AvailableMemoryTest {
    private static final String NO_LIMIT = "9223372036854771712\n";
    private static final long MIB = 1 << 20;

    @TempDir
    Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private long mib() {
        return AvailableMemory.bytes(root) / MIB;
    }

    @Test
    void shouldBeThatOfTheMachineWithoutLimits() throws IOException {
        assertEquals(Long.MAX_VALUE, AvailableMemory.bytes(root));
        write("proc/meminfo", "MemTotal:       16384000 kB\nMemAvailable:    8388608 kB\n");
        assertEquals(8192, mib());
        write("proc/self/cgroup", "9:memory:/a\n4:cpu,cpuacct:/a\n0::/a\n");
        assertEquals(8192, mib());
        write("sys/fs/cgroup/a/memory.max", "max\n");
        write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", NO_LIMIT);
        write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "1073741824\n");
        assertEquals(8192, mib());
    }

    @Test
    void shouldBeWithinTheTightestOfNestedGroups() throws IOException {
        write("proc/meminfo", "MemAvailable:    8388608 kB\n");
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/fs/cgroup/outer/memory.max", "1073741824\n");
        write("sys/fs/cgroup/outer/memory.current", "536870912\n");
        write("sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 134217728\nactive_file 67108864\n");
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        assertEquals(512 + 128 + 64, mib());
        write("sys/fs/cgroup/outer/inner/memory.max", "671088640\n");
        write("sys/fs/cgroup/outer/inner/memory.current", "570425344\n");
        assertEquals(96, mib());
        write("sys/fs/cgroup/outer/inner/memory.current", "700000000\n");
        assertEquals(0, AvailableMemory.bytes(root));
        write("proc/meminfo", "MemAvailable:    0 kB\n");
        write("sys/fs/cgroup/outer/inner/memory.current", "0\n");
        assertEquals(0, AvailableMemory.bytes(root));
    }

    @Test
    void shouldFollowTheFirstVersion() throws IOException {
        write("proc/self/cgroup", "9:memory:/a/b\n4:cpu,cpuacct:/c\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT);
        write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4294967296\n");
        write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3221225472\n");
        write("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 1073741824\n");
        write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", NO_LIMIT);
        write("sys/fs/cgroup/memory/c/memory.limit_in_bytes", "1\n");
        assertEquals(2048, mib());
    }

    /// A container may be told the name of its group on the host, and sees the group as the outermost.
    @Test
    void shouldFindTheGroupOfAContainer() throws IOException {
        write("proc/self/cgroup", "0::/docker/1a\n");
        write("sys/fs/cgroup/memory.max", "536870912\n");
        write("sys/fs/cgroup/memory.current", "268435456\n");
        assertEquals(256, mib());
        write("proc/self/cgroup", "0::/\n");
        assertEquals(256, mib());
    }

    /// Clearing takes the memory, too, even where nobody has asked to reserve it.
    @Test
    void shouldBeAskedForBeforeMemoryIsTaken() throws NoSpaceException {
        Os os = new Os() {
            @Override
            public long availableBytes() {
                return 4096;
            }
        };
        for (boolean reserve : new boolean[] {true, false}) {
            AnonymousExtents extents = new AnonymousExtents(os, reserve, false);
            extents.create(4096).close();
            NoSpaceException refused = assertThrows(NoSpaceException.class, () -> extents.create(8192));
            assertTrue(refused.getMessage().contains("availableBytes=4096"), refused.getMessage());
        }
    }
}
