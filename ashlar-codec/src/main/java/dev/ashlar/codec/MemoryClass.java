// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// The JDK's implementation classes of memory, for hot code that tells the JIT which of them it has.
///
/// The JDK implements [MemorySegment] with one class for native memory, a subclass for mapped files, and one class for
/// each type of array. All memory accesses of a program go through the same few methods of the JDK, which share one
/// type profile. Once that profile contains three classes, every access costs four calls that cannot be inlined, even
/// at a call site that only ever sees one class. Casting the memory to its class first avoids these calls, because the
/// JIT then knows the target methods.
///
/// ```java
/// int value = NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(LAYOUT, offset)
///         : memory.get(LAYOUT, offset);
/// ```
///
/// Without `requireNonNull` an access takes up to four times as long: `cast` accepts `null`, so the JIT must
/// distinguish two cases in all code that follows.
///
/// These classes affect only speed: on another JDK the `isInstance` checks may not match, but values are never wrong.
public final class MemoryClass {
    /// Native memory, including mapped files.
    public static final Class<? extends MemorySegment> NATIVE = MemorySegment.NULL.getClass();
    /// Memory in a `byte[]`. Arrays of other types have other classes.
    public static final Class<? extends MemorySegment> ARRAY = MemorySegment.ofArray(new byte[0]).getClass();

    private MemoryClass() {
    }
}
