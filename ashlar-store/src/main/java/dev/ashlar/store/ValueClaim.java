// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.codec.MessageEncoder;

/// The next value of one key of a last-value table. The fields of the key are filled in already.
///
/// ```java
/// ValueClaim value = writer.update("ASHLAR");
/// trade.wrap(value.memory(), value.offset()).quantity(100);
/// value.commit();
/// ```
///
/// or `value.wrap(trade)`, which also checks that the block matches the last-value table's. The memory is exactly one
/// block.
///
/// **Threading**, **ownership** and **failure**: as [Claim].
public interface ValueClaim extends Claim {
    /// Wraps an encoder around the block.
    ///
    /// @return the encoder
    /// @throws IllegalArgumentException if the encoder is for another block than the last-value table's
    <E extends MessageEncoder> E wrap(E encoder);

    /// Makes the value current.
    ///
    /// @return its version, 1 for the first of a key
    /// @throws StoreException        if it must be durable and cannot be made durable; the store has then failed
    /// @throws IllegalStateException if the claim is not open, or the block has another key now; the claim is then
    ///     given up
    long commit() throws StoreException;
}
