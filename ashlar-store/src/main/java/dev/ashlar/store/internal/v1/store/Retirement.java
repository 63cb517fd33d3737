// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkSpace;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// Reuses retired chunks once a durable checkpoint says that their container begins later, and all readers that may
/// still see them have released them.
///
/// **Threading**: the writer's.
final class Retirement {
    /// A chunk on its way.
    ///
    /// @param number     of the retirement
    /// @param generation of the last checkpoint that may not know of it
    private record Retired(Chain chain, Link link, long number, long generation) { }

    private final ChunkSpace space;
    private final LiveFile live;
    private final Locks locks;
    private final Checkpoints checkpoints;
    /// Waits for whoever works at a chunk in this process.
    private final Consumer<Link> release;
    private final Deque<Retired> waiting = new ArrayDeque<>();

    Retirement(ChunkSpace space, LiveFile live, Locks locks, Checkpoints checkpoints, Consumer<Link> release) {
        this.release = release;
        this.space = space;
        this.live = live;
        this.locks = locks;
        this.checkpoints = checkpoints;
    }

    /// Retires the chunks of a container that end at `row` or before, but the last.
    ///
    /// @return how many
    int retire(Chain chain, long row) {
        long number = live.retirements() + 1;
        List<Link> retired = new ArrayList<>();
        Link[] links = chain.links();
        for (int i = 0; i + 1 < links.length && links[i + 1].identity().first() <= row; i++) {
            if (links[i].entry().retired() == 0) {
                links[i].entry().retired(number);
                retired.add(links[i]);
            }
        }
        if (!retired.isEmpty()) {
            // Whoever pins this number sees the marks; whoever pinned less holds the chunks back.
            live.retirements(number);
            // Whoever takes a checkpoint either sees the marks or has said before that it was begun.
            VarHandle.fullFence();
            long unaware = checkpoints.generationUnaware();
            retired.forEach(link -> waiting.add(new Retired(chain, link, number, unaware)));
            checkpoints.retired();
        }
        return retired.size();
    }

    /// Takes up a chunk that was retired before the store was opened.
    ///
    /// @param durable whether the last checkpoint says that its container begins later
    void resume(Chain chain, Link link, boolean durable) {
        long number = Math.max(1, link.entry().retired());
        link.entry().retired(number);
        live.retirements(Math.max(live.retirements(), number));
        // Messages that are replayed may need the very chunk that they took before.
        waiting.add(new Retired(chain, link, number, checkpoints.generation() - (durable ? 1 : 0)));
    }

    /// Releases chunks that no reader has pinned any more.
    ///
    /// @param wanted whether it is worth a checkpoint
    void reclaim(boolean wanted) throws StoreException {
        if (waiting.isEmpty()) {
            return;
        }
        // More than once where one that another thread had begun came to nothing.
        while (wanted && waiting.peek().generation >= checkpoints.generation()) {
            checkpoints.write(false);
        }
        long held = leastPinned();
        while (!waiting.isEmpty() && waiting.peek().generation < checkpoints.generation()
                && waiting.peek().number <= held) {
            Retired retired = waiting.remove();
            retired.chain.drop(retired.link);
            release.accept(retired.link);
            space.release(retired.link.chunk());
        }
    }

    /// The least retirement that a living process has pinned.
    private long leastPinned() throws StoreException {
        long least = Long.MAX_VALUE;
        for (int slot = 0; slot < StoreLayout.MAX_READERS; slot++) {
            long pinned = live.pinned(slot);
            int reader = slot;
            if (pinned != 0 && !locks.reap(slot, () -> live.unpin(reader))) {
                least = Math.min(least, pinned - 1);
            }
        }
        return least;
    }
}
