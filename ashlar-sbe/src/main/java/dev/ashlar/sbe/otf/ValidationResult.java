// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

/// The result of a [MessageValidator].
///
/// @param status        `OK`, or the first broken rule
/// @param position      offset in the memory of the element that broke it; if `OK`, of the first byte after the message
/// @param path          path of that element, such as `Car/fuelFigures[2]/usageDescription`; if `OK`, the message's
///     name
/// @param detail        the values found and their bounds; empty if `OK`
/// @param decodedLength bytes of the message, header included; 0 unless `OK`
public record ValidationResult(Status status, long position, String path, String detail, long decodedLength) {
    public boolean isOk() {
        return status == Status.OK;
    }

    /// One line: status, path, position and detail.
    @Override
    public String toString() {
        return isOk() ? "ok: " + path + ", decodedLength=" + decodedLength
                : status.text() + ": " + detail + ", position=" + position + " (" + path + ")";
    }

    /// The rules that a message must satisfy.
    public enum Status {
        OK("ok"),
        /// There are fewer bytes than the header needs.
        HEADER_TOO_LONG("header longer than bytes"),
        /// The header names another schema.
        OTHER_SCHEMA("message of another schema"),
        /// The schema has no message with this template id.
        UNKNOWN_TEMPLATE("unknown template"),
        /// The header names a version beyond 2^31-1, which no schema can have.
        VERSION_OUT_OF_RANGE("version out of range"),
        /// A block reaches beyond the end, or is longer than 2^31-1.
        BLOCK_TOO_LONG("block longer than bytes"),
        /// A group's dimension header or its entries reach beyond the end, or its block length is negative or greater
        /// than 2^31-1.
        GROUP_TOO_LONG("group longer than bytes"),
        /// The length or bytes of variable-length data reach beyond the end.
        DATA_TOO_LONG("data longer than bytes"),
        /// Groups claim more than [MessageValidator#MAX_EMPTY_ENTRIES] entries that take no bytes.
        TOO_MANY_EMPTY_ENTRIES("too many entries without bytes"),
        /// The count of a group or the length of data is below the `minValue` of this schema, above its `maxValue`, or
        /// above 2^31-1.
        COUNT_OUT_OF_RANGE("count or length out of range");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
