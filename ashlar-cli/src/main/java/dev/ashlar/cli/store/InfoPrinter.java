// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.cli.output.TextTable;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.StoreInfo.ContainerInfo;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints the contents of a store as a table or as JSON.
///
/// @param messages number of messages, by journal
public record InfoPrinter(PrintWriter out, Map<String, Long> messages) {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter NANOSECONDS = new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
    /// Shortened for tables; JSON has all digits.
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final DateTimeFormatter SECONDS = new DateTimeFormatterBuilder().appendInstant(0).toFormatter();
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    void text(Path folder, StoreInfo info) {
        line("store", folder + ", format " + info.formatVersion() + ", id " + info.id());
        line("created", SECONDS.format(info.created()));
        line("checkpoint", SECONDS.format(info.checkpoint()) + ", generation " + info.generation() + ", "
                + state(info));
        if (info.undurableBytes() > 0) {
            line("durable", "all but " + bytes(info.undurableBytes()) + ", as of " + MILLISECONDS.format(info.durable()));
        }
        line("size", (info.allocatedBytes() < 0 ? "" : bytes(info.allocatedBytes()) + " on the disk, ")
                + bytes(info.logicalBytes()) + (info.allocatedBytes() < 0 ? " with holes" : " including holes"));
        line("chunks", info.usedChunks() + " used" + (info.retiredChunks() > 0 ? " (" + info.retiredChunks()
                + " retired)" : "") + ", " + info.freeChunks() + " free"
                + (info.damagedChunks() > 0 ? ", " + info.damagedChunks() + " damaged" : "") + ", of "
                + bytes(info.chunkBytes()) + " each, in " + count(info.extents(), "extent"));
        line("open in", count(info.readers(), "other process") + (info.pinned() ? ""
                : "; this process cannot pin rows, because it cannot write there: rows retired meanwhile may be overwritten "
                + "while it reads them"));
        if (!info.containers().isEmpty()) {
            TextTable table = new TextTable("name", "kind", ">rows", ">from row", ">bytes", ">bytes/row", ">sealed",
                    ">open", ">schema", "version", "first time", "last time");
            info.containers().forEach(container -> table.row(row(container)));
            out.println();
            table.print(out, "");
        }
        if (!info.indexes().isEmpty()) {
            out.println();
            line("indexes", info.indexes().stream().map(index -> index.table() + " by " + index)
                    .collect(Collectors.joining("; ")));
        }
        for (ContainerInfo container : info.containers()) {
            if (!container.damage().isEmpty()) {
                out.println(container.name() + " cannot be read: " + container.damage());
            }
        }
    }

    private static String state(StoreInfo info) {
        return info.writerAlive() ? "open for writing" + (info.writerPid() > 0 ? " by process " + info.writerPid() : "")
                : info.clean() ? "closed" : info.recovered() ? "power was lost: shown as the next writer recovers it"
                : "not closed: the next writer recovers it";
    }

    private String[] row(ContainerInfo container) {
        boolean hasTime = container.sealedChunks() > 0 && (container.minTime() != 0 || container.maxTime() != 0);
        return new String[] {container.name(), container.kind(),
            String.format(Locale.ROOT, "%,d", rows(container)),
            isJournal(container) ? "" : Long.toString(container.first()),
            String.format(Locale.ROOT, "%,d", container.bytes()),
            container.bytesPerRow() == 0 ? "" : String.format(Locale.ROOT, "%.1f", container.bytesPerRow()),
            Integer.toString(container.sealedChunks()), Integer.toString(container.openChunks()),
            container.schemaId() < 0 ? "" : Integer.toString(container.schemaId()),
            container.schemaVersions().stream().map(Object::toString).collect(Collectors.joining(" ")),
            hasTime ? MILLISECONDS.format(instant(container.minTime())) : "",
            hasTime ? MILLISECONDS.format(instant(container.maxTime())) : ""};
    }

    private static boolean isJournal(ContainerInfo container) {
        return container.kind().equals("journal");
    }

    /// For a journal, its messages, because its positions count bytes.
    private long rows(ContainerInfo container) {
        return messages.getOrDefault(container.name(), container.end() - container.first());
    }

    private void line(String name, String text) {
        out.println(name + " ".repeat(12 - name.length()) + text);
    }

    private static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : what.endsWith("s") ? "es" : "s");
    }

    private static String time(long ns) {
        return NANOSECONDS.format(instant(ns));
    }

    private static Instant instant(long ns) {
        return Instant.ofEpochSecond(Long.divideUnsigned(ns, NS_PER_SECOND), Long.remainderUnsigned(ns, NS_PER_SECOND));
    }

    public static String bytes(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit + 1 < UNITS.length) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    void json(StoreInfo info) {
        out.println(new JsonObject(JsonEscapes.MINIMAL).put("formatVersion", info.formatVersion()).put("id", info.id())
                .put("created", info.created().toString()).put("logicalBytes", info.logicalBytes())
                .put("allocatedBytes", info.allocatedBytes() < 0 ? null : info.allocatedBytes())
                .put("chunkBytes", info.chunkBytes()).put("extents", info.extents())
                .put("freeChunks", info.freeChunks()).put("usedChunks", info.usedChunks())
                .put("retiredChunks", info.retiredChunks()).put("damagedChunks", info.damagedChunks())
                .put("generation", info.generation()).put("checkpoint", info.checkpoint().toString())
                .put("undurableBytes", info.undurableBytes()).put("durable", info.durable().toString())
                .put("clean", info.clean()).put("recovered", info.recovered()).put("pinned", info.pinned())
                .put("writerAlive", info.writerAlive()).put("writerPid", info.writerPid() == 0 ? null : info.writerPid())
                .put("otherProcesses", info.readers()).putAll("containers", info.containers(), this::container)
                .putAll("indexes", info.indexes(), InfoPrinter::index));
    }

    /// Adds the kind and columns of an index.
    static void index(JsonObject json, IndexDeclaration index) {
        json.put("table", index.table()).put("columns", String.join(",", index.fields()))
                .put("kind", index.kind().name().toLowerCase(Locale.ROOT));
    }

    private void container(JsonObject json, ContainerInfo container) {
        boolean hasTime = container.sealedChunks() > 0 && (container.minTime() != 0 || container.maxTime() != 0);
        json.put("name", container.name()).put("kind", container.kind()).put("first", container.first())
                .put("end", container.end()).put("rows", rows(container)).put("bytes", container.bytes())
                .put("bytesPerRow", container.bytesPerRow()).put("sealedChunks", container.sealedChunks())
                .put("openChunks", container.openChunks())
                .put("schemaId", container.schemaId() < 0 ? null : container.schemaId())
                .putRaw("schemaVersions", container.schemaVersions().toString().replace(" ", ""))
                .put("minTime", hasTime ? time(container.minTime()) : null)
                .put("maxTime", hasTime ? time(container.maxTime()) : null)
                .put("damage", container.damage().isEmpty() ? null : container.damage());
    }
}
