// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Writes objects of one class to memory and reads them, as code that is made for the class at run time.
///
/// What is written: all fields of a record; of a class those that are neither static nor transient, superclasses
/// included, as they are in the object, whatever its methods say. What a field refers to is written as the class that
/// the field has been declared with, and an object that two fields refer to is written twice.
///
/// Values of up to 150 or so fields in one class are written and read by code that the JIT compiles; with more, that
/// code may be too long for it.
///
/// **Threading.** Any number of threads may use one codec. An object must not change while it is written.
///
/// **Allocation.** Writing allocates nothing, but for lists that have no random access. Reading into an object
/// (`reused`) keeps what is in it where that can be filled again: objects of classes, arrays of the same length,
/// `ArrayList`s, texts that have not changed. Then it allocates nothing. Records, optionals, boxes, changed texts and
/// arrays of other lengths are newly allocated. So no object, array or list may be in two fields of `reused`, or belong
/// to anything else: it would be filled twice. Into a new object goes nothing that its constructor put there, except
/// what is final, which must belong to that object alone.
///
/// **Failure.** Bytes are checked before they are used, whatever they say: there is no access outside the object, no
/// array longer than there are bytes for it, and no class but those registered; fields that elements of lists lack are
/// bounded by the length of the object. When reading fails, an object that was
/// to be filled has been filled in part.
///
/// @param <T> the class
public abstract class ObjectCodec<T> {
    private final Origin origin;
    /// What read the last object with another header, since the next one is likely to have the same.
    private volatile Other last;

    /// @param origin what codecs of all classes have
    ObjectCodec(Origin origin) {
        this.origin = origin;
    }

    /// Where a codec comes from.
    record Origin(ObjectRegistry registry, Class<?> type, ObjectDescription description, ByteOrder order) { }

    /// Reads objects of another description or byte order than the codec of their class writes.
    abstract static class Decoder {
        /// @param reused as for [ObjectCodec#read(MemorySegment, long, Object)]
        abstract Object read(MemorySegment memory, long offset, Object reused);
    }

    private record Other(long head, int fingerprint, boolean little, Decoder decoder) { }

    /// Writes an object with its header.
    ///
    /// @return bytes written
    /// @throws IndexOutOfBoundsException if it does not fit into the memory; it may have been written in part
    /// @throws IllegalArgumentException if it, or what it refers to, is of another class than declared, or it is longer
    ///     than 2^31 − 1 bytes
    public abstract int write(T object, MemorySegment memory, long offset);

    /// Bytes that an object will take, header included.
    ///
    /// @throws IllegalArgumentException as [#write(Object, MemorySegment, long)] does
    public abstract int length(T object);

    /// Reads an object; into another one, if there is one.
    ///
    /// @param reused filled and returned; null for a new one. Of a record not used
    /// @throws MalformedMessageException if the bytes contradict themselves
    /// @throws IllegalArgumentException if a final list is no `ArrayList`, or `reused` is of another class
    /// @throws UnreadableObjectException if they are of another class, of a description that the registry has not
    ///     learned or that does not fit, or elements of lists lack too many fields
    public abstract T read(MemorySegment memory, long offset, T reused);

    /// Reads a new object.
    ///
    /// @see #read(MemorySegment, long, Object)
    public final T read(MemorySegment memory, long offset) {
        return read(memory, offset, null);
    }

    /// Bytes that the object at this place takes, header included.
    ///
    /// @throws MalformedMessageException if there is no header, or if it says more bytes than there are
    public static int lengthAt(MemorySegment memory, long offset) {
        return ObjectHeader.read(memory, offset).length();
    }

    /// How this codec writes.
    public final ObjectDescription description() {
        return origin.description();
    }

    /// Of the numbers that this codec writes. It reads both.
    public final ByteOrder order() {
        return origin.order();
    }

    /// What it reads and writes.
    @SuppressWarnings("unchecked")
    public final Class<T> type() {
        return (Class<T>) origin.type();
    }

    /// Reads an object with another header than this codec writes; generated code calls it.
    final Object other(MemorySegment memory, long offset, Object reused) {
        Other seen = last;
        if (seen != null && SlotChecks.end(memory, offset, seen.head, seen.fingerprint, seen.little) >= 0) {
            return seen.decoder.read(memory, offset, reused);
        }
        ObjectHeader header = ObjectHeader.read(memory, offset);
        if (header.kind() != ObjectHeader.Kind.OBJECT) {
            throw new MalformedMessageException("a description where an object should be: offset=" + offset);
        }
        if (header.classId() != description().classId()) {
            throw new UnreadableObjectException("object of another class: classId=" + header.classId()
                    + ", expectedClassId=" + description().classId() + ", offset=" + offset);
        }
        Decoder decoder = origin.registry().decoder(header);
        last = new Other(header.firstWord(), header.fingerprint(), header.order() == ByteOrder.LITTLE_ENDIAN, decoder);
        return decoder.read(memory, offset, reused);
    }

    /// Checks how long an object was that was written; generated code calls it.
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
