// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// Attributes of a field in the schema, other than its position and type; read through the `xMetaAttribute` methods of
/// codecs.
public enum MetaAttribute {
    /// Epoch of a timestamp, such as `unix`.
    EPOCH,
    /// Unit of a timestamp, such as `nanosecond`.
    TIME_UNIT,
    /// FIX data type or the like.
    SEMANTIC_TYPE,
    /// `required`, `optional` or `constant`.
    PRESENCE
}
