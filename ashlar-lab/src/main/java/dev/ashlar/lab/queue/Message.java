// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

/// What queues of references pass.
public final class Message {
    public long number;

    public Message() {
    }

    /// Objects of one producer, to be used in turn. While a queue holds the last ones, those before were received.
    public static Message[] forOne(int capacity) {
        Message[] all = new Message[2 * capacity];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Message();
        }
        return all;
    }
}
