// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.conformance.formats.FormatKit.Damage;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// A change to the files of an archive that its readers have to find, or to ignore.
record ArchiveDamage(String name, String archive, List<Step> steps) {
    /// One change of a file or a folder.
    sealed interface Step {
        void to(Path folder) throws IOException;

        String json();
    }

    /// @param at  an offset; a negative one counts from the end
    /// @param xor what the byte is changed with; 0 cuts the file there
    record Change(String file, long at, int xor) implements Step {
        @Override
        public void to(Path folder) throws IOException {
            new Damage("", "", file, at, xor).to(folder);
        }

        @Override
        public String json() {
            return "{\"file\":\"" + file + "\",\"at\":" + at + ",\"xor\":" + xor + "}";
        }
    }

    /// Removes a file or a folder.
    record Remove(String path) implements Step {
        @Override
        public void to(Path folder) throws IOException {
            TestFiles.delete(folder.resolve(path));
        }

        @Override
        public String json() {
            return "{\"remove\":\"" + path + "\"}";
        }
    }

    /// Copies a folder.
    record Copy(String from, String target) implements Step {
        @Override
        public void to(Path folder) throws IOException {
            KitFiles.copy(folder.resolve(from), folder.resolve(target));
        }

        @Override
        public String json() {
            return "{\"copy\":\"" + from + "\",\"to\":\"" + target + "\"}";
        }
    }

    private static final String FIRST = "2026-03-06";
    private static final String SECOND = "2026-03-07";
    private static final String OPEN = "2026-03-09";

    /// Offsets in an extent of the small stores: 4,096 bytes of header, as many of entries, then 8 chunks.
    static final List<ArchiveDamage> ALL = List.of(
            of("head", new Change("archive.head", 30, 1)),
            of("head-version", new Change("archive.head", 15, 2)),
            of("head-cut", new Change("archive.head", -5, 0)),
            of("head-empty", new Change("archive.head", 0, 0)),
            of("head-missing", new Remove("archive.head")),
            of("day-empty", new Change(SECOND + "/store.head", 0, 0)),
            of("day-checkpoint", new Change(SECOND + "/store.head", 20, 1)),
            of("day-catalog", new Change(FIRST + "/store.catalog", 32, 0)),
            of("day-catalog-cut", new Change(FIRST + "/store.catalog", -40, 0)),
            of("day-schema", new Change(FIRST + "/schemas/0001.sbeir", 40, 1)),
            of("day-entry", new Change(SECOND + "/extents/0000.ext", 4096 + 4 * 128 + 20, 1)),
            of("day-rows", new Change(SECOND + "/extents/0000.ext", 8192 + 2 * 4096 + 40, 1)),
            of("day-missing", new Remove(SECOND)),
            of("open-missing", new Remove(OPEN)),
            of("day-of-another", new Remove(SECOND), new Copy(FIRST, SECOND)),
            of("open-of-another", new Remove(OPEN), new Copy(FIRST, OPEN)),
            of("day-unlisted", new Copy(SECOND, "2026-03-10")),
            of("unfinished", new Copy(SECOND, "2026-03-10.tmp"), new Copy(FIRST, "notes")));

    private static ArchiveDamage of(String name, Step... steps) {
        return new ArchiveDamage(name, "days", List.of(steps));
    }

    void to(Path folder) throws IOException {
        for (Step step : steps) {
            step.to(folder);
        }
    }

    String json() {
        return "{\"name\":\"" + name + "\",\"archive\":\"" + archive + "\",\"steps\":[" + steps.stream().map(Step::json)
                .collect(Collectors.joining(",")) + "]";
    }
}
