// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.wireshark;

import dev.ashlar.codegen.internal.text.Strings;
import java.util.ArrayList;
import java.util.List;

/// The text of a Lua table: short entries share lines; entries with several lines start on a new line.
final class LuaTable {
    private static final int WIDTH = 110;

    private final List<String> entries = new ArrayList<>();

    LuaTable with(String name, String expression) {
        entries.add(name + " = " + expression);
        return this;
    }

    LuaTable with(String name, long number) {
        return with(name, Long.toString(number));
    }

    LuaTable withString(String name, String text) {
        return with(name, string(text));
    }

    LuaTable with(String name, LuaTable table) {
        return with(name, table.toString());
    }

    LuaTable add(LuaTable element) {
        entries.add(element.toString());
        return this;
    }

    /// A string literal of the text's UTF-8.
    static String string(String text) {
        return Strings.utf8(text, "\\%03d");
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        int length = 0;
        for (String entry : entries) {
            boolean isLong = entry.indexOf('\n') >= 0;
            if (isLong || length + entry.length() > WIDTH) {
                out.append(out.isEmpty() ? "\n" : ",\n");
                length = 0;
            } else if (!out.isEmpty()) {
                out.append(out.charAt(out.length() - 1) == '\n' ? "" : ", ");
            }
            out.append(entry);
            length = isLong ? WIDTH : length + entry.length() + 2;
        }
        String body = out.toString();
        return body.indexOf('\n') < 0 ? "{" + body + "}" : "{\n" + body.strip().indent(4).stripTrailing() + ",\n}";
    }
}
