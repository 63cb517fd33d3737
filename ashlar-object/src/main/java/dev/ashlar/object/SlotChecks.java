// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Checks and converts values of slots. Generated code calls it.
final class SlotChecks {
    /// State of a value that may be missing: null.
    static final byte NULL = 0;
    /// State of a value that may be missing: present.
    static final byte PRESENT = 1;
    /// State of an optional that is empty.
    static final byte EMPTY = 2;

    static boolean truth(byte value) {
        if ((value & ~1) != 0) {
            throw new MalformedMessageException("neither true nor false: value=" + value);
        }
        return value != 0;
    }

    /// @throws MalformedMessageException if there are fewer bytes
    static void require(long length, long at, long end, String what) {
        if (length > end - at) {
            throw new MalformedMessageException("object ends too early: length=" + length + ", remainingBytes="
                    + (end - at) + ", offset=" + at + " (" + what + ")");
        }
    }

    /// @throws MalformedMessageException if the object does not end where its header says
    static void requireEnd(long at, long end, String what) {
        if (at != end) {
            throw new MalformedMessageException("object longer than its fields: end=" + at + ", expectedEnd=" + end
                    + " (" + what + ")");
        }
    }

    /// The end of an object if it has this header; −1 if it has another one.
    ///
    /// @param head        kind, format, version and class
    /// @param fingerprint in the order of the object
    /// @throws MalformedMessageException if it reaches beyond the memory
    static long end(MemorySegment memory, long offset, long head, int fingerprint, boolean little) {
        if (offset < 0 || offset > memory.byteSize() - ObjectHeader.BYTES) {
            return -1;
        }
        if (ObjectHeader.word(memory, offset) != head) {
            return -1;
        }
        long last = ObjectHeader.word(memory, offset + Long.BYTES);
        int length = (int) (last >>> Integer.SIZE);
        int found = (int) last;
        if (!little) {
            length = Integer.reverseBytes(length);
            found = Integer.reverseBytes(found);
        }
        if (found != fingerprint) {
            return -1;
        }
        if (length < ObjectHeader.BYTES || length > memory.byteSize() - offset) {
            throw new MalformedMessageException("object longer than the memory: length=" + length + ", remainingBytes="
                    + (memory.byteSize() - offset) + ", offset=" + offset);
        }
        return offset + length;
    }

    /// @throws IllegalArgumentException if the object is of another class, whose own fields would be lost
    static void requireClass(Object object, Class<?> type) {
        if (object.getClass() != type) {
            throw new IllegalArgumentException("object of another class: class=" + object.getClass().getName()
                    + ", expectedClass=" + type.getName());
        }
    }

    /// The object if it can be filled again as one of this class, else null.
    static Object reusable(Object object, Class<?> type) {
        return object != null && object.getClass() == type ? object : null;
    }

    /// The exception for a header that changed while it was read.
    static MalformedMessageException changed() {
        return new MalformedMessageException("the header changed while it was read");
    }

    /// The exception for values that the constructor of a record refuses.
    static MalformedMessageException refused(RuntimeException cause, String what) {
        return new MalformedMessageException("constructor of a record refused its values: " + cause + " ("
                + what + ")", cause);
    }

    /// Checks the array of a final field: it can be filled, but not replaced by another array or null.
    static void requireFixed(Object array, int count, String what) {
        int length = array == null ? -1 : Array.getLength(array);
        if (length != count) {
            throw new MalformedMessageException("array of a final field has another length: length=" + count
                    + ", expectedLength=" + length + " (" + what + ")");
        }
    }

    /// @see #requireFixed(Object, int, String)
    static void requireThere(Object fixed, boolean there, String what) {
        if (!there || fixed == null) {
            throw new MalformedMessageException("a final field cannot be null (" + what + ")");
        }
    }

    static boolean isPresent(byte state) {
        return truth(state);
    }

    static byte presence(Object object) {
        return object == null ? NULL : PRESENT;
    }

    static byte optionState(Optional<?> optional) {
        return optional == null ? NULL : optional.isPresent() ? PRESENT : EMPTY;
    }

    static byte requireState(byte state) {
        if (state < NULL || state > EMPTY) {
            throw new MalformedMessageException("neither null, present nor empty: state=" + state);
        }
        return state;
    }

    /// @param value where the state is `PRESENT`
    static Optional<?> optional(byte state, Object value) {
        if (state == PRESENT && value == null) {
            throw new MalformedMessageException("an optional contains null");
        }
        return state == NULL ? null : state == EMPTY ? Optional.empty() : Optional.of(value);
    }

    static short index(Object constant) {
        return constant == null ? -1 : (short) ((Enum<?>) constant).ordinal();
    }

    /// @param constants by their index
    static Object constant(short index, Object[] constants) {
        if (index == -1) {
            return null;
        }
        if (index < 0 || index >= constants.length) {
            throw new MalformedMessageException("no such constant: index=" + index + ", count=" + constants.length);
        }
        Object constant = constants[index];
        if (constant == null) {
            throw new MalformedMessageException("constant missing in the enum of the reader: index=" + index);
        }
        return constant;
    }

    static boolean booleanOf(Object boxed) {
        return boxed == null ? false : (Boolean) boxed;
    }

    static Boolean boxed(byte state, boolean value) {
        return requireState(state) == PRESENT ? (Boolean) value : null;
    }

    static byte byteOf(Object boxed) {
        return boxed == null ? 0 : (Byte) boxed;
    }

    static Byte boxed(byte state, byte value) {
        return requireState(state) == PRESENT ? (Byte) value : null;
    }

    static short shortOf(Object boxed) {
        return boxed == null ? 0 : (Short) boxed;
    }

    static Short boxed(byte state, short value) {
        return requireState(state) == PRESENT ? (Short) value : null;
    }

    static char charOf(Object boxed) {
        return boxed == null ? 0 : (Character) boxed;
    }

    static Character boxed(byte state, char value) {
        return requireState(state) == PRESENT ? (Character) value : null;
    }

    static int intOf(Object boxed) {
        return boxed == null ? 0 : (Integer) boxed;
    }

    static Integer boxed(byte state, int value) {
        return requireState(state) == PRESENT ? (Integer) value : null;
    }

    static long longOf(Object boxed) {
        return boxed == null ? 0 : (Long) boxed;
    }

    static Long boxed(byte state, long value) {
        return requireState(state) == PRESENT ? (Long) value : null;
    }

    static float floatOf(Object boxed) {
        return boxed == null ? 0 : (Float) boxed;
    }

    static Float boxed(byte state, float value) {
        return requireState(state) == PRESENT ? (Float) value : null;
    }

    static double doubleOf(Object boxed) {
        return boxed == null ? 0 : (Double) boxed;
    }

    static Double boxed(byte state, double value) {
        return requireState(state) == PRESENT ? (Double) value : null;
    }

    static byte state(OptionalInt optional) {
        return optional == null ? NULL : optional.isPresent() ? PRESENT : EMPTY;
    }

    static int intOf(OptionalInt optional) {
        return optional == null || optional.isEmpty() ? 0 : optional.getAsInt();
    }

    static OptionalInt optional(byte state, int value) {
        return switch (requireState(state)) {
            case NULL -> null;
            case EMPTY -> OptionalInt.empty();
            default -> OptionalInt.of(value);
        };
    }

    static byte state(OptionalLong optional) {
        return optional == null ? NULL : optional.isPresent() ? PRESENT : EMPTY;
    }

    static long longOf(OptionalLong optional) {
        return optional == null || optional.isEmpty() ? 0 : optional.getAsLong();
    }

    static OptionalLong optional(byte state, long value) {
        return switch (requireState(state)) {
            case NULL -> null;
            case EMPTY -> OptionalLong.empty();
            default -> OptionalLong.of(value);
        };
    }

    static byte state(OptionalDouble optional) {
        return optional == null ? NULL : optional.isPresent() ? PRESENT : EMPTY;
    }

    static double doubleOf(OptionalDouble optional) {
        return optional == null || optional.isEmpty() ? 0 : optional.getAsDouble();
    }

    static OptionalDouble optional(byte state, double value) {
        return switch (requireState(state)) {
            case NULL -> null;
            case EMPTY -> OptionalDouble.empty();
            default -> OptionalDouble.of(value);
        };
    }
}
