// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Turns one line of JSON into indented `name: value` lines, one value a line, for people; entries of arrays begin with
/// a dash.
public final class TextForm {
    private final byte[] json;
    /// Bytes as characters, one each: UTF-8 passes through unchanged.
    private final StringBuilder text;
    private int next;

    private TextForm(byte[] json) {
        this.json = json;
        this.text = new StringBuilder(json.length * 2);
    }

    /// Writes the object in `json` and an empty line.
    public static void write(byte[] json, OutputStream out) throws IOException {
        TextForm form = new TextForm(json);
        form.object(0);
        out.write(form.text.append("\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private void object(int depth) {
        next++;
        boolean first = true;
        while (json[next] != '}') {
            if (json[next] == ',') {
                next++;
            }
            // The first name of an entry stands behind its dash.
            if (!first || text.isEmpty() || text.charAt(text.length() - 1) == '\n') {
                text.repeat(' ', 2 * depth);
            }
            first = false;
            int begin = text.length();
            string();
            text.deleteCharAt(begin).setLength(text.length() - 1);
            text.append(':');
            next++;
            value(depth + 1);
        }
        next++;
        if (first) {
            text.append('\n');
        }
    }

    private void value(int depth) {
        switch (json[next]) {
            case '{' -> {
                text.append('\n');
                object(depth);
            }
            case '[' -> array(depth);
            default -> {
                text.append(' ');
                scalar();
                text.append('\n');
            }
        }
    }

    private void array(int depth) {
        boolean entries = json[next + 1] == '{';
        text.append(entries ? "\n" : " [");
        next++;
        while (json[next] != ']') {
            if (json[next] == ',') {
                next++;
                text.append(entries ? "" : ", ");
            }
            if (entries) {
                text.repeat(' ', 2 * depth - 2).append("- ");
                object(depth);
            } else {
                scalar();
            }
        }
        next++;
        text.append(entries ? "" : "]\n");
    }

    private void scalar() {
        if (json[next] == '"') {
            string();
            return;
        }
        while (json[next] != ',' && json[next] != '}' && json[next] != ']') {
            text.append((char) (json[next++] & 0xff));
        }
    }

    private void string() {
        do {
            if (json[next] == '\\') {
                text.append((char) json[next++]);
            }
            text.append((char) (json[next++] & 0xff));
        } while (json[next] != '"');
        text.append((char) json[next++]);
    }
}
