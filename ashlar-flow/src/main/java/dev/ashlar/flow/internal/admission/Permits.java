// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

import java.util.Arrays;

/// Requests that were admitted and have not ended: since when, and in which order they wait.
///
/// A permit is the number of a place, and how often that place was taken, so that one that has ended is distinguished
/// from the next at its place. Places that wait are linked in a queue of each partition.
///
/// **Threading**: one thread at a time. Allocates nothing after it was made.
public final class Permits {
    public static final int NONE = -1;
    private static final int PLACE_BITS = 24;
    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;
    /// The place of permits that have none: more requests are there than places.
    private static final int NOWHERE = PLACE_MASK;

    private enum State {
        FREE, WAITING, SERVED, DROPPED
    }

    private final State[] states;
    private final long[] uses;
    private final long[] admittedNs;
    private final long[] begunNs;
    private final int[] partitions;
    /// In the queue of a partition, or of free places.
    private final int[] next;
    private final int[] previous;
    private final int[] oldest;
    private final int[] newest;
    private int free;

    public Permits(int places, int partitionCount) {
        states = new State[places];
        Arrays.fill(states, State.FREE);
        uses = new long[places];
        admittedNs = new long[places];
        begunNs = new long[places];
        partitions = new int[places];
        next = new int[places];
        Arrays.setAll(next, place -> place + 1 < places ? place + 1 : NONE);
        previous = new int[places];
        oldest = new int[partitionCount];
        newest = new int[partitionCount];
        Arrays.fill(oldest, NONE);
        Arrays.fill(newest, NONE);
    }

    /// @return a permit; or [#NONE] if no place is free
    public long take(int partition, long now) {
        int place = free;
        if (place == NONE) {
            return NONE;
        }
        free = next[place];
        states[place] = State.WAITING;
        admittedNs[place] = now;
        partitions[place] = partition;
        next[place] = NONE;
        previous[place] = newest[partition];
        if (previous[place] == NONE) {
            oldest[partition] = place;
        } else {
            next[previous[place]] = place;
        }
        newest[partition] = place;
        return uses[place] << PLACE_BITS | place;
    }

    public boolean isFull() {
        return free == NONE;
    }

    /// A permit of which nothing is known but its partition.
    public static long nowhere(int partition) {
        return (long) partition << PLACE_BITS | NOWHERE;
    }

    public static boolean isNowhere(long permit) {
        return permit >= 0 && ((int) permit & PLACE_MASK) == NOWHERE;
    }

    /// The place of a permit that has not ended.
    ///
    /// @throws IllegalStateException if it has
    public int place(long permit) {
        int place = (int) permit & PLACE_MASK;
        if (permit < 0 || place >= states.length || uses[place] != permit >>> PLACE_BITS
                || states[place] == State.FREE) {
            throw new IllegalStateException("permit is invalid or has ended: permit=" + permit);
        }
        return place;
    }

    public int partition(long permit) {
        return isNowhere(permit) ? (int) (permit >>> PLACE_BITS) : partitionAt(place(permit));
    }

    public int partitionAt(int place) {
        return partitions[place];
    }

    /// @return whether it is to be served; where it was dropped its place is free again
    /// @throws IllegalStateException if its service has begun already
    public boolean begin(int place, long now) {
        if (states[place] == State.SERVED) {
            throw new IllegalStateException("service has begun already: place=" + place);
        }
        if (states[place] == State.DROPPED) {
            giveBack(place);
            return false;
        }
        unlink(place);
        states[place] = State.SERVED;
        begunNs[place] = now;
        return true;
    }

    public boolean isDropped(int place) {
        return states[place] == State.DROPPED;
    }

    public boolean isServed(int place) {
        return states[place] == State.SERVED;
    }

    public long admittedNs(int place) {
        return admittedNs[place];
    }

    public long begunNs(int place) {
        return begunNs[place];
    }

    /// From now on its place is free.
    public void end(int place) {
        if (states[place] == State.WAITING) {
            unlink(place);
        }
        giveBack(place);
    }

    /// Ends its wait; its place is kept until its turn in the queue.
    public long drop(int place) {
        unlink(place);
        states[place] = State.DROPPED;
        return uses[place] << PLACE_BITS | place;
    }

    /// The one of a partition that has waited longest.
    public int oldest(int partition) {
        return oldest[partition];
    }

    /// The one that has waited longest of all.
    public int oldest() {
        int first = NONE;
        for (int place : oldest) {
            if (place != NONE && (first == NONE || admittedNs[place] - admittedNs[first] < 0)) {
                first = place;
            }
        }
        return first;
    }

    private void unlink(int place) {
        int partition = partitions[place];
        if (previous[place] == NONE) {
            oldest[partition] = next[place];
        } else {
            next[previous[place]] = next[place];
        }
        if (next[place] == NONE) {
            newest[partition] = previous[place];
        } else {
            previous[next[place]] = previous[place];
        }
    }

    private void giveBack(int place) {
        states[place] = State.FREE;
        uses[place]++;
        next[place] = free;
        free = place;
    }
}
