// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.bench.Fork;
import dev.ashlar.lab.object.Item;
import dev.ashlar.lab.object.ItemCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Writes and reads an object in the way of one contender, in rounds, and says how long it took.
final class ObjectProcess {
    /// Published are five; those before let the JIT finish.
    static final int ROUNDS = 5;
    private static final int WARM_ROUNDS = 5;
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ItemCodec codec;
    private final int objects;

    ObjectProcess(ItemCodec codec, int objects) {
        this.codec = codec;
        this.objects = objects;
    }

    /// @param args the contender; how many objects are written and read in a round
    public static void main(String[] args) throws Exception {
        ObjectResult result = new ObjectProcess(Kind.valueOf(args[0]).codec(), Integer.parseInt(args[1])).measure();
        System.out.println(Fork.FOUND + result.line());
    }

    ObjectResult measure() throws Exception {
        Item item = Item.filled();
        List<Double> writeNs = new ArrayList<>();
        List<Double> readNs = new ArrayList<>();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = THREADS.getCurrentThreadCpuTime();
            write(item);
            long middle = THREADS.getCurrentThreadCpuTime();
            long sum = read();
            long end = THREADS.getCurrentThreadCpuTime();
            double bytes = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) objects;
            check(item, sum);
            if (round >= WARM_ROUNDS) {
                writeNs.add((middle - start) / (double) objects);
                readNs.add((end - middle) / (double) objects);
                least = Math.min(least, bytes);
            }
        }
        return new ObjectResult(writeNs, readNs, codec.length(), least);
    }

    private void write(Item item) throws Exception {
        for (int i = 0; i < objects; i++) {
            item.sourceId = i;
            codec.write(item);
        }
    }

    private long read() throws Exception {
        long sum = 0;
        for (int i = 0; i < objects; i++) {
            Item item = codec.read();
            sum += item.sourceId + item.quantities[item.quantities.length - 1];
        }
        return sum;
    }

    private void check(Item item, long sum) throws Exception {
        long expected = objects * (item.sourceId + item.quantities[item.quantities.length - 1]);
        Item read = codec.read();
        if (sum != expected || read.digest() != item.digest()) {
            throw new IOException("what was read is not what was written: sum=" + sum + ", expected=" + expected);
        }
    }
}
