// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import dev.ashlar.ingest.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// How many datagrams Linux has dropped at a socket: the column `drops` of `/proc/net/udp` and `/proc/net/udp6`, in the
/// row of the socket's inode. That is found by the local address among the inodes of the open files of this process.
///
/// **Threading**: any thread. Allocates: once a second is often enough. **Failure**: where the system has no such
/// files, or the row has gone, the last known count remains; without one, the count is unknown.
public final class KernelDrops {
    private static final Path PROC = Path.of("/proc");
    private static final int LOCAL_ADDRESS = 1;
    private static final int INODE = 9;
    private static final int DROPS = 12;

    private final Path table;
    private String inode;
    private OptionalLong last = OptionalLong.empty();

    private KernelDrops(Path table, String inode) {
        this.table = table;
        this.inode = inode;
    }

    /// The drops of the socket of this process that is bound to this address.
    static KernelDrops of(Line local) {
        return of(local, PROC);
    }

    /// @param proc the folder that is elsewhere in tests
    static KernelDrops of(Line local, Path proc) {
        Path table = proc.resolve(local.ipv6() ? "net/udp6" : "net/udp");
        Set<String> own = inodes(proc);
        String address = address(local);
        String inode = rows(table).stream().filter(row -> row[LOCAL_ADDRESS].equals(address))
                .filter(row -> own.contains(row[INODE])).map(row -> row[INODE]).findFirst().orElse("");
        return new KernelDrops(table, inode);
    }

    /// The address as the tables write it: words of 32 bits in the order of the machine, in hexadecimal digits.
    static String address(Line line) {
        StringBuilder text = new StringBuilder();
        if (line.ipv6()) {
            word(text, (int) (line.high() >>> Integer.SIZE));
            word(text, (int) line.high());
            word(text, (int) (line.low() >>> Integer.SIZE));
        }
        word(text, (int) line.low());
        return text.append(':').append("%04X".formatted(line.port())).toString();
    }

    private static void word(StringBuilder text, int networkOrder) {
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        text.append("%08X".formatted(little ? Integer.reverseBytes(networkOrder) : networkOrder));
    }

    private static Set<String> inodes(Path proc) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(proc.resolve("self/fd"))) {
            for (Path file : files.toList()) {
                inodes.add(inode(file));
            }
        } catch (IOException | UncheckedIOException _) {
            // No such system: the row is not found.
        }
        return inodes;
    }

    private static String inode(Path file) {
        try {
            String target = Files.readSymbolicLink(file).toString();
            return target.startsWith("socket:[") ? target.substring(8, target.length() - 1) : "";
        } catch (IOException _) {
            // Closed meanwhile.
            return "";
        }
    }

    private static List<String[]> rows(Path table) {
        try {
            return Files.readAllLines(table, StandardCharsets.US_ASCII).stream().skip(1)
                    .map(line -> line.strip().toUpperCase(Locale.ROOT).split("\\s+"))
                    .filter(row -> row.length > DROPS && row[DROPS].matches("\\d{1,18}")).toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    /// Datagrams dropped since the socket was opened.
    synchronized OptionalLong count() {
        if (!inode.isEmpty()) {
            rows(table).stream().filter(row -> row[INODE].equals(inode)).findFirst()
                    .ifPresent(row -> last = OptionalLong.of(Long.parseLong(row[DROPS])));
        }
        return last;
    }

    /// Keeps the count of now: the socket is about to be closed, and another may get its inode.
    synchronized void freeze() {
        count();
        inode = "";
    }

    /// Datagrams that all UDP sockets of this machine, or of this network namespace, have dropped since it started
    /// because their receive buffers were full.
    public static OptionalLong ofMachine() {
        return ofMachine(PROC);
    }

    /// The lines `Udp:` of `/proc/net/snmp`: names, then values.
    static OptionalLong ofMachine(Path proc) {
        try {
            List<String[]> udp = Files.readAllLines(proc.resolve("net/snmp"), StandardCharsets.US_ASCII).stream()
                    .filter(line -> line.startsWith("Udp: ")).map(line -> line.strip().split("\\s+")).toList();
            if (udp.size() == 2) {
                int at = List.of(udp.getFirst()).indexOf("RcvbufErrors");
                if (at > 0 && at < udp.getLast().length && udp.getLast()[at].matches("\\d{1,18}")) {
                    return OptionalLong.of(Long.parseLong(udp.getLast()[at]));
                }
            }
        } catch (IOException _) {
            // No such system.
        }
        return OptionalLong.empty();
    }
}
