// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

import java.nio.ByteOrder;
import java.util.Locale;

/// How generated code reads and writes one value in memory. If the memory is native, it uses the handle of the block,
/// so that the JIT knows the class of the memory. If the memory is an array, it accesses the array. Otherwise it uses
/// `AnyMemory`.
///
/// Array accesses are not checked against the bounds of the memory: the block was checked when the flyweight moved.
///
/// @param primitive type of the value
/// @param order     order of its bytes
/// @param handle    name of its handle
/// @param base      expression of the base of the handle's offset
/// @param at        bytes from there to the value
/// @param isNative  expression that tells whether the memory is native
public record FieldAccess(JavaPrimitive primitive, ByteOrder order, String handle, String base, int at,
        String isNative) {
    /// Memory that is known to be native. `cast` lets `null` pass, which the JIT would have to consider in each access.
    private static final String NATIVE = "MemoryClass.NATIVE.cast(Objects.requireNonNull(memory))";

    /// Statements that keep the memory a flyweight was wrapped with.
    ///
    /// @param bytes expression of its length
    public static String keepMemory(String bytes) {
        return """
                if (memory != this.memory) {
                    keep(memory, %s);
                }
                """.formatted(bytes);
    }

    /// An expression of the bits where the memory is known to be native.
    public String getNative() {
        return "(" + primitive.wire() + ") " + handle + ".get(" + NATIVE + ", " + base + ")";
    }

    /// An expression of the bits where the memory is known to be an array.
    public String getArray() {
        return primitive.size() == 1 ? "array[" + index() + "]"
                : "(" + primitive.wire() + ") " + arrayHandle() + ".get(array, " + index() + ")";
    }

    /// An expression of the bits in memory of any class, whether the block around it is complete or not.
    public String getAny() {
        return "AnyMemory.get" + primitive.name() + "(memory, " + offset() + ", BYTE_ORDER)";
    }

    /// An expression of the bits.
    public String get() {
        return isNative + " ? " + getNative() + " : array != null ? " + getArray() + " : " + getAny();
    }

    /// A statement that writes the bits.
    public String set(String bits) {
        return """
                if (%s) {
                    %s.set(%s, %s, %s);
                } else if (array != null) {
                    %s
                } else {
                    AnyMemory.put%s(memory, %s, %s, BYTE_ORDER);
                }
                """.formatted(isNative, handle, NATIVE, base, bits, setArray(bits), primitive.name(), offset(), bits);
    }

    private String setArray(String bits) {
        return primitive.size() == 1 ? "array[" + index() + "] = " + bits + ";"
                : arrayHandle() + ".set(array, " + index() + ", " + bits + ");";
    }

    private String arrayHandle() {
        return "ArrayHandles." + primitive.wire().toUpperCase(Locale.ROOT)
                + (order == ByteOrder.BIG_ENDIAN ? "_BE" : "_LE");
    }

    private String index() {
        return "arrayStart + (int) " + base + (at == 0 ? "" : " + " + at);
    }

    private String offset() {
        return at == 0 ? base : base + " + " + at;
    }
}
