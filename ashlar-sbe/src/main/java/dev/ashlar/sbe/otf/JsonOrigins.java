// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.otf.internal.JsonOutput;
import dev.ashlar.sbe.otf.internal.UtcTime;

/// Writes the first members of an object from a store: the metadata of its row, message or value.
final class JsonOrigins {
    private JsonOrigins() {
    }

    static void write(JsonWriter.Origin origin, JsonOutput out) {
        switch (origin) {
            case JsonWriter.Row row -> {
                number(out, JsonNames.ROW, row.row(), true);
                number(out, JsonNames.PARENT, row.parent(), row.parent() >= 0);
                number(out, JsonNames.POSITION, row.position(), row.position() >= 0);
                time(out, row.epochNs());
                if (row.retired()) {
                    out.name(JsonNames.RETIRED);
                    out.literal("true");
                }
            }
            case JsonWriter.Frame frame -> {
                number(out, JsonNames.POSITION, frame.position(), true);
                time(out, frame.epochNs());
                out.name(JsonNames.SEQUENCE);
                out.unsigned(frame.sequence());
                number(out, JsonNames.ROW, frame.row(), frame.row() >= 0);
            }
            case JsonWriter.Keyed value -> {
                number(out, JsonNames.RECORD, value.record(), true);
                number(out, JsonNames.VALUE_VERSION, value.version(), value.version() > 0);
            }
        }
    }

    private static void number(JsonOutput out, String name, long value, boolean known) {
        if (known) {
            out.name(name);
            out.number(value);
        }
    }

    private static void time(JsonOutput out, long epochNs) {
        if (epochNs != JsonWriter.NO_TIME) {
            out.name(JsonNames.ROW_TIME);
            UtcTime.write(out, epochNs);
        }
    }
}
