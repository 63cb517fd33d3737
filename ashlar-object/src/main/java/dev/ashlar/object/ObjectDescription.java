// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// How the objects of a class lie in bytes: names and types of its fields.
///
/// It is written once for all objects of a class, next to them or before the first, as [ObjectWriter] does. With it
/// bytes can be read by a class that has other fields by now, and shown to people by a program without the class.
/// Nothing in it is loaded or called: which class reads is decided by the id alone, in the [ObjectRegistry].
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
    /// @throws IllegalArgumentException if it is too large for what describes it
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
    /// @throws MalformedMessageException if it is none, or contradicts itself
    public static ObjectDescription read(MemorySegment memory, long offset) {
        ObjectHeader header = ObjectHeader.read(memory, offset);
        if (header.kind() != ObjectHeader.Kind.DESCRIPTION) {
            throw new MalformedMessageException("an object where a description should be: offset=" + offset);
        }
        DescriptionBytes.requireLength(header.length() - ObjectHeader.BYTES);
        byte[] body = memory.asSlice(offset + ObjectHeader.BYTES, header.length() - ObjectHeader.BYTES)
                .toArray(ValueLayout.JAVA_BYTE);
        ObjectDescription description = new ObjectDescription(header.classId(), header.version(),
                DescriptionBytes.parse(body), body);
        if (description.fingerprint != header.fingerprint()) {
            throw new MalformedMessageException("description does not have its fingerprint: fingerprint="
                    + Integer.toHexString(description.fingerprint) + ", expected="
                    + Integer.toHexString(header.fingerprint()) + ", offset=" + offset);
        }
        return description;
    }

    /// Writes it with its header.
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

    /// Bytes that [#write(MemorySegment, long)] takes, header included.
    public int length() {
        return ObjectHeader.BYTES + body.length;
    }

    /// About how many bytes of memory it takes to keep: its own, and an object for each of its names.
    long retainedBytes() {
        return body.length + DescriptionBytes.names(type) * RETAINED_BYTES_PER_NAME;
    }

    /// As registered.
    public int classId() {
        return classId;
    }

    /// As registered.
    public int version() {
        return version;
    }

    /// CRC32C of the description, which objects have in their headers.
    public int fingerprint() {
        return fingerprint;
    }

    /// The fields, as they lie.
    public ObjectType.Struct type() {
        return type;
    }

    /// Whether objects with such a header are described by this.
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
