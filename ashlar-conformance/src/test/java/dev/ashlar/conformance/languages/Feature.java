// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.otf.ValidationResult.Status;

/// What a message can have: a row each of the report `docs/languages/conformance.md`.
enum Feature {
    LITTLE_ENDIAN("little-endian"),
    BIG_ENDIAN("big-endian"),
    OTHER_HEADER("header with other members than the standard's four"),
    SIGNED("signed integers"),
    UNSIGNED("unsigned integers"),
    HIGH_UNSIGNED("`uint64` above 2⁶³-1"),
    FLOATING_POINT("`float` and `double`"),
    CHARACTER("characters"),
    TEXT("fixed-length text, ASCII"),
    LATIN1_TEXT("fixed-length text, ISO-8859-1"),
    UTF8_TEXT("fixed-length text, UTF-8"),
    ARRAY("arrays of numbers"),
    ENUM("enums"),
    UNKNOWN_ENUM("unknown enum values kept"),
    SET("sets"),
    SET_OF_64("sets of 64 bits"),
    UNKNOWN_BITS("unknown set bits kept"),
    COMPOSITE("composites"),
    NESTED_COMPOSITE("composites in composites"),
    DECIMAL("decimals"),
    CONSTANT("constants"),
    NULL("null"),
    GROUP("groups"),
    NESTED_GROUP("groups in groups"),
    OTHER_DIMENSION("dimensions other than two `uint16`"),
    TEXT_DATA("variable-length text"),
    LATIN1_DATA("variable-length text, ISO-8859-1"),
    UTF16_DATA("variable-length text, UTF-16"),
    BYTES_DATA("variable-length bytes"),
    OLDER("messages of an older version"),
    NEWER("messages of a newer version"),
    LONGER_BLOCK("blocks longer than the schema's"),
    ABSENT("fields, groups and data that the writer did not have"),
    HEADER_TOO_LONG("rejects: header longer than bytes"),
    OTHER_SCHEMA("rejects: message of another schema"),
    UNKNOWN_TEMPLATE("rejects: unknown template"),
    VERSION_OUT_OF_RANGE("rejects: version out of range"),
    BLOCK_TOO_LONG("rejects: block longer than bytes"),
    GROUP_TOO_LONG("rejects: group longer than bytes"),
    DATA_TOO_LONG("rejects: data longer than bytes"),
    TOO_MANY_EMPTY_ENTRIES("rejects: too many entries without bytes"),
    COUNT_OUT_OF_RANGE("rejects: count or length out of range");

    private final String text;

    Feature(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /// The rejection of a message for this reason.
    static Feature of(Status status) {
        return valueOf(status.name());
    }
}
