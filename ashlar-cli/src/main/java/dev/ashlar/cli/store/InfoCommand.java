// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar info STORE|ARCHIVE`: describes a store or an archive.
@Command(name = "info", mixinStandardHelpOptions = true, addMethodSubcommands = false, sortOptions = false,
        description = {
            "Describe a store and its contents: containers, rows, bytes, chunks, times, schema versions.",
            "For an archive, print a line for each day.", ""},
        footer = {"",
            "Times are known for sealed chunks only. A writer may be active meanwhile.", "",
            "Examples: ashlar info day.store",
            "          ashlar info feed"})
public final class InfoCommand extends AshlarCommand {
    @Parameters(paramLabel = "STORE|ARCHIVE", description = "Folder of the store or archive.")
    private Path folder;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Override
    public Integer call() throws StoreException {
        if (Archive.isArchive(folder)) {
            try (Archive archive = Archive.open(folder)) {
                new ArchivePrinter(out()).print(archive, format);
            }
            return ExitCode.DONE;
        }
        try (Store store = Store.open(folder)) {
            Map<String, Long> messages = new HashMap<>();
            store.journals().forEach(journal -> messages.put(journal.name(), messages(journal)));
            InfoPrinter printer = new InfoPrinter(out(), messages);
            if (format == TextOrJson.JSON) {
                printer.json(store.info());
            } else {
                printer.text(folder, store.info());
            }
        }
        return ExitCode.DONE;
    }

    /// The messages that can be counted; `verify` reports damage.
    private static long messages(Journal journal) {
        try {
            return journal.messageCount();
        } catch (CorruptChunkException e) {
            return 0;
        }
    }
}
