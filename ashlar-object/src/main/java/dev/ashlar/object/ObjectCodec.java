// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Writes objects of one class to memory and reads them, with code that is generated for the class at run time.
///
/// It writes all fields of a record; of a class, the fields that are neither static nor transient, including those of
/// superclasses. Fields are accessed directly, not through methods. A referenced object is written as the declared
/// class of the field, and an object that two fields refer to is written twice.
///
/// The JIT compiles the code for classes with up to about 150 fields; for more fields, the code may be too long for the
/// JIT.
///
/// **Threading.** Any number of threads may use one codec. An object must not change while it is written.
///
/// **Allocation.** Writing allocates nothing, except for lists without random access. Reading into an existing object
/// (`reused`) fills its contents again if possible: objects of classes, arrays of the same length, `ArrayList`s and
/// unchanged texts; then it allocates nothing. Records, optionals, boxes, changed texts and arrays of other lengths are
/// newly allocated. Therefore no object, array or list may be in two fields of `reused`, or belong to anything else: it
/// would be filled twice. In a new object, reading replaces what the constructor assigned to fields. Only the contents
/// of final fields are filled in place; they must belong to that object alone.
///
/// **Failure.** Bytes are checked before they are used. Whatever they contain, reading accesses nothing outside the
/// object, allocates no array longer than there are bytes for it, and creates objects only of registered classes; the
/// number of fields that elements of lists may lack is bounded by the length of the object. If reading fails, `reused`
/// may have been filled in part.
///
/// @param <T> the class
public abstract class ObjectCodec<T> {
    private final Origin origin;
    /// The decoder of the last object with a different header; the next object is likely to have the same header.
    private volatile Other last;

    /// @param origin the data that codecs of all classes have
    ObjectCodec(Origin origin) {
        this.origin = origin;
    }

    /// The registry, class, description and byte order of a codec.
    record Origin(ObjectRegistry registry, Class<?> type, ObjectDescription description, ByteOrder order) { }

    /// Reads objects whose description or byte order differs from what the codec of their class writes.
    abstract static class Decoder {
        /// @param reused as for [ObjectCodec#read(MemorySegment, long, Object)]
        abstract Object read(MemorySegment memory, long offset, Object reused);
    }

    private record Other(long head, int fingerprint, boolean little, Decoder decoder) { }

    /// Writes an object with its header.
    ///
    /// @return bytes written
    /// @throws IndexOutOfBoundsException if the object does not fit into the memory; part of it may have been written
    /// @throws IllegalArgumentException if the object, or one that it refers to, is not of the declared class, or if
    ///     the object is longer than 2^31 − 1 bytes
    public abstract int write(T object, MemorySegment memory, long offset);

    /// Length in bytes of an object when written, header included.
    ///
    /// @throws IllegalArgumentException as [#write(Object, MemorySegment, long)] does
    public abstract int length(T object);

    /// Reads an object, into an existing one if given.
    ///
    /// @param reused the object to fill and return; null for a new one. Ignored for records
    /// @throws MalformedMessageException if the bytes contradict themselves
    /// @throws IllegalArgumentException if a final list is not an `ArrayList`, or `reused` is of another class
    /// @throws UnreadableObjectException if the object is of another class, its description is unknown to the registry
    ///     or does not fit, or elements of lists lack too many fields
    public abstract T read(MemorySegment memory, long offset, T reused);

    /// Reads a new object.
    ///
    /// @see #read(MemorySegment, long, Object)
    public final T read(MemorySegment memory, long offset) {
        return read(memory, offset, null);
    }

    /// Length in bytes of the object at this offset, header included.
    ///
    /// @throws MalformedMessageException if there is no header, or its length exceeds the memory
    public static int lengthAt(MemorySegment memory, long offset) {
        return ObjectHeader.read(memory, offset).length();
    }

    /// The description of the objects that this codec writes.
    public final ObjectDescription description() {
        return origin.description();
    }

    /// The byte order of the numbers that this codec writes. It reads both orders.
    public final ByteOrder order() {
        return origin.order();
    }

    /// The class that this codec reads and writes.
    @SuppressWarnings("unchecked")
    public final Class<T> type() {
        return (Class<T>) origin.type();
    }

    /// Reads an object whose header differs from those that this codec writes; generated code calls it.
    final Object other(MemorySegment memory, long offset, Object reused) {
        Other seen = last;
        if (seen != null && SlotChecks.end(memory, offset, seen.head, seen.fingerprint, seen.little) >= 0) {
            return seen.decoder.read(memory, offset, reused);
        }
        ObjectHeader header = ObjectHeader.read(memory, offset);
        if (header.kind() != ObjectHeader.Kind.OBJECT) {
            throw new MalformedMessageException("found a description, expected an object: offset=" + offset);
        }
        if (header.classId() != description().classId()) {
            throw new UnreadableObjectException("object of another class: classId=" + header.classId()
                    + ", expectedClassId=" + description().classId() + ", offset=" + offset);
        }
        Decoder decoder = origin.registry().decoder(header);
        last = new Other(header.firstWord(), header.fingerprint(), header.order() == ByteOrder.LITTLE_ENDIAN, decoder);
        return decoder.read(memory, offset, reused);
    }

    /// Checks the length of an object that was written; generated code calls it.
    static int checkLength(long length) {
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("object too long: length=" + length + ", maxLength="
                    + Integer.MAX_VALUE);
        }
        return (int) length;
    }

    /// Finishes an object that was written up to `end`; generated code calls it.
    ///
    /// @return its length
    static int close(MemorySegment memory, long offset, long end, long head, int fingerprint, boolean little) {
        int length = checkLength(end - offset);
        ObjectHeader.write(memory, offset, head, fingerprint, length, little);
        return length;
    }
}
