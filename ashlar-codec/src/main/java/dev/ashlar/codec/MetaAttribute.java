// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// What a schema says about a field beside its place and type; asked for through the `xMetaAttribute` methods of
/// codecs.
public enum MetaAttribute {
    /// Start of time of a timestamp, such as `unix`.
    EPOCH,
    /// Unit of a timestamp, such as `nanosecond`.
    TIME_UNIT,
    /// FIX data type or the like.
    SEMANTIC_TYPE,
    /// `required`, `optional` or `constant`.
    PRESENCE
}
