// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// What a [Loader] does with messages that were in its journal when it began an input: messages with the same time,
/// bytes and, if the framing has one, sequence number.
public enum Duplicates {
    /// Ends loading with a [DuplicateMessageException].
    REFUSE,
    /// Leaves them out and counts them.
    SKIP,
    /// Stores them again; nothing is compared.
    KEEP
}
