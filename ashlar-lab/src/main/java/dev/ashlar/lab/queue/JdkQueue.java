// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/// The JDK's queues, one by one by `offer` and `poll`, batches by `drainTo`.
final class JdkQueue implements NumberQueue {
    private final BlockingQueue<Message> queue;
    private final int capacity;

    JdkQueue(BlockingQueue<Message> queue) {
        this.queue = queue;
        capacity = queue.remainingCapacity();
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(queue, capacity);
    }

    private static final class Adding implements Sender {
        private final BlockingQueue<Message> queue;
        private final Message[] messages;
        private int turn;

        Adding(BlockingQueue<Message> queue, int capacity) {
            this.queue = queue;
            messages = Message.forOne(capacity);
        }

        @Override
        public int send(long first, int count) {
            int sent = 0;
            while (sent < count) {
                Message message = messages[turn & messages.length - 1];
                message.number = first + sent;
                if (!queue.offer(message)) {
                    return sent;
                }
                turn++;
                sent++;
            }
            return sent;
        }

        @Override
        public boolean isDrained() {
            return queue.isEmpty();
        }
    }

    @Override
    public Receiver receiver() {
        return new Taking(queue, capacity);
    }

    private static final class Taking implements Receiver {
        private final BlockingQueue<Message> queue;
        private final List<Message> batch;
        private long sum;

        Taking(BlockingQueue<Message> queue, int capacity) {
            this.queue = queue;
            batch = new ArrayList<>(capacity);
        }

        @Override
        public int receive(int limit) {
            if (limit == 1) {
                Message message = queue.poll();
                sum += message == null ? 0 : message.number;
                return message == null ? 0 : 1;
            }
            int count = queue.drainTo(batch, limit);
            for (int i = 0; i < count; i++) {
                sum += batch.get(i).number;
            }
            batch.clear();
            return count;
        }

        @Override
        public long sum() {
            return sum;
        }
    }
}
