// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

/// Whether a value is on the wire and whether it may be null (SBE 1.0, "Field presence").
public enum Presence {
    /// On the wire, never null.
    REQUIRED,
    /// On the wire, null when it holds the null value.
    OPTIONAL,
    /// Fixed by the schema; takes no bytes.
    CONSTANT
}
