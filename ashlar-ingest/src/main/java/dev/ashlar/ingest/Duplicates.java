// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// What a [Loader] does with messages that its journal had when it began with an input: messages with the same time,
/// the same sequence number where the framing has one, and the same bytes.
public enum Duplicates {
    /// Ends loading with a [DuplicateMessageException].
    REFUSE,
    /// Leaves them out and counts them.
    SKIP,
    /// Stores them again; nothing is compared.
    KEEP
}
