// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// Source files that are copied to the output, some of them as templates.
public final class Resource {
    private Resource() {
    }

    /// Words of a list, in whose file lines with `#` are comments.
    ///
    /// @param path below `dev/ashlar/codegen`
    public static List<String> words(String path) {
        return text(path).lines().filter(line -> !line.startsWith("#")).flatMap(line -> Stream.of(line.split(" "))).toList();
    }

    /// @param path below `dev/ashlar/codegen`
    public static String text(String path) {
        try (InputStream in = Resource.class.getResourceAsStream("/dev/ashlar/codegen/" + path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
