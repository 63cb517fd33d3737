// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The kernels of one question: one for each combination of layouts that rows and their parents have.
///
/// **Threading**: any thread.
final class Kernels {
    /// What is there of a level: its rows, laid out by a version in blocks of some length; or none.
    record Level(boolean there, int version, int blockLength) {
        static final Level ABSENT = new Level(false, 0, 0);
    }

    private record Present(List<Level> levels) implements KernelColumns.Presence {
        @Override
        public boolean isThere(int level) {
            return levels.get(level).there;
        }

        @Override
        public boolean has(int level, int since, int end) {
            Level found = levels.get(level);
            return found.there && since <= found.version && end <= found.blockLength;
        }
    }

    private final KernelShape shape;
    private final Map<List<Level>, Kernel> kernels = new ConcurrentHashMap<>();

    Kernels(KernelShape shape) {
        this.shape = shape;
    }

    KernelShape shape() {
        return shape;
    }

    Kernel of(List<Level> levels) {
        return kernels.computeIfAbsent(levels, key -> KernelBuilder.make(shape, new Present(key)));
    }
}
