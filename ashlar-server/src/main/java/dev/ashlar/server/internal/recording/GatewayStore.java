// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.recording;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The store or archive that messages are recorded in, and that is read meanwhile.
///
/// **Threading**: [#roll], [#endNs], [#seal] and [#close] one thread at a time; the others any. **Ownership**: owns the
/// writer, and ends readers when it is closed.
public sealed interface GatewayStore extends AutoCloseable permits SingleStore, RollingArchive {
    /// Opens a store; an archive if the options say so, or if the folder is one.
    ///
    /// @param around puts something between the gateway and each journal
    /// @param nowNs  nanoseconds since 1970
    /// @throws StoreException if it cannot be written, or does not match the schema
    static GatewayStore open(GatewayOptions options, UnaryOperator<JournalWriter> around, Consumer<String> log,
            long nowNs) throws StoreException {
        if (options.archive().isEmpty() && !Archive.isArchive(options.folder())) {
            return SingleStore.open(options, around);
        }
        ArchiveOptions archive = options.archive().orElse(ArchiveOptions.asIs()).withStore(options.store());
        return RollingArchive.open(options, archive, around, log, nowNs);
    }

    /// Returns the recorder for a message of this time. If the time is in another day, opens that day and ends the
    /// previous recorder, which must have no open batch.
    ///
    /// @throws StoreException if the day cannot be opened; then only [#close] may be called
    OpenRecorder roll(long timeNs) throws StoreException;

    /// Time from which [#roll] returns another recorder; before it, [#roll] returns the same one.
    long endNs();

    /// What a power loss would lose now; while days change, the value from shortly before.
    SyncLag lag();

    /// Reads from the store that is being written; in an archive, from that of the open day.
    ///
    /// @param view      must not keep the store
    /// @param otherwise result while days change, so that monitoring never waits for a disk
    <T> T read(Function<Store, T> view, T otherwise);

    /// A session for queries over everything that is stored.
    SqlSession session();

    /// Makes the open day read-only, once the recorder has ended and everything is complete.
    void seal() throws StoreException;

    @Override
    void close() throws StoreException;
}
