// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

/// How generated code reads and writes one value in memory: through the handle of the block where the memory is native,
/// so that the JIT knows its class; else through `AnyMemory`.
///
/// @param primitive of the value
/// @param handle    name of its handle
/// @param base      expression of what the handle's offset is counted from
/// @param at        bytes from there to the value
/// @param isNative  expression that tells whether the memory is native
public record FieldAccess(JavaPrimitive primitive, String handle, String base, int at, String isNative) {
    /// Statements that keep the memory a flyweight was wrapped with.
    ///
    /// @param more statements for when it is another than before
    public static String keepMemory(String... more) {
        return """
                if (memory != this.memory) {
                    this.memory = memory;
                    isNative = MemoryClass.NATIVE.isInstance(memory);
                    isArray = MemoryClass.ARRAY.isInstance(memory);
                """ + String.join("\n", more).indent(4) + "}\n";
    }

    /// An expression of the bits where the memory is known to be native.
    public String getNative() {
        return get("NATIVE");
    }

    /// An expression of the bits where the memory is known to be an array.
    public String getArray() {
        return get("ARRAY");
    }

    /// An expression of the bits in memory of any class, whether the block around it is complete or not.
    public String getAny() {
        return "AnyMemory.get" + primitive.name() + "(memory, " + offset() + ", BYTE_ORDER)";
    }

    /// An expression of the bits.
    public String get() {
        return isNative + " ? " + getNative() + " : " + getAny();
    }

    /// A statement that writes the bits.
    public String set(String bits) {
        return """
                if (%s) {
                    %s
                } else if (isArray) {
                    %s
                } else {
                    AnyMemory.put%s(memory, %s, %s, BYTE_ORDER);
                }
                """.formatted(isNative, set("NATIVE", bits), set("ARRAY", bits), primitive.name(), offset(), bits);
    }

    private String get(String memoryClass) {
        return "(" + primitive.wire() + ") " + handle + ".get(MemoryClass." + memoryClass + ".cast(memory), " + base
                + ")";
    }

    private String set(String memoryClass, String bits) {
        return handle + ".set(MemoryClass." + memoryClass + ".cast(memory), " + base + ", " + bits + ");";
    }

    private String offset() {
        return at == 0 ? base : base + " + " + at;
    }
}
