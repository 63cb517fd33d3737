// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What an experiment has to know of a machine before it chooses its sizes.
///
/// @param memoryBytes  that can be had now without swapping, within the bounds of a container
/// @param diskBytes    free where temporary files are; no more than there is memory, if they are in memory
/// @param fileSystem   of that folder, such as `ext4`
/// @param collectors   of this JDK, by the name in their flag, such as `G1`
public record Machine(int cores, long memoryBytes, long cacheBytes, long diskBytes, Path folder,
        String fileSystem, List<String> collectors) {
    /// Where the system does not tell.
    private static final long USUAL_CACHE_BYTES = 32L << 20;

    public Machine {
        collectors = List.copyOf(collectors);
    }

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
        return Stream.of(3, 2).map(level -> Proc.text("/sys/devices/system/cpu/cpu0/cache/index" + level + "/size"))
                .flatMap(Optional::stream).findFirst().map(Proc::bytes).orElse(USUAL_CACHE_BYTES);
    }

    /// The largest of `wanted`, `wanted / 2`, `wanted / 4`… of which `times` fit into three quarters of the memory.
    public long fitting(long wanted, double times, long least) {
        return fitting(wanted, times, least, memoryBytes * 0.75);
    }

    /// The same for half of the disk.
    public long fittingDisk(long wanted, double times, long least) {
        return fitting(wanted, times, least, diskBytes * 0.5);
    }

    private static long fitting(long wanted, double times, long least, double most) {
        long size = wanted;
        while (size > least && size * times > most) {
            size /= 2;
        }
        return size;
    }

    /// Which garbage collectors the JDK at hand has: distributions differ, and it can only be tried.
    public static final class Collectors {
        private static final List<String> KNOWN = List.of("Serial", "Parallel", "G1", "Z", "Shenandoah");

        private Collectors() {
        }

        /// The one that this JVM has, by its name in a flag; empty if it is none of those known.
        public static Optional<String> current() {
            HotSpotDiagnosticMXBean flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return KNOWN.stream().filter(name -> isOn(flags, "Use" + name + "GC")).findFirst();
        }

        private static boolean isOn(HotSpotDiagnosticMXBean flags, String name) {
            try {
                return Boolean.parseBoolean(flags.getVMOption(name).getValue());
            } catch (IllegalArgumentException e) {
                // This JDK was built without it.
                return false;
            }
        }

        static List<String> here() throws IOException {
            List<String> there = new ArrayList<>();
            for (String name : KNOWN) {
                if (Proc.run(ChildJvm.java(), "-XX:+Use" + name + "GC", "-version").exit() == 0) {
                    there.add(name);
                }
            }
            return there;
        }
    }
}
