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

/// Where messages are recorded, and what is read meanwhile.
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

    /// The recorder for a message of this time, after its day was opened if that is another one. The recorder before
    /// has ended then; none of its batches may be open.
    ///
    /// @throws StoreException if the day cannot be opened; then only [#close] may be called
    OpenRecorder roll(long timeNs) throws StoreException;

    /// From when on there is another recorder; before it, [#roll] returns the same.
    long endNs();

    /// What a loss of power would take now; while days change, as of shortly before.
    SyncLag lag();

    /// Looks at the store that is written; of an archive, at that of the open day.
    ///
    /// @param view      must not keep the store
    /// @param otherwise what is returned while days change: nobody waits for a disk to find out how the gateway is
    <T> T read(Function<Store, T> view, T otherwise);

    /// For queries: of everything.
    SqlSession session();

    /// The recorder has ended, and all is whole: makes the open day read-only.
    void seal() throws StoreException;

    @Override
    void close() throws StoreException;
}
