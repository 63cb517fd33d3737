// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.util.List;

/// What was skipped for one reason.
///
/// @param reason why
/// @param count  how often
/// @param bytes  how many bytes, counted as the reason's documentation says
/// @param first  places of the first occurrences, at most [#MAX_PLACES]
public record Skipped(SkipReason reason, long count, long bytes, List<Place> first) {
    /// Places kept for each reason.
    public static final int MAX_PLACES = 8;

    /// One occurrence of skipped bytes.
    ///
    /// @param packetIndex  of the packet being read
    /// @param filePosition of that packet's record, or of the frame in a raw file
    /// @param stream       TCP stream, or -1
    /// @param bytes        how much
    /// @param input        index of the input, see [MessageContext#input()]
    public record Place(long packetIndex, long filePosition, int stream, long bytes, int input) { }

    public Skipped {
        first = List.copyOf(first);
    }
}
