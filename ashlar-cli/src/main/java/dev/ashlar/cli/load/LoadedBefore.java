// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.DuplicateCheck;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.store.Journal;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/// Refuses inputs with messages that a journal already has, or with messages to skip that it does not have, and says
/// how to load the rest.
record LoadedBefore(Inputs inputs, SourceOptions sources, LoadOptions options, CommandSpec spec) {
    void check(Store store, String name) throws IOException {
        Journal journal = store.journal(name);
        if (journal.endPosition() == journal.firstPosition()) {
            return;
        }
        check(new DuplicateCheck(journal, options), store.folder());
    }

    /// @param folder of an archive
    void check(Path folder, String journal) throws IOException {
        check(new DuplicateCheck(Archive.open(folder), journal, options), folder);
    }

    private void check(DuplicateCheck owned, Path folder) throws IOException {
        try (DuplicateCheck check = owned) {
            for (int i = 0; i < inputs.count(); i++) {
                check(check, i);
            }
            refuse(check.found(), folder);
        }
    }

    private void check(DuplicateCheck check, int index) throws IOException {
        ProgressLine progress = ProgressLine.alone(spec.commandLine().getErr(), "comparing " + inputs.name(index));
        long bytes = inputs.bytes(index);
        try (MessageSource source = inputs.open(index, sources)) {
            check.check(source, () -> progress.update(source::report, bytes));
        } catch (CaptureFormatException e) {
            // Loading reports what is wrong with it.
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new BadInputException(FileProblem.describe(e, Path.of(inputs.name(index))));
        } finally {
            progress.end();
        }
    }

    private void refuse(DuplicateCheck.Found found, Path folder) {
        if (!found.skipped()) {
            throw new BadInputException("message " + options.skip() + " of the input, the last one to skip, is not in "
                    + "the journal; to load what the journal lacks, use --append --duplicates=skip; to skip the "
                    + "messages anyway, use --duplicates=keep; nothing was stored (" + folder + ")");
        }
        if (found.duplicates() == 0) {
            return;
        }
        long compared = found.messages() - Math.min(options.skip(), found.messages());
        String advice;
        if (!found.timed()) {
            advice = "the input begins with messages that are already in the journal";
        } else if (found.duplicates() == compared) {
            advice = "all messages of the input are already in the journal: messages=" + compared;
        } else {
            advice = found.duplicates() + " of " + compared + " messages are already in the journal";
        }
        if (found.timed() && found.leading() < found.messages()) {
            advice += found.isPrefix(options.skip())
                    ? ", the first ones; load the rest with --append --skip " + found.leading()
                    : "; load the rest with --append --duplicates=skip";
        }
        throw new BadInputException(advice + "; to store them twice use --duplicates=keep; nothing was stored (position "
                + found.first() + " in " + folder + ")");
    }
}
