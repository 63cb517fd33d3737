// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.codegen.internal.text.DeviceNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Hands out identifiers of one scope: in the case of the target language, neither reserved nor taken.
///
/// A reserved or taken name gets `_`, or `_field` where suffixes begin with `_`; then `_2`, `_3` and so on. The same
/// requests in the same order get the same names.
public final class Names {
    private final UnaryOperator<String> style;
    private final Set<String> reserved;
    private final boolean isOfFiles;
    private final Set<String> taken = new HashSet<>();

    public Names(UnaryOperator<String> style, Collection<String> reserved) {
        this(style, reserved, false);
    }

    private Names(UnaryOperator<String> style, Collection<String> reserved, boolean isOfFiles) {
        this.style = style;
        this.reserved = Set.copyOf(reserved);
        this.isOfFiles = isOfFiles;
    }

    /// A scope of files: names that differ only in case are the same, as on some file systems, and none is a device.
    public static Names ofFiles(UnaryOperator<String> style, Collection<String> reserved) {
        return new Names(style, reserved.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList(), true);
    }

    /// An identifier for the element of this name.
    public String claim(String schemaName) {
        return claim(schemaName, new String[] {""});
    }

    /// An identifier that is free with each of these suffixes; `*` in one of them is the identifier: `New*Decoder`.
    public String claim(String schemaName, String... suffixes) {
        String wanted = style.apply(schemaName);
        String name = wanted;
        boolean derives = suffixes.length > 1 && suffixes[1].startsWith("_");
        for (int i = 1; !isFree(name, suffixes); i++) {
            name = wanted + (i > 1 ? "_" + i : derives ? "_field" : "_");
        }
        for (String suffix : suffixes) {
            taken.add(key(derived(name, suffix)));
        }
        return name;
    }

    private boolean isFree(String name, String... suffixes) {
        for (String suffix : suffixes) {
            String key = key(derived(name, suffix));
            if (reserved.contains(key) || taken.contains(key) || isOfFiles && DeviceNames.contains(key)) {
                return false;
            }
        }
        return true;
    }

    private String key(String name) {
        return isOfFiles ? name.toLowerCase(Locale.ROOT) : name;
    }

    private static String derived(String name, String suffix) {
        return suffix.indexOf('*') < 0 ? name + suffix : suffix.replace("*", name);
    }

    /// `fuelFigures` and `FuelFigures` as `fuel_figures`.
    public static String snake(String name) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins = Character.isUpperCase(c) && i > 0
                    && (!Character.isUpperCase(name.charAt(i - 1))
                    || i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1)));
            if (begins || c == '_') {
                underscore(out);
            }
            if (isPart(c)) {
                out.append(Character.toLowerCase(c));
            }
        }
        return begun(out.toString().replaceFirst("_$", ""), "x");
    }

    /// `fuelFigures` and `fuel_figures` as `FuelFigures`.
    public static String pascal(String name) {
        StringBuilder out = new StringBuilder();
        boolean begins = true;
        for (char c : name.toCharArray()) {
            if (isPart(c)) {
                out.append(begins ? Character.toUpperCase(c) : c);
                begins = false;
            } else {
                begins = true;
            }
        }
        return begun(out.toString(), "X");
    }

    /// The name without characters that no language allows: only letters, digits and single `_` remain.
    public static String verbatim(String name) {
        StringBuilder out = new StringBuilder();
        for (char c : name.toCharArray()) {
            if (isPart(c)) {
                out.append(c);
            } else {
                underscore(out);
            }
        }
        return begun(out.toString(), "x");
    }

    public static String lowerCase(String name) {
        return begun(name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""), "x");
    }

    private static void underscore(StringBuilder out) {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != '_') {
            out.append('_');
        }
    }

    private static String begun(String name, String prefix) {
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? prefix + name : name;
    }

    private static boolean isPart(char c) {
        return c < 0x80 && Character.isLetterOrDigit(c);
    }
}
