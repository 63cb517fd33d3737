// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

/// The times of the messages that a writer has recorded in a journal since it opened the store.
///
/// @param from       position from which on it recorded
/// @param leastNs    nanoseconds since 1970; [Long#MAX_VALUE] if there are none
/// @param greatestNs likewise; [Long#MIN_VALUE] if there are none
public record RecordedTimes(long from, long leastNs, long greatestNs) { }
