// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import com.sun.management.ThreadMXBean;
import dev.ashlar.bench.Fork;
import dev.ashlar.lab.spaceship.ShipKind;
import dev.ashlar.lab.spaceship.Spaceship;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// The measuring JVM: one implementation, one crew.
public final class CellProcess {
    private static final double NS_PER_SECOND = 1e9;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /// Between two looks at the clock.
    private static final int STRETCH = 1 << 10;
    /// Both coordinates follow from each other, also where they go round, so a mix of two places shows.
    private static final int SLOPE = -3;

    private CellProcess() {
    }

    /// @param args kind, crew, milliseconds
    public static void main(String[] args) throws Exception {
        ShipKind kind = ShipKind.valueOf(args[0]);
        Crew crew = Crew.valueOf(args[1]);
        System.out.println(Fork.FOUND + measure(kind, crew, Long.parseLong(args[2])).line());
        System.exit(0);
    }

    /// Measures in this JVM, after half that time to warm up.
    static CellResult measure(ShipKind kind, Crew crew, long milliseconds)
            throws IOException, InterruptedException {
        Spaceship ship = kind.launch(crew.writers() > 1);
        run(ship, crew, milliseconds / 2);
        return run(ship, crew, milliseconds);
    }

    private static CellResult run(Spaceship ship, Crew crew, long milliseconds)
            throws IOException, InterruptedException {
        List<Member> readers = new ArrayList<>();
        List<Member> writers = new ArrayList<>();
        long end = System.nanoTime() + milliseconds * 1_000_000;
        for (int i = 0; i < crew.readers() + crew.writers(); i++) {
            Member member = new Member(ship, i < crew.readers(), end);
            (member.reads ? readers : writers).add(member);
            member.start();
        }
        long elapsed = 0;
        long mixed = 0;
        for (List<Member> members : List.of(readers, writers)) {
            for (Member member : members) {
                member.join();
                elapsed = Math.max(elapsed, member.elapsedNs);
                mixed += member.mixed;
            }
        }
        int[] last = new int[2];
        ship.readPosition(last);
        if (mixed > 0 || last[1] != SLOPE * last[0]) {
            throw new IOException("places of two moments were read: count=" + mixed + ", x=" + last[0] + ", y=" + last[1]);
        }
        double seconds = elapsed / NS_PER_SECOND;
        long reads = sum(readers, member -> member.operations);
        long moves = sum(writers, member -> member.operations);
        long bytes = sum(readers, member -> member.bytes) + sum(writers, member -> member.bytes);
        return new CellResult(reads / seconds, moves / seconds, sum(readers, member -> member.fresh) / seconds,
                sum(readers, member -> member.attempts) / (double) Math.max(1, reads),
                sum(writers, member -> member.attempts) / (double) Math.max(1, moves),
                Math.min(fairness(readers, reads), fairness(writers, moves)),
                bytes / (double) Math.max(1, reads + moves));
    }

    private static long sum(List<Member> members, ToLongFunction<Member> figure) {
        return members.stream().mapToLong(figure).sum();
    }

    private static double fairness(List<Member> members, long all) {
        long least = members.stream().mapToLong(member -> member.operations).min().orElseThrow();
        return least * members.size() / (double) Math.max(1, all);
    }

    private static final class Member extends Thread {
        private final Spaceship ship;
        private final boolean reads;
        private final long end;
        private long operations;
        private long attempts;
        private long fresh;
        private long mixed;
        private long elapsedNs;
        private long bytes;

        Member(Spaceship ship, boolean reads, long end) {
            this.ship = ship;
            this.reads = reads;
            this.end = end;
        }

        @Override
        public void run() {
            long began = System.nanoTime();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long now;
            // Once at least, however late this thread is given a core.
            do {
                if (reads) {
                    read();
                } else {
                    move();
                }
                operations += STRETCH;
                now = System.nanoTime();
            } while (now - end < 0);
            elapsedNs = now - began;
            bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        }

        private void read() {
            int[] place = new int[2];
            long seen = Long.MIN_VALUE;
            long tried = 0;
            long changed = 0;
            long wrong = 0;
            for (int i = 0; i < STRETCH; i++) {
                tried += ship.readPosition(place);
                changed += place[0] != seen ? 1 : 0;
                seen = place[0];
                wrong += place[1] != SLOPE * place[0] ? 1 : 0;
            }
            attempts += tried;
            // The first one of a stretch has nothing before it.
            fresh += changed - 1;
            mixed += wrong;
        }

        private void move() {
            long tried = 0;
            for (int i = 0; i < STRETCH; i++) {
                tried += ship.move(1, SLOPE);
            }
            attempts += tried;
        }
    }
}
