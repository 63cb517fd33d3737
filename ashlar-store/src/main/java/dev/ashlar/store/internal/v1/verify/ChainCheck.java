// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.store.Container;

/// Checks that the chunks of a container follow each other, and reach as far as the last checkpoint says.
///
/// @param settled whether the writer closed the store, so that they must not reach further
record ChainCheck(Extents extents, Checkpoint checkpoint, boolean settled, StoreFindings findings) {
    private static final String MISSING = "these rows are lost";

    void check(Container container, Link[] links) {
        String name = container.record().name();
        for (int i = 0; i + 1 < links.length; i++) {
            // Frames never cross a chunk: each chunk of a journal begins where the one before could have ended.
            long end = container.record().kind() == ContainerKind.JOURNAL
                    ? links[i].identity().first() + extents.geometry().chunkBytes() : links[i].end();
            pair(container, links[i], end, links[i + 1]);
            if (container.record().kind() == ContainerKind.JOURNAL) {
                used(name, links[i], links[i + 1]);
            }
        }
        if (links.length > 0) {
            Link last = links[links.length - 1];
            if (last.entry().nextWord() != 0) {
                findings.addEntry(name, last.chunk(), last.end(), last.end(), "next=" + (last.entry().nextWord() - 1)
                        + ", which is not the chunk that follows", "rows after these may be lost");
            }
            if (last.entry().retired() != 0) {
                findings.addEntry(name, last.chunk(), last.identity().first(), last.end(),
                        "last chunk is retired: retired=" + last.entry().retired(), "its rows are not found");
            }
        }
        marks(container, links);
    }

    /// The next chunk of a journal also says how much of a chunk is in use.
    private void used(String name, Link link, Link successor) {
        long used = successor.identity().blockLength();
        if (successor.identity().ordinal() == link.identity().ordinal() + 1 && link.entry().count() != used) {
            findings.addEntry(name, link.chunk(), link.end(), link.end(), "count=" + link.entry().count()
                    + ", next chunk says=" + used, "readers use the count in the next chunk");
        }
    }

    /// Of what was retired before, some chunks may be left and others not.
    private long promisedFirst(Container container) {
        int index = checkpoint.marks().indexOf(container.record().id());
        return index < 0 ? 0 : checkpoint.marks().first(index);
    }

    private void pair(Container container, Link link, long end, Link successor) {
        String name = container.record().name();
        long first = successor.identity().first();
        boolean follows = successor.identity().ordinal() == link.identity().ordinal() + 1;
        if (successor.identity().ordinal() == link.identity().ordinal()) {
            findings.addEntry(name, successor.chunk(), first, successor.end(),
                    "two chunks have the same ordinal: ordinal=" + link.identity().ordinal() + ", other chunk="
                            + link.chunk(), "rows may be confused with those of the other chunk");
        } else if (!follows && first > promisedFirst(container)) {
            findings.addEntry(name, link.chunk(), end, Math.max(end, first), "chunks are missing after this one: ordinal="
                    + link.identity().ordinal() + ", next found=" + successor.identity().ordinal(), MISSING);
        } else if (follows && first > end) {
            findings.addEntry(name, link.chunk(), end, first, "rows end early: end=" + end + ", next chunk begins at="
                    + first, MISSING);
        } else if (first < end) {
            findings.addEntry(name, link.chunk(), first, end, "rows overlap: end=" + end + ", next chunk begins at="
                    + first, "rows after the beginning of the next chunk are not found");
        }
        if (follows && link.entry().nextWord() != successor.chunk() + 1L) {
            findings.addEntry(name, link.chunk(), first, first, "next=" + (link.entry().nextWord() - 1) + ", expected="
                    + successor.chunk(), "readers that follow the writer stop there");
        }
        if (link.entry().retired() == 0 && successor.entry().retired() != 0) {
            findings.addEntry(name, successor.chunk(), first, successor.end(),
                    "chunk was retired before the chunk before it: retired=" + successor.entry().retired(),
                    "its rows may be overwritten");
        }
    }

    private void marks(Container container, Link[] links) {
        int index = checkpoint.marks().indexOf(container.record().id());
        if (index < 0) {
            return;
        }
        String name = container.record().name();
        long promisedFirst = promisedFirst(container);
        long promisedEnd = checkpoint.marks().end(index);
        long end = links.length == 0 ? 0 : links[links.length - 1].end();
        long first = end;
        for (int i = links.length - 1; i >= 0 && links[i].entry().retired() == 0; i--) {
            first = links[i].identity().first();
        }
        int chunk = links.length == 0 ? -1 : links[links.length - 1].chunk();
        String promise = "last checkpoint: first=" + promisedFirst + ", end=" + promisedEnd + ", found: first=" + first
                + ", end=" + end;
        if (end < promisedEnd) {
            add(name, chunk, end, promisedEnd, promise, MISSING);
        } else if (settled && end > promisedEnd) {
            add(name, chunk, promisedEnd, end, promise, "these rows were never committed");
        }
        if (settled && first != promisedFirst) {
            boolean lost = first > promisedFirst;
            add(name, links.length == 0 ? -1 : links[0].chunk(), Math.min(first, promisedFirst),
                    Math.max(first, promisedFirst), promise, lost ? MISSING : "these rows were retired");
        }
    }

    private void add(String name, int chunk, long from, long to, String found, String meaning) {
        if (chunk < 0) {
            findings.add(extents.file(0), 0, name + ": " + found, meaning);
        } else {
            findings.addEntry(name, chunk, from, to, found, meaning);
        }
    }
}
