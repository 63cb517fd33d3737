// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.ChunkSpace;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.OpenFiles;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreStep;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// Gives the containers of an open store their chunks, and makes what they publish as durable as the options of the
/// store say.
///
/// **Threading**: the writer's.
public final class WriterChunks implements ChunkOwner {
    private final Path folder;
    private final Extents extents;
    private final StoreDisk disk;
    private final LiveFile live;
    private final Checkpoints checkpoints;
    private final ChunkSpace space;
    private final Retirement retirement;
    private final boolean durable;
    /// Whether nothing is written.
    private final boolean inMemory;
    /// Null until the store is open.
    private Sealer sealer;
    /// No checkpoint may be taken yet.
    private boolean opening = true;
    private boolean closed;
    private boolean batch;

    WriterChunks(OpenFiles files, StoreDisk disk, StoreOptions options, Checkpoints checkpoints, boolean inMemory) {
        folder = files.folder();
        extents = files.extents();
        live = files.live();
        this.disk = disk;
        this.checkpoints = checkpoints;
        this.inMemory = inMemory;
        durable = options.durability() == Durability.COMMIT;
        space = new ChunkSpace(extents, options.maxBytes());
        retirement = new Retirement(space, live, files.locks(), checkpoints, this::release);
    }

    ChunkSpace space() {
        return space;
    }

    Retirement retirement() {
        return retirement;
    }

    /// All containers are taken up.
    void opened() {
        opening = false;
        space.makeAhead();
    }

    /// Full chunks are sealed from here on.
    void seal(Sealer by) {
        sealer = by;
    }

    /// Somebody will soon want a chunk.
    void prepare() {
        space.prepare();
    }

    /// Waits for the thread that makes extents.
    void endThreads() {
        space.endMaking();
    }

    /// No chunk is given any more.
    void close() {
        closed = true;
    }

    @Override
    public Extents extents() {
        return extents;
    }

    @Override
    public void grow(long bytes) throws StoreException {
        checkpoints.grow(bytes);
    }

    @Override
    public int claim() throws StoreException {
        if (closed) {
            throw new IllegalStateException("store is closed (" + folder + ")");
        }
        checkpoints.check();
        // While messages are replayed, journals and tables do not belong together, and no checkpoint may say so.
        retirement.reclaim(space.freeCount() == 0 && !opening);
        return space.claim();
    }

    @Override
    public void use(int chunk, Identity identity) {
        space.use(chunk, identity, checkpoints.generation());
        live.claims(live.claims() + 1);
    }

    @Override
    public void at(StoreStep step) {
        if (!inMemory) {
            disk.at(step);
        }
    }

    @Override
    public void full(int container, Link link) {
        // While the store is opened there is none: it begins with all that is full then.
        if (sealer != null) {
            sealer.wake();
        }
    }

    private void release(Link link) {
        if (sealer != null) {
            sealer.release(link);
        }
    }

    /// Whether each commit is durable.
    boolean isDurable() {
        return durable;
    }

    /// Commits are made durable together from here on.
    void beginBatch() {
        if (batch) {
            throw new IllegalStateException("batch is open (" + folder + ")");
        }
        batch = true;
    }

    void endBatch() throws StoreException {
        if (!batch) {
            throw new IllegalStateException("no batch is open (" + folder + ")");
        }
        batch = false;
        if (durable) {
            checkpoints.commitAll();
        } else {
            checkpoints.check();
        }
    }

    private boolean isDurableNow() throws StoreException {
        if (!durable || batch) {
            checkpoints.check();
            return false;
        }
        return true;
    }

    @Override
    public void committed() throws StoreException {
        if (isDurableNow()) {
            checkpoints.write(false);
        }
    }

    @Override
    public void committed(int container, ByteBuffer rows) throws StoreException {
        if (isDurableNow()) {
            checkpoints.commit(container, rows);
        }
    }

    @Override
    public void recorded(int container) throws StoreException {
        if (isDurableNow()) {
            checkpoints.sync(container);
        }
    }

    @Override
    public void sync(int container) throws StoreException {
        checkpoints.sync(container);
    }

    @Override
    public void fail(Throwable cause) {
        checkpoints.fail(cause);
    }

    @Override
    public StoreException fault(InternalError fault) {
        StoreException why = extents.fault(fault);
        checkpoints.fail(why);
        return why;
    }

    @Override
    public boolean mark(boolean durably) throws StoreException {
        if (durably && durable) {
            checkpoints.write(false);
            return true;
        }
        return checkpoints.mark();
    }
}
