// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.measure.host.Proc;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Huge pages of Linux: their use in this JVM, and how to disable them.
final class HugePages {
    /// `PR_SET_THP_DISABLE` of `prctl`: from then on this process gets no huge pages, even on request.
    private static final int SET_DISABLED = 41;

    /// Disables huge pages for this process from now on.
    ///
    /// @throws IOException if this is not Linux, or it refuses
    @SuppressWarnings("restricted")
    static void switchOff() throws IOException {
        Linker linker = Linker.nativeLinker();
        var prctl = linker.defaultLookup().find("prctl");
        if (prctl.isEmpty()) {
            throw new IOException("huge pages cannot be switched off: no prctl on " + System.getProperty("os.name"));
        }
        MethodHandle call = linker.downcallHandle(prctl.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG), Linker.Option.firstVariadicArg(1));
        int answer;
        try {
            answer = (int) call.invokeExact(SET_DISABLED, 1L, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw new IOException("huge pages cannot be switched off", e);
        }
        if (answer != 0) {
            throw new IOException("huge pages cannot be switched off: prctl answers " + answer);
        }
    }

    /// Bytes of this process in huge pages; 0 if the system does not report it.
    static long bytesInUse() {
        return Proc.line("/proc/self/smaps_rollup", "AnonHugePages:").map(Proc::bytes).orElse(0L);
    }

    /// The system's policy for huge pages, such as `always [madvise] never`.
    static String policy() {
        return Proc.text("/sys/kernel/mm/transparent_hugepage/enabled").orElse("none on this system");
    }
}
