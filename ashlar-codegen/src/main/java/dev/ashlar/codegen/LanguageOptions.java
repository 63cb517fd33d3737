// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.util.Optional;

/// Options of the generators for languages other than Java.
///
/// @param packageName package, namespace or module of the generated code, its parts separated by `.`; empty means the
///     schema's package
public record LanguageOptions(Optional<String> packageName) {
    /// The schema's package.
    public static final LanguageOptions DEFAULT = new LanguageOptions(Optional.empty());

    /// @throws IllegalArgumentException if `packageName` has a part that is not an identifier
    public LanguageOptions {
        packageName.ifPresent(LanguageOptions::require);
    }

    public LanguageOptions withPackageName(String name) {
        return new LanguageOptions(Optional.of(name));
    }

    private static void require(String name) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*")) {
            throw new IllegalArgumentException("not a package name: " + name
                    + "; use identifiers separated by dots, such as com.example.feed");
        }
    }
}
