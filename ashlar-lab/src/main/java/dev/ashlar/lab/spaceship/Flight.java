// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import dev.ashlar.lab.spaceship.SpaceshipExperiment.Crew;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import java.util.List;

/// Some threads read the position of a ship while others move it, for a time.
///
/// Each move changes x and y by the same distance, so a reader that gets different ones has a torn position. The final
/// position shows whether a move was lost.
final class Flight {
    private static final long NS_PER_S = 1_000_000_000;

    private final Spaceship ship;
    /// Time between two moves; 0: none.
    private final long pauseNs;
    private volatile boolean stop;

    private Flight(Spaceship ship, long pauseNs) {
        this.ship = ship;
        this.pauseNs = pauseNs;
    }

    /// The totals of all threads.
    ///
    /// @param freshReads  reads that returned another position than the thread's previous read
    /// @param leastReads  reads of the thread with the fewest
    record Log(long ns, long reads, long freshReads, long attempts, long leastReads, long moves,
            long moveAttempts, long heapBytes) { }

    static Log fly(Spaceship ship, Crew crew, long ms) throws InterruptedException {
        int[] start = new int[2];
        ship.reader().readPosition(start);
        int readers = crew.readers();
        Flight flight = new Flight(ship, crew.movesPerSecond() == 0 ? 0 : NS_PER_S / crew.movesPerSecond());
        long[][] logs = new long[readers + crew.movers()][];
        // Not one of the threads that begin together and may have a core each: this one only sleeps.
        Thread clock = Thread.ofPlatform().daemon().start(() -> flight.endAfter(ms));
        long ns = Threads.together(logs.length, index ->
                logs[index] = index < readers ? flight.read() : flight.move());
        clock.join();
        List<long[]> read = List.of(logs).subList(0, readers);
        List<long[]> moved = List.of(logs).subList(readers, logs.length);
        long moves = sum(moved, 0);
        int[] end = new int[2];
        ship.reader().readPosition(end);
        Recorder.require(end[0] - start[0] == (int) moves && end[1] - start[1] == (int) moves, "a move was lost: x="
                + (end[0] - start[0]) + ", y=" + (end[1] - start[1]) + ", moves=" + moves);
        return new Log(ns, sum(read, 0), sum(read, 1), sum(read, 2),
                read.stream().mapToLong(log -> log[0]).min().orElse(0), moves, sum(moved, 2), sum(moved, 1));
    }

    private static long sum(List<long[]> logs, int field) {
        return logs.stream().mapToLong(log -> log[field]).sum();
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
        Spaceship.Reader reader = ship.reader();
        int[] position = new int[2];
        long reads = 0;
        long fresh = 0;
        long attempts = 0;
        int last = 0;
        do {
            attempts += reader.readPosition(position);
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
        long bytes = Threads.allocatedBytes();
        long moves = 0;
        long attempts = 0;
        long next = System.nanoTime();
        do {
            attempts += ship.move(1, 1);
            moves++;
            next += pauseNs;
            while (pauseNs > 0 && System.nanoTime() - next < 0 && !stop) {
                Thread.onSpinWait();
            }
        } while (!stop);
        return new long[] {moves, Threads.allocatedBytes() - bytes, attempts};
    }
}
