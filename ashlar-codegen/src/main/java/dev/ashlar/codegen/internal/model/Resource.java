// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Source files that are generated as they are.
public final class Resource {
    private Resource() {
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
