// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// Watches that the groups and data of a block are read or written in the order of the schema.
///
/// Generated codecs use it only if they were generated with access-order checks. One instance belongs to one block: the
/// root of a message, or the entries of a group.
///
/// **Failure**: `IllegalStateException` names what was accessed and what should have been; nothing was read or written
/// then.
public final class AccessOrder {
    private final String owner;
    private final int[] since;
    private final String[] parts;
    private int actingVersion;
    private int done = -1;
    private AccessOrder open;
    private int count;
    private int index;
    /// Whether this is a group without an entry to access: before its first, or after something else began.
    private boolean isOutside;

    /// @param owner message or group, for error messages
    /// @param since version that added each part
    /// @param parts names of groups, then of data, in the order of the schema
    public AccessOrder(String owner, int[] since, String... parts) {
        this.owner = owner;
        this.since = since.clone();
        this.parts = parts.clone();
    }

    /// A message begins, or is read again.
    public void restart(int version) {
        actingVersion = version;
        restartParts();
    }

    /// A group begins whose header was read or written.
    public void begin(int entries, int version) {
        actingVersion = version;
        count = entries;
        index = 0;
        restartParts();
        isOutside = true;
    }

    /// The next entry of this group begins; the one before must be complete.
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

    /// An encoder ends the group early.
    public void resetCount() {
        count = index;
    }

    /// A group of this block begins.
    public void enterGroup(int part, AccessOrder group) {
        require(part);
        done = part;
        open = group;
    }

    /// Data of this block is read or written.
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

    /// The rest of the block was skipped.
    public void skipRest() {
        done = parts.length - 1;
        endOpen();
    }

    /// The rest of the group was skipped.
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

    /// Ends a group that something else follows, so that nobody who has kept it goes on with it.
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
