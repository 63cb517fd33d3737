// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Schema;
import java.util.Set;

/// The names that a message's JSON object has in addition to those of the schema.
final class JsonNames {
    static final String TEMPLATE = "template";
    static final String ID = "id";
    static final String SCHEMA = "schema";
    static final String VERSION = "version";
    static final String TIME = "time";
    static final String HEADER = "header";
    static final String ROW = "_row";
    static final String PARENT = "_parent";
    static final String POSITION = "_position";
    static final String ROW_TIME = "_time";
    static final String RETIRED = "_retired";
    static final String SEQUENCE = "_sequence";
    static final String RECORD = "_record";
    static final String VALUE_VERSION = "_version";
    static final String KEY = "_key";
    static final String LENGTH = "_length";
    static final String REASON = "_reason";

    private static final Set<String> ENVELOPE = Set.of(TEMPLATE, ID, SCHEMA, VERSION, TIME, HEADER);
    private static final Set<String> ROW_ENVELOPE = Set.of(ROW, PARENT, POSITION, ROW_TIME, SEQUENCE, RECORD,
            VALUE_VERSION, RETIRED);
    /// Header and dimension members that follow from the message, including those of drafts of the standard and of
    /// formats based on them.
    private static final Set<String> DERIVED = Set.of("blockLength", "templateId", "schemaId", "version", "numInGroup",
            "numGroups", "numVarDataFields");

    private JsonNames() {
    }

    /// The JSON name of a root field: its own, with a `_` appended if the envelope has that name. An envelope name
    /// followed by `_` gets one more, so that names stay distinct.
    static String rootName(String name) {
        return isEscaped(name) ? name + "_" : name;
    }

    /// The schema name of a root field with this JSON name.
    static String fieldName(String name) {
        return isEscaped(name) ? name.substring(0, name.length() - 1) : name;
    }

    static boolean isEnvelope(String name) {
        return ENVELOPE.contains(name);
    }

    /// The JSON name of a field in a row or value of a store, by the same rule.
    static String columnName(String name) {
        return name.startsWith("_") && ROW_ENVELOPE.contains(name.replaceAll("_+$", "")) ? name + "_" : name;
    }

    private static boolean isEscaped(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '_') {
            end--;
        }
        // Every envelope name begins with one of these, so most fields are done here.
        return end > 0 && "tisvh".indexOf(name.charAt(0)) >= 0 && ENVELOPE.contains(name.substring(0, end));
    }

    /// Whether a header's or dimension's member is filled in by the encoder.
    static boolean isDerived(String member) {
        return DERIVED.contains(member);
    }

    /// Members of the header that only a caller can know.
    static Slot[] headerExtras(Schema schema) {
        return schema.header().members().stream()
                .filter(m -> !isDerived(m.name()))
                .map(m -> new Slot(m, schema.byteOrder()))
                .filter(s -> !s.isConstant())
                .toArray(Slot[]::new);
    }
}
