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

/// The facts about a machine from which an experiment chooses its sizes.
///
/// @param memoryBytes  memory that is available without swapping, within the limits of a container
/// @param diskBytes    free space for temporary files; at most the available memory, if they are in memory
/// @param fileSystem   file system of temporary files, such as `ext4`
/// @param collectors   collectors of this JDK, by the name in their flag, such as `G1`
public record Machine(int cores, long memoryBytes, long cacheBytes, long diskBytes, Path folder,
        String fileSystem, List<String> collectors) {
    /// The value if the system does not report it.
    private static final long USUAL_CACHE_BYTES = 32L << 20;

    public Machine {
        collectors = List.copyOf(collectors);
    }

    /// @throws IOException if the folder of temporary files cannot be examined
    public static Machine here() throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        FileStore store = Files.getFileStore(folder);
        long memoryBytes = availableBytes();
        long free = store.getUsableSpace();
        return new Machine(Runtime.getRuntime().availableProcessors(), memoryBytes, lastCacheBytes(),
                isInMemory(store.type()) ? Math.min(free, memoryBytes) : free, folder, store.type(), Collectors.here());
    }

    /// Only the cores and the folder of temporary files, at no cost; for plans with given sizes.
    public static Machine basics() {
        return new Machine(Runtime.getRuntime().availableProcessors(), 0, 0, 0,
                Path.of(System.getProperty("java.io.tmpdir")), "", List.of());
    }

    /// Whether temporary files are in memory, so that a sync does nothing.
    public boolean isFolderInMemory() {
        return isInMemory(fileSystem);
    }

    private static boolean isInMemory(String fileSystem) {
        return fileSystem.equals("tmpfs") || fileSystem.equals("ramfs");
    }

    /// Memory that is available without swapping, within the limits of a container.
    public static long availableBytes() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Math.min(Cgroup.here().memoryLeft().orElse(system.getTotalMemorySize()),
                Proc.line("/proc/meminfo", "MemAvailable:").map(Proc::bytes).orElse(system.getFreeMemorySize()));
    }

    /// Bytes of the last-level cache, or a usual value if the system does not report it.
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

    /// The garbage collectors of the current JDK: distributions differ, so each is tried.
    public static final class Collectors {
        private static final List<String> KNOWN = List.of("Serial", "Parallel", "G1", "Z", "Shenandoah");

        private Collectors() {
        }

        /// The collector of this JVM, by the name in its flag; empty if it is not a known one.
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
