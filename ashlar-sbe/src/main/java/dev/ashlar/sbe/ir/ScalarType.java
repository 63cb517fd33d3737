// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.Optional;

/// A simple encoding: one primitive value, or an array of fixed length.
///
/// @param name              name in the schema
/// @param packageName       package of its `types` element, or empty
/// @param primitive         type of each element
/// @param length            number of elements; 1 for a single value, 0 for a variable-length element (only inside
///     var-data composites)
/// @param presence          as declared on the type; a field may override it
/// @param nullValue         as declared; empty means the primitive's
/// @param minValue          as declared; empty means the primitive's
/// @param maxValue          as declared; empty means the primitive's
/// @param constant          the value; present if and only if `presence` is constant and the type gives the value
/// @param characterEncoding charset of a char (or text) array, such as `US-ASCII`; empty where it does not apply
/// @param meta              documentation and versions
public record ScalarType(
        String name,
        String packageName,
        PrimitiveType primitive,
        int length,
        Presence presence,
        Optional<Literal> nullValue,
        Optional<Literal> minValue,
        Optional<Literal> maxValue,
        Optional<Literal> constant,
        String characterEncoding,
        Meta meta) implements Type {

    public ScalarType {
        if (length < 0) {
            throw new IllegalArgumentException("negative length: length=" + length + " (" + name + ")");
        }
    }

    /// A required single value of a primitive type, which schemas may use by its name without declaring it.
    public static ScalarType of(PrimitiveType primitive) {
        String charset = primitive == PrimitiveType.CHAR ? "US-ASCII" : "";
        return new ScalarType(primitive.sbeName(), "", primitive, 1, Presence.REQUIRED, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), charset, Meta.NONE);
    }

    @Override
    public int encodedLength() {
        return presence == Presence.CONSTANT ? 0 : primitive.size() * length;
    }

    public boolean isArray() {
        return length != 1;
    }

    /// The effective null value, declared or default.
    public Literal effectiveNull() {
        return nullValue.orElse(primitive.nullValue());
    }

    /// The effective minimum value, declared or default.
    public Literal effectiveMin() {
        return minValue.orElse(primitive.minValue());
    }

    /// The maximum that this type can hold as an id, version, block length, count or length: `maxValue` if declared,
    /// else the maximum of its bits, because such a number is never null. At most 2^63-1.
    public long greatestCount() {
        if (maxValue.isPresent()) {
            return maxValue.get() instanceof Literal.Whole(long max) && max >= 0 ? max : Long.MAX_VALUE;
        }
        int bits = primitive.size() * Byte.SIZE - (primitive.isUnsigned() ? 0 : 1);
        return bits >= Long.SIZE - 1 ? Long.MAX_VALUE : (1L << bits) - 1;
    }

    /// The minimum that this type can hold as a count or length: `minValue` if declared and not negative, else 0.
    public long leastCount() {
        return minValue.orElse(null) instanceof Literal.Whole(long min) ? Math.max(0, min) : 0;
    }

    /// The effective maximum value, declared or default.
    public Literal effectiveMax() {
        return maxValue.orElse(primitive.maxValue());
    }
}
