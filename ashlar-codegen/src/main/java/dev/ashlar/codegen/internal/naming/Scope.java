// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import dev.ashlar.codegen.internal.text.DeviceNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Hands out free names: if a name is taken or reserved by Java, `_` is appended until it is free.
///
/// The same requests in the same order get the same names, so generated code is deterministic.
public final class Scope {
    private final Set<String> taken = new HashSet<>();
    private final boolean caseMatters;

    private Scope(boolean caseMatters) {
        this.caseMatters = caseMatters;
    }

    /// A scope of methods, fields or constants in which `reserved` are taken.
    public static Scope of(Collection<String> reserved) {
        Scope scope = new Scope(true);
        scope.taken.addAll(reserved);
        return scope;
    }

    /// A scope of files: names that differ only in case are the same, as on some file systems, and none is a device.
    static Scope ofFiles() {
        return new Scope(false);
    }

    public String claim(String wanted) {
        String name = wanted;
        while (JavaWords.isReserved(name) || !taken.add(key(name))) {
            name += "_";
        }
        return name;
    }

    boolean isFree(String name) {
        return !JavaWords.isReserved(name) && !taken.contains(key(name))
                && (caseMatters || !DeviceNames.contains(name));
    }

    private String key(String name) {
        return caseMatters ? name : name.toLowerCase(Locale.ROOT);
    }
}
