// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.ChannelReport.Gap;
import java.util.ArrayList;
import java.util.List;

/// The gaps of a channel: the first ones kept, all counted.
final class Gaps {
    private final List<Gap> kept = new ArrayList<>();
    private int sessionBegin;
    private boolean complete = true;
    long count;
    long missing;

    /// Adds the numbers `from` to `to`, `numbers` of them.
    void add(long from, long to, long numbers) {
        count++;
        missing = missing + numbers < 0 ? Long.MAX_VALUE : missing + numbers;
        if (kept.size() < ChannelReport.MAX_GAPS) {
            kept.add(new Gap(from, to));
        } else {
            complete = false;
        }
    }

    /// The sequence started again: gaps up to now are of other numbers.
    void beginSession() {
        sessionBegin = kept.size();
        complete = true;
    }

    /// Whether a number may be in a gap of the current session; always if not all of them are kept.
    boolean mayContain(SequenceNumbers numbers, long number) {
        for (int i = sessionBegin; i < kept.size(); i++) {
            Gap gap = kept.get(i);
            if (numbers.distance(gap.from(), number) >= 0 && numbers.distance(number, gap.to()) >= 0) {
                return true;
            }
        }
        return !complete;
    }

    void addAll(Gaps other) {
        for (Gap gap : other.kept) {
            add(gap.from(), gap.to(), 0);
        }
        count += other.count - other.kept.size();
        missing = missing + other.missing < 0 ? Long.MAX_VALUE : missing + other.missing;
        complete &= other.complete;
    }

    List<Gap> kept() {
        return kept;
    }
}
