// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// Options for reading a store, shared by commands.
public final class ReadFlags {
    @Option(names = "--no-verify-reads",
            description = "Do not verify the checksums of rows when they are first read. A first scan is faster; "
                    + "damaged rows are returned, right or wrong.")
    private boolean unverified;

    public ReadOptions options() {
        return ReadOptions.defaults().withVerify(!unverified);
    }

    Store open(Path folder) throws StoreException {
        if (Archive.isArchive(folder)) {
            throw new BadInputException("this is an archive; name one of its days, such as "
                    + folder.resolve("2026-01-05") + ", or use ashlar query (" + folder + ")");
        }
        return Store.open(folder, options());
    }
}
