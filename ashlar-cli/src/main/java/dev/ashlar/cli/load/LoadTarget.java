// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.Usage;
import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.RecoveryReport;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/// The store that a load writes to: a new one, or an existing one that it adds to.
public record LoadTarget(Path folder, boolean append, CommandSpec spec) {
    /// A check of an existing store.
    @FunctionalInterface
    public interface StoreCheck {
        void check(Store store) throws IOException;
    }

    /// Refuses options that the store would refuse, before anything is read or changed.
    ///
    /// @param chunkKiB for a new store; null if not given
    /// @param check    of a store that exists and fits
    public void check(JournalDefinition definition, Integer chunkKiB, StoreCheck check) throws IOException {
        try (Store store = Store.open(folder)) {
            if (!append && !isUnused(store)) {
                throw exists();
            }
            store.requireFit(definition);
            if (store.info().writerAlive()) {
                throw new StoreException(Reason.LOCKED, folder, "another writer has it open; wait until it is done");
            }
            long chunkBytes = store.info().chunkBytes();
            Usage.require(spec, chunkKiB == null || (long) chunkKiB << 10 == chunkBytes,
                    "--chunk-size is for a new store; this one has chunks of " + (chunkBytes >> 10) + " KiB: " + chunkKiB);
            check.check(store);
        } catch (StoreException e) {
            // The writer finds out whether it can create one there. A writer that was killed may have begun one.
            boolean none = e.reason() == Reason.UNFINISHED || e.reason() == Reason.NOT_A_STORE
                    && (!append || ScratchFolder.isEmptyFolder(folder));
            if (!none) {
                throw append && e.reason() == Reason.NOT_A_STORE && Files.notExists(folder)
                        ? new StoreException(Reason.NOT_A_STORE, folder, "no such folder; leave --append out to make a store")
                        : e;
            }
        }
    }

    /// Opens the store for writing, and creates it if there is none.
    public StoreWriter open(StoreOptions options) throws StoreException {
        StoreWriter writer = StoreWriter.open(folder, options);
        if (!append && writer.recovery().kind() != RecoveryReport.Kind.CREATED && !isUnused(writer)) {
            // Another process has filled it meanwhile.
            writer.close();
            throw exists();
        }
        return writer;
    }

    /// Whether nothing was ever stored in the store, as after a load that was killed early.
    private static boolean isUnused(Store store) {
        return store.tables().stream().allMatch(table -> table.endRow() == 0)
                && store.journals().stream().allMatch(journal -> journal.endPosition() == 0)
                && store.lastValues().stream().allMatch(LoadTarget::isUnused);
    }

    private static boolean isUnused(LastValues lastValues) {
        try {
            lastValues.checkComplete();
            return lastValues.recordCount() == 0;
        } catch (CorruptChunkException _) {
            // What cannot be read was stored.
            return false;
        }
    }

    private StoreException exists() {
        return new StoreException(Reason.EXISTS, folder, "add to it with --append, or name another folder");
    }
}
