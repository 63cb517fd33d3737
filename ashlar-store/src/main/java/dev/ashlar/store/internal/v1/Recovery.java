// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.RecoveryReport;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.internal.v1.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.Chain.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Brings the directory of a store into order before it is written to.
///
/// Where the machine has stayed up, all words of the directory are as the last writer stored them, and count. Where it
/// went down, any mix of old and new may be there: then the last checkpoint counts, and what came after is dropped.
///
/// Reads the directory, 128 bytes for each chunk, and nothing of the rows.
final class Recovery {
    private final Extents extents;
    private final Checkpoint checkpoint;
    private final Checkpoint durable;
    private final Kind kind;
    private final ChunkScan scan;
    private final List<Link> given = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private boolean changed;

    /// @param checkpoint the last one
    /// @param durable    the last one that is durable
    Recovery(Extents extents, Checkpoint checkpoint, Checkpoint durable, StoreId boot) {
        this.extents = extents;
        this.checkpoint = checkpoint;
        this.durable = durable;
        kind = checkpoint.clean() ? Kind.CLEAN : checkpoint.boot().equals(boot) ? Kind.PROCESS_DEATH
                : Kind.POWER_LOSS;
        changed = kind != Kind.CLEAN;
        scan = ChunkScan.of(extents);
    }

    /// The chunks of a container, in order, with what has to be set right in their entries set right.
    Link[] chain(ContainerRecord record) {
        Link[] links = scan.of(record.id(), extents);
        if (kind == Kind.POWER_LOSS) {
            links = record.kind() == ContainerKind.JOURNAL ? cutJournal(record, links) : cut(record, links);
        }
        for (int i = 0; i < links.length; i++) {
            int next = i + 1 < links.length ? links[i + 1].chunk() : -1;
            if (links[i].entry().next() != next) {
                links[i].entry().next(next);
                changed = true;
            }
        }
        return links;
    }

    /// Drops what came after the last checkpoint.
    private Link[] cut(ContainerRecord record, Link[] links) {
        long end = durableEnd(record.id());
        int kept = links.length;
        long lost = 0;
        while (kept > 0 && links[kept - 1].identity().first() >= end) {
            kept--;
            lost += links[kept].count();
            given.add(links[kept]);
        }
        for (int i = 0; i < kept; i++) {
            long count = (i + 1 < kept ? links[i + 1].identity().first() : end) - links[i].identity().first();
            lost += links[i].count() - Math.min(count, links[i].count());
            // Where a gap follows, more is missing than this chunk ever had.
            links[i].entry().count(Math.min(count, links[i].identity().capacity()));
        }
        // What a journal fills is made anew from it.
        if (lost > 0 && record.source() == 0) {
            dropped.add(record.name() + ": " + lost + " rows after row " + end + " had not reached the disk");
        }
        return Arrays.copyOf(links, kept);
    }

    /// Drops what comes after the last frame that follows those before it without a gap.
    private Link[] cutJournal(ContainerRecord record, Link[] links) {
        FrameScan found = FrameScan.of(links, durableEnd(record.id()), ended(record.id()), extents.id());
        long lost = 0;
        for (int i = found.links(); i < links.length; i++) {
            lost += links[i].count();
            given.add(links[i]);
        }
        for (int i = 0; i < found.links(); i++) {
            boolean last = i + 1 == found.links();
            boolean followed = !last && links[i + 1].identity().ordinal() == links[i].identity().ordinal() + 1;
            long count = last ? found.count() : followed ? links[i + 1].identity().blockLength() : links[i].count();
            lost += last ? Math.max(0, links[i].count() - count) : 0;
            links[i].entry().count(Math.clamp(count, 0, links[i].identity().capacity()));
        }
        Link[] kept = Arrays.copyOf(links, found.links());
        if (lost > 0) {
            dropped.add(record.name() + ": " + lost + " bytes of messages after position "
                    + kept[kept.length - 1].end() + " had not reached the disk");
        }
        return kept;
    }

    /// How far a container is durable.
    long durableEnd(int container) {
        int index = durable.marks().indexOf(container);
        return index < 0 ? 0 : durable.marks().end(index);
    }

    /// How far a container went at the last checkpoint, when journals and their tables belonged together.
    long end(int container) {
        int index = checkpoint.marks().indexOf(container);
        return index < 0 ? 0 : checkpoint.marks().end(index);
    }

    /// Whether nothing more may be added to the last chunk of a journal: a writer that died may have left frames there
    /// that were never published, and could be taken for later ones when power is lost.
    boolean ended(int container) {
        int index = checkpoint.marks().indexOf(container);
        return index >= 0 && checkpoint.marks().detail(index) == Checkpoints.ENDED;
    }

    boolean isClean() {
        return kind == Kind.CLEAN;
    }

    /// Says which chunks are in use.
    void finish(ChunkSpace space, Retirement retirement, List<Container> containers) {
        for (Container container : containers) {
            int index = durable.marks().indexOf(container.record().id());
            long first = index < 0 ? 0 : durable.marks().first(index);
            for (Link link : container.chain().links()) {
                space.take(link.chunk());
                boolean before = link.end() <= first && link != container.chain().last();
                if (kind == Kind.POWER_LOSS && !before && link.entry().retired() != 0) {
                    // What was retired since the checkpoint may be so in one container and not in another.
                    link.entry().retired(0);
                } else if (link.entry().retired() != 0 || before) {
                    retirement.resume(container.chain(), link, before);
                }
            }
        }
        for (Link link : given) {
            link.entry().clear();
        }
        settleDamaged(space, containers);
        settleStrangers(containers);
    }

    /// A chunk whose entry is not whole was being taken or given back when the writer ended, or was damaged since. In
    /// doubt it is left alone.
    private void settleDamaged(ChunkSpace space, List<Container> containers) {
        boolean missing = containers.stream().anyMatch(container -> hasGap(container));
        for (int chunk : scan.damaged()) {
            boolean halfMade = kind == Kind.POWER_LOSS || extents.entry(chunk).count() == 0;
            if (kind != Kind.CLEAN && halfMade && !missing) {
                extents.entry(chunk).clear();
            } else {
                space.take(chunk);
                dropped.add("chunk " + chunk + " in " + extents.file(extents.geometry().extent(chunk))
                        + " has a damaged entry and is left alone");
            }
        }
    }

    /// Whether rows are missing that the last checkpoint counts.
    private boolean hasGap(Container container) {
        int index = checkpoint.marks().indexOf(container.record().id());
        if (index < 0) {
            return false;
        }
        long at = checkpoint.marks().first(index);
        for (Link link : container.chain().links()) {
            if (link.identity().first() > at) {
                return true;
            }
            at = Math.max(at, link.end());
        }
        return at < checkpoint.marks().end(index);
    }

    /// Chunks of containers that the catalog does not know belong to nobody.
    private void settleStrangers(List<Container> containers) {
        for (Map.Entry<Integer, List<Link>> links : scan.links().entrySet()) {
            if (containers.stream().noneMatch(container -> container.record().id() == links.getKey())) {
                links.getValue().forEach(link -> link.entry().clear());
                changed = true;
            }
        }
    }

    /// Whether entries were changed that a checkpoint has to make durable.
    boolean changed() {
        return changed || !given.isEmpty();
    }

    RecoveryReport report(boolean created, long rows, long messages, long nanoseconds) {
        return new RecoveryReport(created ? Kind.CREATED : kind, rows, messages, dropped, nanoseconds);
    }
}
