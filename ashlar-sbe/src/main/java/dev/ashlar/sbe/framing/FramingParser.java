// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import dev.ashlar.sbe.framing.LengthFieldLayout.Counts;
import dev.ashlar.sbe.framing.LengthFieldLayout.Marker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the textual description of a framing.
final class FramingParser {
    private static final Set<String> KEYS =
            Set.of("length", "counts", "message", "marker", "align", "packet", "sequence", "time", "count",
            "numbers", "idle");
    private static final Pattern FIELD = Pattern.compile("(?:u8|u(16|32|64)(le|be))(?:@(\\d{1,4}))?");
    private static final Pattern MARKER = Pattern.compile("([0-9a-fA-F]{4})@(\\d{1,4})");
    private static final Pattern IDLE =
            Pattern.compile("(\\d{1,4})(?::([0-9a-fA-F]{2}(?:/[0-9a-fA-F]{2}){0,7})@(\\d{1,4}))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

    private final String text;
    private final Map<String, String> values = new HashMap<>();

    private FramingParser(String text) {
        this.text = text;
    }

    /// @throws IllegalArgumentException naming the part that is wrong
    static Framing parse(String text) {
        return new FramingParser(text).framing();
    }

    private Framing framing() {
        if (text.indexOf('=') < 0) {
            throw bad("unknown framing", "name one of " + String.join(", ", Framing.names())
                    + ", or describe it, such as length=u16le,message=4");
        }
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            if (!KEYS.contains(key)) {
                throw bad("unknown key: key=" + key, "known are " + String.join(", ", KEYS.stream().sorted().toList()));
            }
            if (equals < 0 || values.put(key, part.substring(equals + 1).strip()) != null) {
                throw bad("key must have exactly one value: key=" + key, "write " + key + "=... once");
            }
        }
        try {
            return assemble();
        } catch (IllegalArgumentException e) {
            throw e.getMessage().endsWith(")") ? e : new IllegalArgumentException(e.getMessage() + where(), e);
        }
    }

    private Framing assemble() {
        FieldLayout length = field("length", true);
        Counts counts = switch (values.getOrDefault("counts", "frame")) {
            case "frame" -> Counts.FRAME;
            case "rest" -> Counts.REST;
            case "message" -> Counts.MESSAGE;
            default -> throw bad("unknown value: counts=" + values.get("counts"), "use frame, rest or message");
        };
        LengthFieldLayout frames =
                new LengthFieldLayout(length, counts, number("message", length.end()), marker(), number("align", 1));
        FieldLayout sequence = field("sequence", false);
        FieldLayout time = field("time", false);
        FieldLayout count = field("count", false);
        boolean numbersMessages = switch (values.getOrDefault("numbers", "packets")) {
            case "packets" -> false;
            case "messages" -> true;
            default -> throw bad("unknown value: numbers=" + values.get("numbers"), "use packets or messages");
        };
        return new Framing(text, new PacketLayout(number("packet", 0), sequence, time, count, numbersMessages,
                idle()), frames);
    }

    private FieldLayout field(String key, boolean placeOptional) {
        String value = values.get(key);
        if (value == null) {
            return FieldLayout.ABSENT;
        }
        Matcher matcher = FIELD.matcher(value);
        if (!matcher.matches() || !placeOptional && matcher.group(3) == null) {
            throw bad("not a field: " + key + "=" + value, "write width, byte order and offset, such as u16le@4");
        }
        int width = matcher.group(1) == null ? 1 : Integer.parseInt(matcher.group(1)) / 8;
        int offset = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        return new FieldLayout(offset, width, "be".equals(matcher.group(2)));
    }

    private Marker marker() {
        String value = values.get("marker");
        if (value == null) {
            return Marker.NONE;
        }
        Matcher matcher = MARKER.matcher(value);
        if (!matcher.matches()) {
            throw bad("not a marker: marker=" + value,
                    "write two bytes as on the wire and their offset, such as feca@2");
        }
        int bytes = Integer.parseInt(matcher.group(1), 16);
        return new Marker(Integer.parseInt(matcher.group(2)), bytes, bytes);
    }

    private IdleLayout idle() {
        String value = values.get("idle");
        if (value == null) {
            return IdleLayout.NONE;
        }
        Matcher matcher = IDLE.matcher(value);
        if (!matcher.matches()) {
            throw bad("not an idle datagram: idle=" + value, "write its length in bytes, and the values and "
                    + "offset of a byte if other datagrams have that length, such as 18:00/01@0");
        }
        int length = Integer.parseInt(matcher.group(1));
        return matcher.group(2) == null ? new IdleLayout(length, -1, List.of())
                : new IdleLayout(length, Integer.parseInt(matcher.group(3)),
                        Stream.of(matcher.group(2).split("/")).map(kind -> Integer.parseInt(kind, 16)).toList());
    }

    private int number(String key, int ifAbsent) {
        String value = values.get(key);
        if (value == null) {
            return ifAbsent;
        }
        if (!NUMBER.matcher(value).matches()) {
            throw bad("not a number: " + key + "=" + value, "write a decimal number below 10000");
        }
        return Integer.parseInt(value);
    }

    private IllegalArgumentException bad(String what, String advice) {
        return new IllegalArgumentException(what + "; " + advice + where());
    }

    private String where() {
        return " (framing " + text + ")";
    }
}
