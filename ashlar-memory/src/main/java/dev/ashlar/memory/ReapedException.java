// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Other processes considered this one dead and released its chunks: it must not use the pool any longer.
///
/// This happens if a live process loses its lock: other code in it closed a channel of the pool's lock file, or the
/// file system lost the lock. Writes to its containers since then may have gone into memory of others. The process can
/// only close the pool and open it again.
public final class ReapedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /// @param slot   that the process had
    /// @param epoch  of that slot, when the process took it
    /// @param folder of the pool
    public ReapedException(int slot, int epoch, String folder) {
        super("other processes considered this one dead and released its chunks: slot=" + slot + ", epoch="
                + Integer.toUnsignedString(epoch) + "; close the pool and open it again (" + folder + ")");
    }
}
