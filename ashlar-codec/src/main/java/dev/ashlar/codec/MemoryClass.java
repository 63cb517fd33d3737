// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// The JDK's classes of memory, for code that accesses it often and wants to say which it has.
///
/// The JDK has one class of [MemorySegment] for native memory, one below it for mapped files and one for each type of
/// array. All accesses of a program run through the same few methods of the JDK, and the JIT's profile of those is the
/// program's as a whole: once they have met three classes, every access pays four calls that cannot be inlined, even
/// where one place only ever meets one class. An access to memory that was cast to its class before does not: the JIT
/// then knows which methods are meant.
///
/// ```java
/// int value = NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(LAYOUT, offset)
///         : memory.get(LAYOUT, offset);
/// ```
///
/// Without `requireNonNull` an access takes up to four times as long: `cast` lets `null` pass, so the JIT keeps two
/// kinds of memory apart in all that follows.
///
/// Only speed depends on what these classes are: with another JDK the tests could fail to match, never the values.
public final class MemoryClass {
    /// Native memory, files mapped into it included.
    public static final Class<? extends MemorySegment> NATIVE = MemorySegment.NULL.getClass();
    /// Memory in a `byte[]`. Arrays of other types are of other classes.
    public static final Class<? extends MemorySegment> ARRAY = MemorySegment.ofArray(new byte[0]).getClass();

    private MemoryClass() {
    }
}
