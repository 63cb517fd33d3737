// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.naming.JavaWords;
import java.util.Optional;

/// Options of the Java generator.
///
/// @param packageName       package of the generated code; empty means the schema's package, in which parts that Java
///     does not allow are altered
/// @param typePackages      whether a type goes into the package that its `types` element names, if it names one;
///     otherwise all code goes into one package
/// @param records           whether a Java record with `encode` and `decode` is also generated for each message and
///     composite
/// @param accessOrderChecks whether codecs refuse to read or write groups and data out of schema order. If not, no code
///     is generated for these checks
public record JavaOptions(Optional<String> packageName, boolean typePackages, boolean records,
        boolean accessOrderChecks) {

    /// The schema's package for everything, codecs only, no order checks.
    public static final JavaOptions DEFAULT = new JavaOptions(Optional.empty(), false, false, false);

    /// @throws IllegalArgumentException if `packageName` is not a valid package name
    public JavaOptions {
        packageName.ifPresent(JavaWords::requirePackageName);
    }

    public JavaOptions withPackageName(String name) {
        return new JavaOptions(Optional.of(name), typePackages, records, accessOrderChecks);
    }

    public JavaOptions withTypePackages(boolean follow) {
        return new JavaOptions(packageName, follow, records, accessOrderChecks);
    }

    public JavaOptions withRecords(boolean generate) {
        return new JavaOptions(packageName, typePackages, generate, accessOrderChecks);
    }

    public JavaOptions withAccessOrderChecks(boolean generate) {
        return new JavaOptions(packageName, typePackages, records, generate);
    }
}
