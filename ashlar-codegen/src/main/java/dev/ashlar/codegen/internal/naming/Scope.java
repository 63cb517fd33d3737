// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import dev.ashlar.codegen.internal.text.DeviceNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Hands out names that are free: a name that is taken, or that Java reserves, gets `_` appended until it is not.
///
/// The same names asked for in the same order get the same answers, so generated code does not depend on chance.
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

    /// A scope of files: names that differ only in case are the same where file systems think so, and none is a device.
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
