// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A page of `docs/formats`, whose tables must match the layouts in the code.
public final class FormatPage {
    private final String text;
    private final Pattern row;

    private FormatPage(String text, Pattern row) {
        this.text = text;
        this.row = row;
    }

    /// @param name     name of the file
    /// @param accesses words that are allowed in the column `access` of its tables
    public static FormatPage read(String name, String... accesses) throws IOException {
        Path page = Path.of(System.getProperty("ashlar.root", ".."), "docs/formats", name);
        return new FormatPage(Files.readString(page), Pattern.compile("\\| (\\d+) \\| (\\d+) \\| (\\w+) \\| ("
                + String.join("|", accesses) + ") \\| .*\\|"));
    }

    public String text() {
        return text;
    }

    /// Compares the table of a section with a layout: offset, length and name of each field, and the total length,
    /// which follows the given prefix in the section's title. Fields are little endian and aligned.
    ///
    /// @param title prefix of the section's title, such as `## Header, `
    public void compare(String title, StructLayout layout) {
        String section = text.substring(text.indexOf(title) + title.length()) + "\n## ";
        section = section.substring(0, section.indexOf("\n## "));
        assertEquals(layout.byteSize(), Long.parseLong(section.substring(0, section.indexOf(" byte"))), title);
        List<String> described = new ArrayList<>();
        for (Matcher found = row.matcher(section); found.find();) {
            described.add(found.group(1) + " " + found.group(2) + " " + found.group(3));
        }
        List<String> coded = new ArrayList<>();
        long offset = 0;
        for (MemoryLayout member : layout.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                coded.add(offset + " " + member.byteSize() + " " + member.name().orElseThrow());
                assertEquals(0, offset % member.byteAlignment(), member::toString);
                if (member instanceof ValueLayout value) {
                    assertEquals(ByteOrder.LITTLE_ENDIAN, value.order());
                }
            }
            offset += member.byteSize();
        }
        assertEquals(described, coded, title);
        assertEquals(0, layout.byteSize() % 8, title);
    }
}
