// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.Diagnostic.Severity;
import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.SchemaException;
import java.util.List;

/// The kinds of problems a serialised schema can have. Identifiers are stable, like those of the parser.
enum Fault {
    UNREADABLE("SBE900"),
    TOO_LARGE("SBE901"),
    TRUNCATED("SBE902"),
    UNKNOWN_FORM("SBE903"),
    UNKNOWN_CODE("SBE904"),
    MISPLACED_TOKEN("SBE905"),
    TOO_DEEP("SBE906"),
    BAD_NAME("SBE907"),
    DUPLICATE("SBE908"),
    BAD_LAYOUT("SBE909"),
    BAD_VALUE("SBE910"),
    BAD_VERSION("SBE911"),
    BAD_HEADER("SBE912"),
    BAD_DIMENSION("SBE913"),
    BAD_VAR_DATA("SBE914"),
    MIXED_BYTE_ORDER("SBE915"),
    BAD_CHARSET("SBE916");

    private final String id;

    Fault(String id) {
        this.id = id;
    }

    /// The single diagnostic of a refused file, on one line whatever characters the file contains.
    SchemaException in(String file, String message) {
        String line = message.replaceAll("\\p{Cntrl}", "?");
        return new SchemaException(List.of(new Diagnostic(new Location(file, 0, 0), Severity.ERROR, id, line)));
    }
}
