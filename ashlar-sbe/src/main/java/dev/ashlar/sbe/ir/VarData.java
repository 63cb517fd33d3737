// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// Variable-length data: a length, then that many bytes.
///
/// @param id       field id
/// @param name     name inside its block
/// @param encoding the composite with members `length` and `varData`
/// @param epoch    empty if not given
/// @param timeUnit empty if not given
/// @param meta     documentation and versions; `sinceVersion` is the later of the data's and its type's
public record VarData(int id, String name, CompositeType encoding, String epoch, String timeUnit, Meta meta) {
    /// The member that holds the number of bytes.
    public Member lengthMember() {
        return encoding.member("length");
    }

    /// The member that represents the bytes.
    public Member dataMember() {
        return encoding.member("varData");
    }

    /// Bytes from the start of the length to the first byte of the data.
    public int headerLength() {
        return dataMember().offset();
    }

    /// Charset of the bytes; empty if they are not text.
    public String characterEncoding() {
        return dataMember().type() instanceof ScalarType scalar ? scalar.characterEncoding() : "";
    }
}
