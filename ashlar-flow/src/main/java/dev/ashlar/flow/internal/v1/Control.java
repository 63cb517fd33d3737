// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

/// The word by which the writer of a versioned cell knows which slots it may fill. Readers have no use for it.
///
/// | offset | bytes | field        | meaning                                                                   |
/// |-------:|------:|--------------|---------------------------------------------------------------------------|
/// |      0 |     1 | filling      | the slot that was chosen last                                             |
/// |      1 |     1 | pinned       | the slot that was current when sync number `sync` began                   |
/// |      2 |     1 | pinnedBefore | the slot that was current when the sync before that one began             |
/// |      3 |     5 | sync         | the number of syncs that had begun when the current value was written     |
///
/// Slots are counted from 1; 0 is none. It is one word, so that it is never half changed, whenever its writer dies.
public final class Control {
    /// 2^39 syncs are 17 years of one every millisecond.
    public static final long MAX_SYNC = (1L << 39) - 1;

    public static long of(long sync, int pinnedBefore, int pinned, int filling) {
        return sync << 24 | (long) pinnedBefore << 16 | (long) pinned << 8 | filling;
    }

    public static int filling(long control) {
        return (int) control & 0xff;
    }

    public static int pinned(long control) {
        return (int) (control >>> 8) & 0xff;
    }

    public static int pinnedBefore(long control) {
        return (int) (control >>> 16) & 0xff;
    }

    public static long sync(long control) {
        return control >>> 24;
    }

    public static long withFilling(long control, int filling) {
        return control & ~0xffL | filling;
    }

    /// What follows when `begun` syncs have begun, the current slot having been current since before the last of them.
    ///
    /// The cell was not written since the sync number `sync(control)` had begun, so the current slot is what each
    /// later one saved. The one before the last of those may have been that very sync, which saved `pinned`.
    public static long advanced(long control, long begun, int current) {
        long sync = sync(control);
        if (sync >= begun) {
            return control;
        }
        return of(begun, sync == begun - 1 ? pinned(control) : current, current, filling(control));
    }
}
