// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// Checks that the groups and data of a block are read or written in schema order.
///
/// Generated codecs use it only if they were generated with access-order checks. One instance belongs to one block: the
/// root of a message, or the entries of a group.
///
/// **Failure**: an `IllegalStateException` names the accessed part and, if the order is wrong, the part that was
/// expected. Nothing has been read or written.
public final class AccessOrder {
    private final String owner;
    private final int[] since;
    private final String[] parts;
    private int actingVersion;
    private int done = -1;
    private AccessOrder open;
    private int count;
    private int index;
    /// Whether this group has no current entry: before the first one, or after another part began.
    private boolean isOutside;

    /// @param owner message or group, for error messages
    /// @param since version that added each part
    /// @param parts names of groups, then of data, in the order of the schema
    public AccessOrder(String owner, int[] since, String... parts) {
        this.owner = owner;
        this.since = since.clone();
        this.parts = parts.clone();
    }

    /// Begins a message, or restarts it.
    public void restart(int version) {
        actingVersion = version;
        restartParts();
    }

    /// Begins a group whose header has been read or written.
    public void begin(int entries, int version) {
        actingVersion = version;
        count = entries;
        index = 0;
        restartParts();
        isOutside = true;
    }

    /// Begins the next entry of this group; the previous entry must be complete.
    public void nextEntry() {
        if (index >= count) {
            throw new IllegalStateException("no entry left: index=" + index + ", count=" + count + " (" + owner + ")");
        }
        if (index > 0) {
            checkPartsComplete();
        }
        index++;
        restartParts();
        isOutside = false;
    }

    /// Ends the group after the entries written so far; called by encoders.
    public void resetCount() {
        count = index;
    }

    /// Enters a group of this block; it must come next.
    public void enterGroup(int part, AccessOrder group) {
        require(part);
        done = part;
        open = group;
    }

    /// Accesses data of this block; it must come next.
    public void consume(int part) {
        require(part);
        done = part;
    }

    /// Checks that a part of this block comes next.
    public void require(int part) {
        if (isOutside) {
            throw new IllegalStateException("accessed without an entry: " + owner + "." + parts[part]);
        }
        if (part <= done) {
            throw new IllegalStateException("accessed again: " + owner + "." + parts[part]);
        }
        for (int i = done + 1; i < part; i++) {
            if (since[i] <= actingVersion) {
                throw new IllegalStateException(
                        "accessed out of order: " + owner + "." + parts[part] + " before " + owner + "." + parts[i]);
            }
        }
        if (open != null) {
            open.checkGroupComplete();
        }
    }

    /// Marks the rest of the block as skipped.
    public void skipRest() {
        done = parts.length - 1;
        endOpen();
    }

    /// Marks the rest of the group as skipped.
    public void skipGroup() {
        index = count;
        skipRest();
    }

    /// Checks that all parts were accessed.
    public void checkComplete() {
        checkPartsComplete();
    }

    private void restartParts() {
        done = -1;
        endOpen();
    }

    /// Ends the open group because another part follows, so that a caller that kept its flyweight cannot continue with
    /// it.
    private void endOpen() {
        if (open != null) {
            open.count = open.index;
            open.isOutside = true;
            open.endOpen();
            open = null;
        }
    }

    private void checkGroupComplete() {
        if (index < count) {
            throw new IllegalStateException("group not finished: index=" + index + ", count=" + count + " (" + owner
                    + ")");
        }
        if (index > 0) {
            checkPartsComplete();
        }
    }

    private void checkPartsComplete() {
        for (int i = done + 1; i < parts.length; i++) {
            if (since[i] <= actingVersion) {
                throw new IllegalStateException("not accessed: " + owner + "." + parts[i]);
            }
        }
        if (open != null) {
            open.checkGroupComplete();
        }
    }
}
