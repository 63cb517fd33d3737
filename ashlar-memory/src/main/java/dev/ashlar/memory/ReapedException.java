// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Other processes considered this one dead and released its chunks: it must not use the pool any longer.
///
/// That takes a process that lives and yet lost its lock: another part of it closed a channel of the pool's lock file,
/// or the file system lost the lock. What the process wrote to its containers since then may have gone into memory of
/// others. All that is left is to close the pool and open it again.
public final class ReapedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /// @param slot   that the process had
    /// @param epoch  of that slot, when the process took it
    /// @param folder of the pool
    public ReapedException(int slot, int epoch, String folder) {
        super("this process was thought dead, its chunks were given away: slot=" + slot + ", epoch="
                + Integer.toUnsignedString(epoch) + " (" + folder + ")");
    }
}
