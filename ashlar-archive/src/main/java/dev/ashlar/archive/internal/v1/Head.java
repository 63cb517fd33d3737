// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive.Table;
import dev.ashlar.archive.Division;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.IndexDeclaration.Kind;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.zone.ZoneRulesException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.CRC32C;

/// What the head of an archive says, and its text.
///
/// @param id         of the archive
/// @param generation of the head before, plus 1
/// @param indexes    declared for all days, in the order in which they were declared
/// @param days       in the order of time
/// @param dropped    days that are no longer listed, whose folders may still be there
public record Head(String id, long generation, Division division, List<IndexDeclaration> indexes, List<Day> days,
        List<Dropped> dropped) {
    static final String MAGIC = "ashlar-archive";
    static final int VERSION = 1;
    static final String UNKNOWN = "-";
    private static final String CHECKSUM = "crc32c ";

    /// A day whose folder is to be removed.
    ///
    /// @param storeId of the store that was dropped
    public record Dropped(String day, String storeId) { }

    public Head {
        days = days.stream().sorted((one, other) -> one.period().compareTo(other.period())).toList();
        indexes = List.copyOf(indexes);
        dropped = List.copyOf(dropped);
        if (days.stream().filter(Day::open).count() > 1) {
            throw new IllegalArgumentException("more than one day is open");
        }
    }

    /// The day with this name.
    public Optional<Day> day(String name) {
        return days.stream().filter(day -> day.name().equals(name)).findFirst();
    }

    Optional<Day> open() {
        return days.stream().filter(Day::open).findFirst();
    }

    /// The next head, with a day added or replaced.
    Head with(Day day) {
        List<Day> more = new ArrayList<>(days.stream().filter(other -> !other.name().equals(day.name())).toList());
        more.add(day);
        return new Head(id, generation + 1, division, indexes, more, dropped);
    }

    /// The next head, without days, whose folders are to be removed.
    Head without(List<Day> gone) {
        List<Dropped> all = new ArrayList<>(dropped);
        gone.forEach(day -> all.add(new Dropped(day.name(), day.storeId())));
        List<Day> kept = days.stream().filter(day -> !gone.contains(day)).toList();
        return new Head(id, generation + 1, division, indexes, kept, all);
    }

    /// The next head, when all dropped folders are gone.
    Head cleared() {
        return new Head(id, generation + 1, division, indexes, days, List.of());
    }

    /// The next head, with other indexes.
    Head indexedBy(List<IndexDeclaration> others) {
        return new Head(id, generation + 1, division, others, days, dropped);
    }

    byte[] encode() {
        StringBuilder text = new StringBuilder();
        text.append(MAGIC).append(' ').append(VERSION).append('\n');
        text.append("id ").append(id).append('\n');
        text.append("generation ").append(generation).append('\n');
        text.append("division ").append(division.unit() == Division.Unit.DAY ? "day" : "hour").append(' ')
                .append(escape(division.zone().getId())).append('\n');
        for (IndexDeclaration index : indexes) {
            text.append("index ").append(escape(index.table())).append(index.kind() == Kind.HASH ? " hash" : " sorted");
            index.fields().forEach(field -> text.append(' ').append(escape(field)));
            text.append('\n');
        }
        for (Day day : days) {
            text.append("day ").append(day.name()).append(day.open() ? " open " : " sealed ").append(day.storeId())
                    .append(' ').append(day.period().startNs()).append(' ').append(day.period().endNs()).append(' ')
                    .append(day.bytes()).append('\n');
            for (Table table : day.tables()) {
                text.append("table ").append(escape(table.name())).append(' ').append(table.kind()).append(' ')
                        .append(table.rows()).append(' ').append(show(table.minTime())).append(' ')
                        .append(show(table.maxTime())).append(' ')
                        .append(table.shape() < 0 ? UNKNOWN : "%08x".formatted(table.shape())).append('\n');
            }
        }
        for (Dropped day : dropped) {
            text.append("dropped ").append(day.day()).append(' ').append(day.storeId()).append('\n');
        }
        byte[] covered = text.toString().getBytes(StandardCharsets.UTF_8);
        text.append(CHECKSUM).append("%08x".formatted(checksum(covered, covered.length))).append('\n');
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }

    private static String show(OptionalLong time) {
        return time.isPresent() ? Long.toString(time.getAsLong()) : UNKNOWN;
    }

    /// @throws StoreException if it is damaged, or of a later version
    static Head decode(byte[] bytes, Path file) throws StoreException {
        String start = new String(bytes, 0, Math.min(bytes.length, 64), StandardCharsets.ISO_8859_1);
        if (!start.startsWith(MAGIC + " ")) {
            throw new StoreException(Reason.CORRUPT, file, "not the head of an archive: it begins with '"
                    + start.lines().findFirst().orElse("") + "'");
        }
        int last = bytes.length - 1 - CHECKSUM.length() - 8;
        String end = last > 0 ? new String(bytes, last, bytes.length - last, StandardCharsets.ISO_8859_1) : "";
        String wanted = last > 0 ? CHECKSUM + "%08x".formatted(checksum(bytes, last)) + "\n" : "";
        if (last <= 0 || bytes[last - 1] != '\n' || !end.equals(wanted)) {
            throw new StoreException(Reason.CORRUPT, file, "head of the archive is damaged: its checksum is '"
                    + end.strip() + "', should be '" + wanted.strip() + "'; restore it from a backup, or move it away and "
                    + "add each day again");
        }
        // A version that was damaged would not have passed the checksum.
        if (!start.startsWith(MAGIC + " " + VERSION + "\n")) {
            throw new StoreException(Reason.VERSION, file, "archive of a later version: '"
                    + start.lines().findFirst().orElse("") + "', known=" + VERSION);
        }
        try {
            return new Parser(new String(bytes, 0, last, StandardCharsets.UTF_8)).head();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            if (e.getCause() instanceof ZoneRulesException) {
                throw new StoreException(Reason.ACCESS, file, "time zone of the archive is unknown here; update the time zones "
                        + "of Java (tzdata)", e);
            }
            throw new StoreException(Reason.CORRUPT, file, "head of the archive contradicts its format", e);
        }
    }

    /// A name without blanks and line ends: these, controls and `%` are written as `%` and two digits of their UTF-8.
    static String escape(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c <= ' ' || c == 0x7f || c == '%') {
                text.append("%%%02x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        return text.isEmpty() ? "%" : text.toString();
    }

    private static String unescape(String text) {
        if (text.equals("%")) {
            return "";
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                name.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    private static final class Parser {
        private final List<String> lines;
        private final Set<String> names = new HashSet<>();
        private int at;

        Parser(String text) {
            lines = Arrays.asList(text.split("\n"));
        }

        private String[] line(String key, int fields) {
            String[] found = lines.get(at++).split(" ", -1);
            if (!found[0].equals(key) || found.length != fields + 1) {
                throw new IllegalArgumentException("line " + at + " is '" + String.join(" ", found) + "', should be '" + key
                        + "' with " + fields + " fields");
            }
            return found;
        }

        private boolean isNext(String key) {
            return at < lines.size() && lines.get(at).startsWith(key + " ");
        }

        Head head() {
            line(MAGIC, 1);
            String id = line("id", 1)[1];
            long generation = Long.parseLong(line("generation", 1)[1]);
            String[] divided = line("division", 2);
            Division division = Division.parse(divided[1] + ":" + unescape(divided[2]));
            List<IndexDeclaration> indexes = new ArrayList<>();
            while (isNext("index")) {
                indexes.add(index());
            }
            List<Day> days = new ArrayList<>();
            while (isNext("day")) {
                days.add(day(division));
            }
            List<Dropped> dropped = new ArrayList<>();
            while (isNext("dropped")) {
                String[] line = line("dropped", 2);
                dropped.add(new Dropped(division.listed(line[1], 0, 1).name(), line[2]));
            }
            if (at < lines.size()) {
                throw new IllegalArgumentException("line " + (at + 1) + " is unknown: '" + lines.get(at) + "'");
            }
            return new Head(id, generation, division, indexes, days, dropped);
        }

        private IndexDeclaration index() {
            String[] line = lines.get(at++).split(" ", -1);
            if (line.length < 4 || !line[2].equals("hash") && !line[2].equals("sorted")) {
                throw new IllegalArgumentException("line " + at + " is '" + String.join(" ", line) + "', should be 'index' with a "
                        + "table, hash or sorted, and fields");
            }
            return new IndexDeclaration(unescape(line[1]), Arrays.stream(line).skip(3).map(Parser::field).toList(),
                    line[2].equals("hash") ? Kind.HASH : Kind.SORTED);
        }

        private static String field(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("empty name in the line of an index");
            }
            return unescape(text);
        }

        private Day day(Division division) {
            String[] line = line("day", 6);
            String name = line[1];
            // What a zone is may differ between machines; the head says what it was for the writer. The name of a day
            // must not lead out of the archive.
            Division.Period period = division.listed(name, Long.parseLong(line[4]), Long.parseLong(line[5]));
            if (!names.add(name) || !line[2].equals("open") && !line[2].equals("sealed")) {
                throw new IllegalArgumentException("line " + at + " repeats a day or has an unknown state: " + name);
            }
            List<Table> tables = new ArrayList<>();
            while (isNext("table")) {
                String[] table = line("table", 6);
                tables.add(new Table(unescape(table[1]), table[2], Long.parseLong(table[3]), time(table[4]),
                        time(table[5]), table[6].equals(UNKNOWN) ? -1 : Long.parseLong(table[6], 16)));
            }
            return new Day(period, line[2].equals("open"), Objects.requireNonNull(line[3]), Long.parseLong(line[6]),
                    tables);
        }

        private static OptionalLong time(String text) {
            return text.equals(UNKNOWN) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        }
    }
}
