// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.List;

/// Edits texts by replacing parts that must occur exactly once.
public final class Edits {
    private Edits() {
    }

    /// A text with each part replaced by the one that follows it in the list.
    ///
    /// @throws IllegalArgumentException if a part does not occur exactly once
    public static String of(String text, List<String> partsAndReplacements) {
        String edited = text;
        for (int i = 0; i < partsAndReplacements.size(); i += 2) {
            String part = partsAndReplacements.get(i);
            int at = edited.indexOf(part);
            if (at < 0 || edited.indexOf(part, at + 1) >= 0) {
                throw new IllegalArgumentException("part does not occur exactly once: " + part);
            }
            edited = edited.substring(0, at) + partsAndReplacements.get(i + 1) + edited.substring(at + part.length());
        }
        return edited;
    }
}
