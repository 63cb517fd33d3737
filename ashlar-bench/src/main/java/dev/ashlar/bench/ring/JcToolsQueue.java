// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.lab.queue.Message;
import dev.ashlar.lab.queue.NumberQueue;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/// JCTools' bounded queues of references: one by one by `relaxedOffer` and `relaxedPoll`, in batches by `fill` and
/// `drain`.
final class JcToolsQueue implements NumberQueue {
    private final MessagePassingQueue<Message> queue;
    private final int capacity;

    JcToolsQueue(int producers, int capacity) {
        this.capacity = capacity;
        queue = producers == 1 ? new SpscArrayQueue<>(capacity) : new MpscArrayQueue<>(capacity);
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(queue, capacity);
    }

    private static final class Adding implements Sender, MessagePassingQueue.Supplier<Message> {
        private final MessagePassingQueue<Message> queue;
        private final Message[] messages;
        private int turn;
        private long number;

        Adding(MessagePassingQueue<Message> queue, int capacity) {
            this.queue = queue;
            messages = Message.forOne(capacity);
        }

        @Override
        public Message get() {
            Message message = messages[turn++ & messages.length - 1];
            message.number = number++;
            return message;
        }

        @Override
        public int send(long first, int count) {
            number = first;
            if (count > 1) {
                return queue.fill(this, count);
            }
            Message message = messages[turn & messages.length - 1];
            message.number = first;
            if (!queue.relaxedOffer(message)) {
                return 0;
            }
            turn++;
            return 1;
        }

        @Override
        public boolean isDrained() {
            return queue.isEmpty();
        }
    }

    @Override
    public Receiver receiver() {
        return new Taking(queue);
    }

    private static final class Taking implements Receiver, MessagePassingQueue.Consumer<Message> {
        private final MessagePassingQueue<Message> queue;
        private long sum;

        Taking(MessagePassingQueue<Message> queue) {
            this.queue = queue;
        }

        @Override
        public void accept(Message message) {
            sum += message.number;
        }

        @Override
        public int receive(int limit) {
            if (limit > 1) {
                return queue.drain(this, limit);
            }
            Message message = queue.relaxedPoll();
            if (message == null) {
                return 0;
            }
            sum += message.number;
            return 1;
        }

        @Override
        public long sum() {
            return sum;
        }
    }
}
