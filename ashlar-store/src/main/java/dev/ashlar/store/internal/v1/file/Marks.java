// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

/// Where each container begins and ends, at one moment.
///
/// **Threading**: one thread at a time.
public final class Marks {
    private final int[] containers = new int[StoreLayout.MAX_CONTAINERS];
    private final long[] firsts = new long[StoreLayout.MAX_CONTAINERS];
    private final long[] ends = new long[StoreLayout.MAX_CONTAINERS];
    private final long[] details = new long[StoreLayout.MAX_CONTAINERS];
    private int count;

    public void clear() {
        count = 0;
    }

    /// @param first  the first row, or position, that the container keeps
    /// @param end    the row, or position, after its last
    /// @param detail as the kind of container has it
    public void add(int container, long first, long end, long detail) {
        containers[count] = container;
        firsts[count] = first;
        ends[count] = end;
        details[count] = detail;
        count++;
    }

    public int count() {
        return count;
    }

    public int container(int index) {
        return containers[index];
    }

    public long first(int index) {
        return firsts[index];
    }

    public long end(int index) {
        return ends[index];
    }

    public long detail(int index) {
        return details[index];
    }

    public void detail(int index, long detail) {
        details[index] = detail;
    }

    /// Where a container stands in these marks; -1 if it had none.
    public int indexOf(int container) {
        for (int i = 0; i < count; i++) {
            if (containers[i] == container) {
                return i;
            }
        }
        return -1;
    }
}
