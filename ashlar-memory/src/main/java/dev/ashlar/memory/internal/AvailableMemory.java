// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How much memory Linux can still give to this process: what the machine has available, within the limits of the
/// process's control groups, version 1 or 2. Linux kills processes in a container or service that exceeds its limit.
///
/// The limits of a group apply to all groups in it. File pages count as free, as in `MemAvailable`: Linux drops them
/// before it kills. The groups are expected at the usual mount points. `ashlar-measure` reads groups with a class of
/// its own, because it may require no other module.
final class AvailableMemory {
    private static final long UNBOUNDED = Long.MAX_VALUE;
    /// At most 18 digits: version 1 reports "no limit" as a number of 19 or more, and version 2 as `max`.
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,18})(?: kB)?");

    /// Bytes; without bound where the system does not tell.
    ///
    /// @param root folder of `proc` and `sys`
    static long bytes(Path root) {
        long machineKb = number(root.resolve("proc/meminfo"), "MemAvailable:", -1);
        long bytes = machineKb < 0 ? UNBOUNDED : machineKb << 10;
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            // Number of the hierarchy, its controllers, and the group; version 2 does not list controllers.
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && fields[1].isEmpty()) {
                bytes = Math.min(bytes, left(root.resolve("sys/fs/cgroup"), fields[2], "memory.max", "memory.current",
                        ""));
            } else if (fields.length == 3 && List.of(fields[1].split(",")).contains("memory")) {
                bytes = Math.min(bytes, left(root.resolve("sys/fs/cgroup/memory"), fields[2], "memory.limit_in_bytes",
                        "memory.usage_in_bytes", "total_"));
            }
        }
        return bytes;
    }

    /// What a group and those around it leave. A container may see its own group as the outermost, but with its name on
    /// the host: folders that are missing have no limit.
    private static long left(Path outermost, String name, String limitFile, String usageFile, String prefix) {
        long left = UNBOUNDED;
        try {
            Path group = outermost.resolve(name.substring(1)).normalize();
            for (; group.startsWith(outermost); group = group.getParent()) {
                long limit = number(group.resolve(limitFile), "", UNBOUNDED);
                if (limit != UNBOUNDED) {
                    Path statistics = group.resolve("memory.stat");
                    long free = limit - number(group.resolve(usageFile), "", 0)
                            + number(statistics, prefix + "inactive_file ", 0)
                            + number(statistics, prefix + "active_file ", 0);
                    left = Math.min(left, Math.max(0, free));
                }
            }
        } catch (InvalidPathException e) {
            // A name that this locale cannot express.
        }
        return left;
    }

    /// The number after a name, in the first line that begins with it.
    private static long number(Path file, String name, long otherwise) {
        for (String line : lines(file)) {
            if (line.startsWith(name)) {
                Matcher number = NUMBER.matcher(line.substring(name.length()).strip());
                return number.matches() ? Long.parseLong(number.group(1)) : otherwise;
            }
        }
        return otherwise;
    }

    private static List<String> lines(Path file) {
        try {
            // Names of groups are bytes in any charset.
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Not Linux, or it may not be read, or it has just gone.
            return List.of();
        }
    }
}
