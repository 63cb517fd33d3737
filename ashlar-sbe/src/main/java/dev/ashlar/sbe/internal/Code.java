// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Diagnostic.Severity;

/// The kinds of problems a schema can have. Identifiers are stable: a kind may be removed, but its number is never
/// reused. `docs/diagnostics.md` lists them with their meaning.
public enum Code {
    UNREADABLE("SBE001", Severity.ERROR),
    MALFORMED_XML("SBE002", Severity.ERROR),
    FORBIDDEN_XML("SBE003", Severity.ERROR),
    TOO_LARGE("SBE004", Severity.ERROR),
    INCLUDE("SBE005", Severity.ERROR),
    NOT_A_SCHEMA("SBE006", Severity.ERROR),
    UNKNOWN_ELEMENT("SBE007", Severity.WARNING),
    UNKNOWN_ATTRIBUTE("SBE008", Severity.WARNING),
    BAD_ENCODING("SBE009", Severity.ERROR),

    MISSING_ATTRIBUTE("SBE010", Severity.ERROR),
    BAD_ATTRIBUTE("SBE011", Severity.ERROR),
    BAD_NAME("SBE012", Severity.ERROR),
    DUPLICATE_NAME("SBE013", Severity.ERROR),
    DUPLICATE_ID("SBE014", Severity.ERROR),
    MISPLACED_ELEMENT("SBE015", Severity.ERROR),
    SINCE_VERSION_BEYOND_SCHEMA("SBE016", Severity.ERROR),
    DUPLICATE_DEFINITION("SBE017", Severity.WARNING),
    MISSING_PACKAGE("SBE018", Severity.WARNING),
    NO_MESSAGES("SBE019", Severity.WARNING),

    UNKNOWN_TYPE("SBE020", Severity.ERROR),
    UNKNOWN_PRIMITIVE("SBE021", Severity.ERROR),
    CYCLIC_TYPE("SBE022", Severity.ERROR),
    WRONG_KIND_OF_TYPE("SBE023", Severity.ERROR),
    BAD_LITERAL("SBE024", Severity.ERROR),
    BAD_CONSTANT("SBE025", Severity.ERROR),
    BAD_VALUE_REF("SBE026", Severity.ERROR),
    NULL_ON_REQUIRED("SBE027", Severity.WARNING),
    BAD_CHARSET("SBE028", Severity.ERROR),
    BAD_ENUM_VALUE("SBE029", Severity.ERROR),
    ENUM_VALUE_IS_NULL("SBE030", Severity.WARNING),
    DUPLICATE_ENUM_VALUE("SBE031", Severity.WARNING),
    BAD_CHOICE("SBE032", Severity.ERROR),
    DUPLICATE_CHOICE("SBE033", Severity.WARNING),
    SEMANTIC_TYPE_MISMATCH("SBE034", Severity.ERROR),
    PRESENCE_MISMATCH("SBE035", Severity.WARNING),
    UNKNOWN_TIME_UNIT("SBE036", Severity.WARNING),

    OFFSET_TOO_SMALL("SBE040", Severity.ERROR),
    BLOCK_LENGTH_TOO_SMALL("SBE041", Severity.ERROR),
    BLOCK_LENGTH_OVERFLOW("SBE042", Severity.ERROR),
    FIELD_AFTER_NEWER("SBE043", Severity.WARNING),

    BAD_HEADER("SBE050", Severity.ERROR),
    UNUSUAL_HEADER("SBE051", Severity.WARNING),
    BAD_DIMENSION("SBE052", Severity.ERROR),
    UNUSUAL_DIMENSION("SBE053", Severity.WARNING),
    BAD_VAR_DATA("SBE054", Severity.ERROR),
    UNUSUAL_VAR_DATA("SBE055", Severity.WARNING),
    HEADER_OVERFLOW("SBE056", Severity.ERROR),
    CONTRADICTED_BY_HEADER("SBE057", Severity.ERROR);

    private final String id;
    private final Severity severity;

    Code(String id, Severity severity) {
        this.id = id;
        this.severity = severity;
    }

    public String id() {
        return id;
    }

    public Severity severity() {
        return severity;
    }
}
