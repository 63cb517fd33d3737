// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Pins;
import java.util.Arrays;

/// The chunks that a cursor can see and keeps from being reused.
///
/// **Threading**: one thread at a time.
///
/// **Ownership**: a pin, until it is closed.
public final class View implements AutoCloseable {
    private static final Link[] NOTHING = {};

    private final Chain chain;
    private final Pins pins;
    private final String name;
    private final boolean unpinned;
    private long pin;
    private Link[] links = NOTHING;
    private boolean closed;

    /// Sees nothing yet.
    ///
    /// @param name of the container, for messages
    public View(Chain chain, Pins pins, String name) {
        this.chain = chain;
        this.pins = pins;
        this.name = name;
        pin = pins.pin();
        unpinned = pin == Pins.UNPINNED;
    }

    /// In their order; the same objects until it grows.
    public Link[] links() {
        return links;
    }

    /// Whether nobody takes notice of it: then what it sees may be given away while it is read.
    public boolean isUnpinned() {
        return unpinned;
    }

    /// Takes in chunks that were added at the end.
    ///
    /// @return whether there are any
    public boolean grow() {
        if (closed) {
            throw new IllegalStateException("cursor is closed (" + name + ")");
        }
        chain.end();
        Link[] now = chain.links();
        Link last = links.length == 0 ? null : links[links.length - 1];
        int added = 0;
        while (added < now.length && (last == null
                || now[now.length - 1 - added].identity().ordinal() > last.identity().ordinal())) {
            added++;
        }
        if (added == 0) {
            return false;
        }
        Link[] more = Arrays.copyOf(links, links.length + added);
        System.arraycopy(now, now.length - added, more, links.length, added);
        links = more;
        return true;
    }

    /// Holds back only what comes from `next` on. The old pin is released when the new one is known to
    /// hold `next`: if that was retired meanwhile, only the old one does.
    public void releaseBefore(Link next) {
        long newer = pins.pin();
        if (newer == Pins.UNPINNED) {
            return;
        }
        if (next.isGone()) {
            pins.unpin(newer);
        } else {
            pins.unpin(pin);
            pin = newer;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            links = NOTHING;
            pins.unpin(pin);
        }
    }
}
