// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// Describes how objects of a class are encoded: the names and types of its fields.
///
/// It is written once for all objects of a class: next to them or, as [ObjectWriter] does, before the first one. With
/// it, a class whose fields have changed can still read the bytes, and a program without the class can show them to
/// people. Nothing in it is loaded or called: the id alone selects the class, in the [ObjectRegistry].
///
/// **Threading.** Immutable.
public final class ObjectDescription {
    private static final long RETAINED_BYTES_PER_NAME = 64;

    private final int classId;
    private final int version;
    private final ObjectType.Struct type;
    private final byte[] body;
    private final int fingerprint;

    /// @param version 0 to 65,535
    /// @throws IllegalArgumentException if the description exceeds its size limits
    ObjectDescription(int classId, int version, ObjectType.Struct type) {
        this(classId, version, type, DescriptionBytes.of(type));
    }

    private ObjectDescription(int classId, int version, ObjectType.Struct type, byte[] body) {
        this.classId = classId;
        this.version = version;
        this.type = type;
        this.body = body;
        CRC32C crc = new CRC32C();
        crc.update(body);
        fingerprint = (int) crc.getValue();
    }

    /// Reads a description.
    ///
    /// @throws MalformedMessageException if there is no description, or it contradicts itself
    public static ObjectDescription read(MemorySegment memory, long offset) {
        ObjectHeader header = ObjectHeader.read(memory, offset);
        if (header.kind() != ObjectHeader.Kind.DESCRIPTION) {
            throw new MalformedMessageException("found an object, expected a description: offset=" + offset);
        }
        DescriptionBytes.requireLength(header.length() - ObjectHeader.BYTES);
        byte[] body = memory.asSlice(offset + ObjectHeader.BYTES, header.length() - ObjectHeader.BYTES)
                .toArray(ValueLayout.JAVA_BYTE);
        ObjectDescription description = new ObjectDescription(header.classId(), header.version(),
                DescriptionBytes.parse(body), body);
        if (description.fingerprint != header.fingerprint()) {
            throw new MalformedMessageException("description does not match its fingerprint: fingerprint="
                    + Integer.toHexString(description.fingerprint) + ", expected="
                    + Integer.toHexString(header.fingerprint()) + ", offset=" + offset);
        }
        return description;
    }

    /// Writes the description with its header.
    ///
    /// @return its [#length()]
    /// @throws IndexOutOfBoundsException if it does not fit into the memory
    public int write(MemorySegment memory, long offset) {
        header(ObjectHeader.Kind.DESCRIPTION, ByteOrder.LITTLE_ENDIAN, length()).write(memory, offset);
        MemorySegment.copy(body, 0, memory, ValueLayout.JAVA_BYTE, offset + ObjectHeader.BYTES, body.length);
        return length();
    }

    ObjectHeader header(ObjectHeader.Kind kind, ByteOrder order, int length) {
        return new ObjectHeader(kind, order, version, classId, fingerprint, length);
    }

    /// Length in bytes as written by [#write(MemorySegment, long)], header included.
    public int length() {
        return ObjectHeader.BYTES + body.length;
    }

    /// Approximate bytes of memory that it takes: its own, and an object for each of its names.
    long retainedBytes() {
        return body.length + DescriptionBytes.names(type) * RETAINED_BYTES_PER_NAME;
    }

    /// The id of the class, as registered.
    public int classId() {
        return classId;
    }

    /// The version of the class, as registered.
    public int version() {
        return version;
    }

    /// CRC32C of the description; the headers of its objects contain it.
    public int fingerprint() {
        return fingerprint;
    }

    /// The fields, in the order in which they are written.
    public ObjectType.Struct type() {
        return type;
    }

    /// Whether this describes objects with the given header.
    boolean describes(ObjectHeader header) {
        return header.classId() == classId && header.version() == version && header.fingerprint() == fingerprint;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectDescription that && classId == that.classId && version == that.version
                && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return classId ^ fingerprint;
    }

    @Override
    public String toString() {
        return type.name() + " (classId=" + classId + ", version=" + version + ", fingerprint="
                + Integer.toHexString(fingerprint) + ")";
    }
}
