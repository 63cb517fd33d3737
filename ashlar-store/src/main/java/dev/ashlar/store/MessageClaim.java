// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// Claimed space for one message of a journal.
///
/// ```java
/// MessageClaim claim = recorder.claim(maxLength);
/// order.wrapAndApplyHeader(claim.memory(), claim.offset(), header)
///         .orderId(42).symbol("ASHLAR").side(Side.BUY).limitPrice().mantissa(101_00);
/// order.legsCount(0);
/// order.note("fill or kill");
/// claim.commit(MessageHeaderEncoder.ENCODED_LENGTH + (int) order.encodedLength(), timeNs, sequence);
/// ```
///
/// **Threading**, **ownership** and **failure**: as [Claim]. If [#commit] throws, the message is not stored.
public interface MessageClaim extends Claim {
    /// Bytes claimed.
    int capacity();

    /// Adds the message.
    ///
    /// @param length   bytes of the message, header included; at most [#capacity]
    /// @param timeNs   nanoseconds since 1970
    /// @param sequence a number of the caller's by which messages can be found, for example that of their packet
    /// @return the position of the message
    /// @throws StoreException           if there is no space for its rows, or it must be durable and cannot be made
    ///     durable
    /// @throws IllegalStateException    if the claim is not open
    /// @throws IllegalArgumentException if `length` is negative or greater than [#capacity]; the claim stays open
    long commit(int length, long timeNs, long sequence) throws StoreException;
}
