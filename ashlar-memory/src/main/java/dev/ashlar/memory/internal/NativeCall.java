// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// A function of libc, linked when it is called for the first time: linking one takes 5 to 10 ms in a process that has
/// just started, and most processes need few of them.
///
/// **Threading**: any.
@SuppressWarnings("restricted")
final class NativeCall {
    /// Where a function leaves its error number: the first argument of its handle.
    static final StructLayout ERRNO = Linker.Option.captureStateLayout();

    private final String function;
    private final FunctionDescriptor descriptor;
    private final Linker.Option[] options;
    private MethodHandle handle;

    private NativeCall(String function, FunctionDescriptor descriptor, Linker.Option... options) {
        this.function = function;
        this.descriptor = descriptor;
        this.options = options;
    }

    /// A function whose error number is wanted.
    static NativeCall of(String function, FunctionDescriptor descriptor, Linker.Option... more) {
        Linker.Option[] options = new Linker.Option[more.length + 1];
        options[0] = Linker.Option.captureCallState("errno");
        System.arraycopy(more, 0, options, 1, more.length);
        return new NativeCall(function, descriptor, options);
    }

    /// A function without an error number.
    static NativeCall withoutErrno(String function, FunctionDescriptor descriptor) {
        return new NativeCall(function, descriptor);
    }

    /// Whether the C library has it: one that is too old may not.
    boolean isThere() {
        return Linker.nativeLinker().defaultLookup().find(function).isPresent();
    }

    synchronized MethodHandle handle() {
        if (handle == null) {
            Linker linker = Linker.nativeLinker();
            handle = linker.downcallHandle(linker.defaultLookup().findOrThrow(function), descriptor, options);
        }
        return handle;
    }
}
