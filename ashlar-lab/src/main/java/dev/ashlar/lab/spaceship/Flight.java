// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import com.sun.management.ThreadMXBean;
import dev.ashlar.measure.Threads;
import java.lang.management.ManagementFactory;

/// Some threads read the position of a ship while others move it, for a time.
///
/// Each move is as far in x as in y, so a reader that gets two different ones has a torn position; and where the ship
/// ends tells whether a move was lost.
final class Flight {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Spaceship ship;
    private volatile boolean stop;

    private Flight(Spaceship ship) {
        this.ship = ship;
    }

    /// What all threads did together.
    ///
    /// @param ns          that it took
    /// @param reads       of the position
    /// @param freshReads  that saw another position than the thread saw before
    /// @param attempts    of reads
    /// @param leastReads  of one thread
    /// @param moves       of the ship
    /// @param moveAttempts of moves
    /// @param heapBytes   allocated by moves
    record Log(long ns, long reads, long freshReads, long attempts, long leastReads, long moves,
            long moveAttempts, long heapBytes) {
    }

    static Log fly(Spaceship ship, int readers, int movers, long ms) throws InterruptedException {
        int[] start = new int[2];
        ship.readPosition(start);
        Flight flight = new Flight(ship);
        long[][] logs = new long[readers + movers][];
        // Not one of those that begin together, who have a core each where there are enough: it only sleeps.
        Thread clock = Thread.ofPlatform().daemon().start(() -> flight.endAfter(ms));
        long ns = Threads.together(logs.length, index ->
                logs[index] = index < readers ? flight.read() : flight.move());
        clock.join();
        long reads = 0;
        long fresh = 0;
        long attempts = 0;
        long least = Long.MAX_VALUE;
        long moves = 0;
        long moveAttempts = 0;
        long heapBytes = 0;
        for (int i = 0; i < logs.length; i++) {
            if (i < readers) {
                reads += logs[i][0];
                fresh += logs[i][1];
                attempts += logs[i][2];
                least = Math.min(least, logs[i][0]);
            } else {
                moves += logs[i][0];
                heapBytes += logs[i][1];
                moveAttempts += logs[i][2];
            }
        }
        int[] end = new int[2];
        ship.readPosition(end);
        if (end[0] - start[0] != (int) moves || end[1] - start[1] != (int) moves) {
            throw new IllegalStateException("a move was lost: x=" + (end[0] - start[0]) + ", y=" + (end[1] - start[1])
                    + ", moves=" + moves);
        }
        return new Log(ns, reads, fresh, attempts, least, moves, moveAttempts, heapBytes);
    }

    private void endAfter(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stop = true;
    }

    private long[] read() {
        int[] position = new int[2];
        long reads = 0;
        long fresh = 0;
        long attempts = 0;
        int last = 0;
        do {
            attempts += ship.readPosition(position);
            if (position[0] != position[1]) {
                throw new IllegalStateException("a torn position: x=" + position[0] + ", y=" + position[1]);
            }
            fresh += position[0] == last ? 0 : 1;
            last = position[0];
            reads++;
        } while (!stop);
        return new long[] {reads, fresh, attempts};
    }

    private long[] move() {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long moves = 0;
        long attempts = 0;
        do {
            attempts += ship.move(1, 1);
            moves++;
        } while (!stop);
        return new long[] {moves, THREADS.getCurrentThreadAllocatedBytes() - bytes, attempts};
    }
}
