// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.List;

/// Texts made from others by replacing parts that have to be there once.
public final class Edits {
    private Edits() {
    }

    /// A text with each part replaced by the one that follows it in the list.
    ///
    /// @throws IllegalArgumentException if a part is absent, or there more than once
    public static String of(String text, List<String> partsAndReplacements) {
        String edited = text;
        for (int i = 0; i < partsAndReplacements.size(); i += 2) {
            String part = partsAndReplacements.get(i);
            int at = edited.indexOf(part);
            if (at < 0 || edited.indexOf(part, at + 1) >= 0) {
                throw new IllegalArgumentException("not there once: " + part);
            }
            edited = edited.substring(0, at) + partsAndReplacements.get(i + 1) + edited.substring(at + part.length());
        }
        return edited;
    }
}
