// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.Arrays;

/// A message in queues of references.
public final class NumberMessage {
    public long number;

    public NumberMessage() {
    }

    /// Objects of one producer, used in turn: when an object is reused, it has been received, since the queue is
    /// shorter.
    public static NumberMessage[] forOne(int capacity) {
        NumberMessage[] all = new NumberMessage[2 * capacity];
        Arrays.setAll(all, _ -> new NumberMessage());
        return all;
    }
}
