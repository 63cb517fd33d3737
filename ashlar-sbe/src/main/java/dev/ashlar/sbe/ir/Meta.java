// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// Attributes of an element in the schema, other than its layout.
///
/// @param description     text for people; empty if none
/// @param semanticType    FIX data type or the like; empty if none
/// @param sinceVersion    schema version that added the element; 0 if it was always there
/// @param deprecatedSince schema version that deprecated it; 0 if it is current
public record Meta(String description, String semanticType, int sinceVersion, int deprecatedSince) {
    /// No attributes; present since version 0.
    public static final Meta NONE = new Meta("", "", 0, 0);

    public boolean isDeprecated() {
        return deprecatedSince > 0;
    }
}
