// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

/// What queues of references pass.
final class Message {
    long number;

    /// Objects of one producer, to be used in turn. While a queue holds the last ones, those before were received.
    static Message[] forOne() {
        Message[] all = new Message[2 * Pipe.CAPACITY];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Message();
        }
        return all;
    }
}
