// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.Arrays;

/// What queues of references pass.
public final class NumberMessage {
    public long number;

    public NumberMessage() {
    }

    /// Objects of one producer, to be used in turn. While a queue holds the last ones, those before were received.
    public static NumberMessage[] forOne(int capacity) {
        NumberMessage[] all = new NumberMessage[2 * capacity];
        Arrays.setAll(all, _ -> new NumberMessage());
        return all;
    }
}
