// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.RecoveryReport;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.chunk.ChunkSpace;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.journal.FrameScan;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Brings the directory of a store into order before it is written to. After a loss of power readers do the same in
/// memory of their own ([PrivateExtents]), so that they see what the next writer will.
///
/// If the machine has stayed up, all words of the directory are as the last writer stored them, and are used. If it
/// went down, the directory may be any mix of old and new words: then the last checkpoint and the commits that followed
/// it are used, and everything later is dropped. The last checkpoint is also used if the last writer closed the store:
/// nothing came after it, and a word that says otherwise is damaged.
///
/// Reads the directory, 128 bytes for each chunk, and of the rows those that were committed since the checkpoint.
final class Recovery {
    private final Extents extents;
    private final Checkpoint checkpoint;
    private final Checkpoint durable;
    private final Kind kind;
    private final ChunkScan scan;
    /// Null where the power was not lost.
    private final CommitScan commits;
    private final List<Link> given = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private boolean changed;

    /// @param checkpoint the last one
    /// @param durable    the last one that is durable
    Recovery(Extents extents, Checkpoint checkpoint, Checkpoint durable, StoreId boot) {
        this.extents = extents;
        scan = ChunkScan.of(extents);
        kind = kind(scan, checkpoint, durable, boot);
        // Elsewhere the words of the directory say more.
        commits = kind == Kind.POWER_LOSS ? new CommitScan(extents, scan, durable) : null;
        this.durable = commits == null ? durable : commits.continued();
        this.checkpoint = commits == null ? checkpoint : this.durable;
        changed = kind != Kind.CLEAN;
    }

    /// What a store has to be recovered from.
    static Kind kind(ChunkScan scan, Checkpoint checkpoint, Checkpoint durable, StoreId boot) {
        return checkpoint.clean() && !goesOn(scan, durable) ? Kind.CLEAN
                : checkpoint.boot().equals(boot) ? Kind.PROCESS_DEATH : Kind.POWER_LOSS;
    }

    /// Whether somebody wrote after the last checkpoint, though it says that the store was closed: then those after it
    /// are damaged.
    private static boolean goesOn(ChunkScan scan, Checkpoint durable) {
        return scan.links().values().stream().map(List::getLast).anyMatch(last ->
                last.count() > 0 && last.identity().first() >= durable.end(last.identity().container()));
    }

    /// Refuses chunks of a container that the catalog does not know: records are durable before a chunk is taken for
    /// them, so the catalog is damaged, and the next container would get these chunks with the number.
    ///
    /// Nothing has been changed before this.
    void checkOwners(int containers, Path folder) throws StoreException {
        for (Map.Entry<Integer, List<Link>> links : scan.links().entrySet()) {
            if (links.getKey() > containers) {
                throw new StoreException(Reason.CORRUPT, folder.resolve(Catalog.NAME), "containers=" + containers
                        + ", but there are chunks of container " + links.getKey() + ": first chunk="
                        + links.getValue().getFirst().chunk() + "; readers can still open the store");
            }
        }
    }

    /// Refuses a journal whose last messages are missing: new messages would get their positions, which rows and index
    /// already refer to.
    ///
    /// Nothing has been changed before this.
    void checkJournals(List<ContainerRecord> records, Path folder) throws StoreException {
        for (ContainerRecord record : records) {
            long end = durableEnd(record.id());
            if (record.kind() == ContainerKind.JOURNAL && end > 0) {
                Link[] links = scan.of(record.id(), extents);
                Identity last = links.length == 0 ? null : links[Chain.indexOf(links, end - 1)].identity();
                if (last == null || end - last.first() > last.capacity()) {
                    long found = last == null ? 0 : last.first() + last.capacity();
                    throw new StoreException(Reason.CORRUPT, folder, "entry of a chunk is damaged: the last messages of"
                            + " a journal are missing: journal=" + record.name() + ", from=" + found + ", end=" + end
                            + "; readers can still open the store");
                }
            }
        }
    }

    Kind kind() {
        return kind;
    }

    /// The chunks of a container, in order, with what has to be set right in their entries set right.
    Link[] chain(ContainerRecord record) {
        Link[] links = scan.of(record.id(), extents);
        if (record.kind() == ContainerKind.JOURNAL) {
            links = kind == Kind.POWER_LOSS ? cutJournal(record, links) : links;
        } else if (kind != Kind.PROCESS_DEATH) {
            links = cut(record, links);
        }
        for (int i = 0; i < links.length; i++) {
            if (kind == Kind.POWER_LOSS && record.kind() == ContainerKind.LAST_VALUES) {
                // Its cells are put right in place.
                extents.makeWritable(links[i].chunk(), links[i].count() * links[i].identity().stride());
                links[i] = Chain.link(extents, links[i].chunk());
            }
            // Its footer may not have reached the disk, nor all words of the seal itself; or a writer had taken it away
            // to go on, and overwritten the footer.
            boolean open = i + 1 == links.length && links[i].count() < links[i].identity().capacity();
            if (kind == Kind.POWER_LOSS && (open || links[i].entry().isSealedAfter(checkpoint.generation())
                    || links[i].entry().isSealTorn())) {
                links[i].entry().unseal();
            }
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
        long whole = commits == null ? end : Math.min(end, commits.damagedAt(record.id()));
        if (whole < end) {
            dropped.add(record.name() + ": " + (end - whole) + " rows from row " + whole
                    + " were committed and are damaged");
        }
        long[] counts = ChunkScan.cut(links, whole);
        // The writer had taken chunks for rows that did not come. Readers may know them.
        while (kind == Kind.CLEAN && counts.length < links.length && links[counts.length].identity().first() == end) {
            counts = Arrays.copyOf(counts, counts.length + 1);
        }
        if (whole < end && counts.length == 0 && links.length > 0) {
            // What comes gets the numbers after those that are missing.
            counts = new long[1];
        }
        long lost = 0;
        for (int i = 0; i < links.length; i++) {
            long count = i < counts.length ? counts[i] : 0;
            lost += Math.max(0, links[i].count() - count);
            if (i >= counts.length) {
                given.add(links[i]);
            } else {
                changed |= links[i].entry().count() != count;
                links[i].entry().count(count);
            }
        }
        // What a journal fills is rebuilt from it.
        if (lost > 0 && record.source() == 0) {
            dropped.add(record.name() + ": " + lost + " rows after row " + end + " had not reached the disk");
        }
        return Arrays.copyOf(links, counts.length);
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
            long end = kept.length == 0 ? durableEnd(record.id()) : kept[kept.length - 1].end();
            dropped.add(record.name() + ": " + lost + " bytes of messages after position " + end
                    + " had not reached the disk");
        }
        return kept;
    }

    /// How far a container is durable.
    long durableEnd(int container) {
        return durable.end(container);
    }

    /// How far a container went at the last checkpoint, when journals and their tables belonged together.
    long end(int container) {
        return checkpoint.end(container);
    }

    /// Says where readers of a container find that something is missing.
    void promise(Chain chain, int container) {
        chain.promise(checkpoint.first(container), checkpoint.end(container));
    }

    /// What the last checkpoint says of a container besides.
    long detail(int container) {
        int index = checkpoint.marks().indexOf(container);
        return index < 0 ? 0 : checkpoint.marks().detail(index);
    }

    /// Takes what was lost into the report.
    void report(String lost) {
        dropped.add(lost);
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
    void finish(ChunkSpace space, Retirement retirement, List<Container> containers) throws StoreException {
        for (Container container : containers) {
            takeUp(container, space, retirement);
        }
        for (Link link : given) {
            link.entry().clear();
        }
        List<Container> incomplete = containers.stream().filter(this::hasGap).toList();
        settleDamaged(space, !incomplete.isEmpty());
        for (Container container : incomplete) {
            goOnAfter(container, space);
        }
    }

    private void takeUp(Container container, ChunkSpace space, Retirement retirement) {
        long first = checkpoint.first(container.record().id());
        long durableFirst = durable.first(container.record().id());
        // Chunks are retired one after the other. A mark behind one that is missing, which the loss of power or damage
        // leaves, would tear a hole into the rows.
        boolean retired = true;
        for (Link link : container.chain().links()) {
            space.take(link.chunk());
            boolean marked = kind == Kind.PROCESS_DEATH && link.entry().retired() != 0;
            // A chunk at the mark is not retired, even if nothing in it is left.
            boolean before = link.identity().first() < first && link.end() <= first;
            retired &= (marked || before) && link != container.chain().last();
            if (retired) {
                retirement.resume(container.chain(), link, link.end() <= durableFirst);
            } else if (link.entry().retired() != 0) {
                link.entry().retired(0);
                changed = true;
            }
        }
    }

    /// Rows at the end are missing: those that come get the numbers after them, in a chunk of their own.
    private void goOnAfter(Container container, ChunkSpace space) throws StoreException {
        long end = durableEnd(container.record().id());
        Link last = container.chain().last();
        if (!(container instanceof OfTable) || last == null || last.end() >= end) {
            return;
        }
        Identity was = last.identity();
        int chunk = space.claim();
        space.use(chunk, new Identity(was.container(), was.ordinal() + 1, end, was.capacity(), was.stride(),
                was.blockLength(), was.schemaVersion(), was.prefix(), was.footer()), durable.generation());
        container.chain().add(Chain.link(extents, chunk));
        last.entry().next(chunk);
        changed = true;
    }

    /// A chunk whose entry is not whole was being taken or given back when the writer ended, or was damaged since. In
    /// doubt it is left alone.
    private void settleDamaged(ChunkSpace space, boolean missing) {
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
            // What does not fit into the rest of a journal's chunk begins in the next one.
            boolean journal = container instanceof OfJournal;
            at = Math.max(at, journal ? link.identity().first() + link.identity().capacity() : link.end());
        }
        return at < checkpoint.marks().end(index);
    }

    /// Whether entries were changed that a checkpoint has to make durable.
    boolean changed() {
        return changed || !given.isEmpty();
    }

    RecoveryReport report(boolean created, long rows, long messages, long nanoseconds) {
        return new RecoveryReport(created ? Kind.CREATED : kind, rows, messages, dropped, nanoseconds);
    }
}
