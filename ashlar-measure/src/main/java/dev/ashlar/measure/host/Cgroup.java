// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The Linux control groups of this process, version 1 or 2. The limits of a group apply to all groups in it.
///
/// Both versions may be mounted at once, each with some of the controllers. Values that cannot be read are empty: then
/// it is not known whether there is a limit.
record Cgroup(Path root) {
    static final long UNBOUNDED = Long.MAX_VALUE;
    private static final String MEMORY = "memory";
    private static final String CPU = "cpu";
    private static final String UNKNOWN = "unknown";
    private static final String WITHOUT_BOUND = "without bound";
    private static final String NO_BOUND = "max";
    /// Version 1 reports "no limit" as the largest number of whole pages.
    private static final long LEAST_UNBOUNDED = 1L << 60;
    private static final int MOUNTED_GROUP = 3;
    private static final int MOUNT_POINT = 4;

    static Cgroup here() {
        return new Cgroup(Path.of("/"));
    }

    String text() {
        return "cpu " + cores().map(cores -> cores.isInfinite() ? WITHOUT_BOUND
                : String.format(Locale.ROOT, "%.2f cores", cores)).orElse(UNKNOWN) + ", memory "
                + memoryBytes().map(bytes -> bytes == UNBOUNDED ? WITHOUT_BOUND
                : String.format(Locale.ROOT, "%,d MiB", bytes >> 20)).orElse(UNKNOWN);
    }

    /// CPU time that may be used, in cores; infinite without a limit.
    Optional<Double> cores() {
        return groups(CPU).stream().map(Cgroup::cores).flatMap(Optional::stream).min(Double::compare)
                .or(() -> isOutermost(CPU) ? Optional.of(Double.POSITIVE_INFINITY) : Optional.empty());
    }

    private static Optional<Double> cores(Path group) {
        return text(group, "cpu.max")
                .or(() -> text(group, "cpu.cfs_quota_us").flatMap(quota -> text(group, "cpu.cfs_period_us")
                        .map(period -> quota + " " + period)))
                .map(text -> text.split(" "))
                .map(quota -> quota[0].equals(NO_BOUND) || quota[0].startsWith("-") ? Double.POSITIVE_INFINITY
                        : Double.parseDouble(quota[0]) / Double.parseDouble(quota[1]));
    }

    /// The least memory limit, or [#UNBOUNDED].
    Optional<Long> memoryBytes() {
        return groups(MEMORY).stream().map(Cgroup::memoryBytes).flatMap(Optional::stream).min(Long::compare)
                .or(() -> isOutermost(MEMORY) ? Optional.of(UNBOUNDED) : Optional.empty());
    }

    private static Optional<Long> memoryBytes(Path group) {
        return text(group, "memory.max").or(() -> text(group, "memory.limit_in_bytes"))
                .map(text -> text.equals(NO_BOUND) ? UNBOUNDED : Long.parseLong(text))
                .map(bytes -> bytes >= LEAST_UNBOUNDED ? UNBOUNDED : bytes);
    }

    /// Memory below the limits that is unused, or used only by inactive file pages; empty without a limit.
    Optional<Long> memoryLeft() {
        return groups(MEMORY).stream().map(Cgroup::memoryLeft).flatMap(Optional::stream).min(Long::compare);
    }

    private static Optional<Long> memoryLeft(Path group) {
        return memoryBytes(group).filter(bytes -> bytes != UNBOUNDED).map(bytes -> Math.max(0, bytes
                - text(group, "memory.current").or(() -> text(group, "memory.usage_in_bytes")).map(Long::parseLong).orElse(0L)
                + Proc.line(group.resolve("memory.stat").toString(), "total_inactive_file ")
                        .or(() -> Proc.line(group.resolve("memory.stat").toString(), "inactive_file "))
                        .map(Long::parseLong).orElse(0L)));
    }

    private static Optional<String> text(Path group, String file) {
        return Proc.text(group.resolve(file).toString());
    }

    /// Whether the root group of version 2 is visible and has this controller: the root has no limits and no files.
    private boolean isOutermost(String controller) {
        List<Path> groups = groups(controller);
        return !groups.isEmpty() && text(groups.getLast(), "cgroup.controllers")
                .map(text -> List.of(text.split(" ")).contains(controller)).orElse(false);
    }

    /// The folders of the groups, from that of this process up to the root.
    private List<Path> groups(String controller) {
        List<String> lines = Proc.text(root.resolve("proc/self/cgroup").toString()).map(text -> text.lines().toList())
                .orElse(List.of());
        Optional<String> first = lines.stream().map(line -> line.split(":", 3)).filter(fields -> fields.length == 3
                && Arrays.asList(fields[1].split(",")).contains(controller)).map(fields -> fields[2]).findFirst();
        Optional<String> second = lines.stream().filter(line -> line.startsWith("0::")).map(line -> line.substring(3))
                .findFirst();
        return first.map(group -> groups(group, "cgroup", controller))
                .orElseGet(() -> second.map(group -> groups(group, "cgroup2", "")).orElse(List.of()));
    }

    private List<Path> groups(String group, String type, String controller) {
        for (String line : Proc.text(root.resolve("proc/self/mountinfo").toString()).orElse("").lines().toList()) {
            String[] fields = line.split(" ");
            List<String> rest = Arrays.asList(fields).subList(Arrays.asList(fields).indexOf("-") + 1, fields.length);
            if (rest.size() == 3 && rest.getFirst().equals(type) && (controller.isEmpty()
                    || Arrays.asList(rest.getLast().split(",")).contains(controller))) {
                return folders(root.resolve(fields[MOUNT_POINT].substring(1)), within(group, fields[MOUNTED_GROUP]));
            }
        }
        return List.of();
    }

    /// A container may see its own group as the root, but with its name on the host.
    private static Path within(String group, String mounted) {
        Path path = Path.of(group);
        return path.startsWith(mounted) ? Path.of(mounted).relativize(path) : Path.of("");
    }

    private static List<Path> folders(Path outermost, Path inner) {
        return Stream.iterate(outermost.resolve(inner).normalize(), folder -> folder.startsWith(outermost),
                Path::getParent).filter(Files::isDirectory).toList();
    }
}
