// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What an experiment has to know of a machine before it chooses its sizes.
///
/// @param cores        that this process may use
/// @param memoryBytes  that can be had now without swapping, within the bounds of a container
/// @param cacheBytes   of the last level
/// @param diskBytes    free where temporary files are; no more than there is memory, if they are in memory
/// @param folder       where temporary files are
/// @param fileSystem   of that folder, such as `ext4`
/// @param collectors   of this JDK, by the name in their flag, such as `G1`
public record Machine(int cores, long memoryBytes, long cacheBytes, long diskBytes, Path folder,
        String fileSystem, List<String> collectors) {
    /// Where the system does not tell.
    private static final long USUAL_CACHE_BYTES = 32L << 20;

    public Machine {
        collectors = List.copyOf(collectors);
    }

    /// The one at hand.
    ///
    /// @throws IOException if the folder of temporary files cannot be looked at
    public static Machine here() throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        FileStore store = Files.getFileStore(folder);
        long memoryBytes = availableBytes();
        long free = store.getUsableSpace();
        return new Machine(Runtime.getRuntime().availableProcessors(), memoryBytes, lastCacheBytes(),
                isInMemory(store.type()) ? Math.min(free, memoryBytes) : free, folder, store.type(), Collectors.here());
    }

    /// The cores and the folder of temporary files alone, at no cost; for plans whose sizes are given.
    public static Machine basics() {
        return new Machine(Runtime.getRuntime().availableProcessors(), 0, 0, 0,
                Path.of(System.getProperty("java.io.tmpdir")), "", List.of());
    }

    /// Whether temporary files are in memory, where a sync has nothing to do.
    public boolean isFolderInMemory() {
        return isInMemory(fileSystem);
    }

    private static boolean isInMemory(String fileSystem) {
        return fileSystem.equals("tmpfs") || fileSystem.equals("ramfs");
    }

    /// Memory that can be had now without swapping, within what is left below the bounds of a container.
    public static long availableBytes() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Math.min(Cgroup.here().memoryLeft().orElse(system.getTotalMemorySize()),
                Proc.line("/proc/meminfo", "MemAvailable:").map(Proc::bytes).orElse(system.getFreeMemorySize()));
    }

    /// Of the last level of caches, or what is usual where the system does not tell.
    public static long lastCacheBytes() {
        for (int level = 3; level >= 2; level--) {
            var size = Proc.text("/sys/devices/system/cpu/cpu0/cache/index" + level + "/size");
            if (size.isPresent()) {
                return Proc.bytes(size.get());
            }
        }
        return USUAL_CACHE_BYTES;
    }

    /// The largest of `wanted`, `wanted / 2`, `wanted / 4`… of which `times` fit into three quarters of the memory.
    ///
    /// @param least below which it does not go
    public long fitting(long wanted, double times, long least) {
        long size = wanted;
        while (size > least && size * times > memoryBytes * 0.75) {
            size /= 2;
        }
        return size;
    }

    /// The same for the disk.
    public long fittingDisk(long wanted, double times, long least) {
        long size = wanted;
        while (size > least && size * times > diskBytes * 0.5) {
            size /= 2;
        }
        return size;
    }
}
