// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files as Linux has them, in a folder.
class CgroupTest {
    private static final String SECOND = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final String FIRST = """
            31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
            32 31 0:29 %1$s /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
            35 31 0:32 %1$s /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            """;
    private static final String NO_LIMIT = "9223372036854771712\n";

    @TempDir
    private Path root;

    private Cgroup cgroup;

    @BeforeEach
    void make() {
        cgroup = new Cgroup(root);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldTakeTheTightestOfNestedGroups() throws IOException {
        write("proc/self/mountinfo", SECOND);
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpuset cpu memory\n");
        write("sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
        write("sys/fs/cgroup/outer/memory.max", "1073741824\n");
        write("sys/fs/cgroup/outer/memory.current", "536870912\n");
        write("sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 134217728\n");
        write("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        assertEquals("cpu 1.50 cores, memory 1,024 MiB", cgroup.text());
        assertEquals(Optional.of(640L << 20), cgroup.memoryLeft());
        write("sys/fs/cgroup/outer/inner/memory.max", "671088640\n");
        write("sys/fs/cgroup/outer/inner/memory.current", "570425344\n");
        assertEquals("cpu 1.50 cores, memory 640 MiB", cgroup.text());
        assertEquals(Optional.of(96L << 20), cgroup.memoryLeft());
    }

    @Test
    void shouldFollowTheFirstVersion() throws IOException {
        write("proc/self/mountinfo", FIRST.formatted("/"));
        write("proc/self/cgroup", "9:memory:/a/b\n4:cpu,cpuacct:/a\n0::/\n");
        write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "50000\n");
        write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT);
        write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4294967296\n");
        write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3221225472\n");
        write("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 1073741824\n");
        write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", NO_LIMIT);
        assertEquals("cpu 0.50 cores, memory 4,096 MiB", cgroup.text());
        assertEquals(Optional.of(2L << 30), cgroup.memoryLeft());
    }

    /// A container is told the name of its group outside, and sees it as the outermost.
    @Test
    void shouldFindTheGroupOfAContainer() throws IOException {
        write("proc/self/mountinfo", FIRST.formatted("/docker/1a"));
        write("proc/self/cgroup", "9:memory:/docker/1a\n4:cpu,cpuacct:/docker/1a\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "136870912\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assertEquals("cpu without bound, memory 512 MiB", cgroup.text());
        assertEquals(Optional.of(400_000_000L), cgroup.memoryLeft());
    }

    @Test
    void shouldNotTakeWhatIsUnknownForUnbounded() throws IOException {
        assertEquals("cpu unknown, memory unknown", cgroup.text());
        assertEquals(Optional.empty(), cgroup.memoryLeft());
        write("proc/self/mountinfo", SECOND);
        write("proc/self/cgroup", "0::/inner\n");
        assertEquals("cpu unknown, memory unknown", cgroup.text());
        write("sys/fs/cgroup/cgroup.controllers", "cpu pids\n");
        assertEquals("cpu without bound, memory unknown", cgroup.text());
        write("sys/fs/cgroup/inner/memory.max", "max\n");
        assertEquals("cpu without bound, memory without bound", cgroup.text());
        assertEquals(Optional.empty(), cgroup.memoryLeft());
    }
}
