// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/// Turns names of a schema into names of Java.
public final class JavaWords {
    /// Names no generated type may have: of types that generated code names without their package, and of its
    /// constants.
    private static final Set<String> TYPES = Set.of(
            // imported
            "AccessOrder", "AnyMemory", "ArrayHandles", "ArrayList", "Bounds", "Bytes", "ByteOrder", "Charset",
            "DataHeader", "FieldHandles", "Flyweight", "GroupHeader", "Iterator", "List", "MalformedMessageException", "MemoryClass",
            "MemorySegment", "MessageDecoder", "MessageEncoder", "MetaAttribute",
            "NoSuchElementException", "Objects", "StandardCharsets", "Text", "ValueLayout", "VarHandle",
            // constants of codecs, which would hide an enum of that name
            "BEFORE_FIRST", "BLOCK_LENGTH", "BYTE_ORDER", "ENCODED_LENGTH", "ENTRIES", "ENTRY_LENGTH", "HEADER",
            "HEADER_BITS", "HEADER_SIZE", "RAW",
            "SCHEMA_ID", "SCHEMA_VERSION", "SEMANTIC_VERSION", "TEMPLATE_ID",
            // inherited from Flyweight
            "OfGroup",
            // java.lang
            "Appendable", "ArithmeticException", "AutoCloseable", "Boolean", "Byte", "Character", "CharSequence",
                    "Class",
            "ClassLoader", "Cloneable", "Comparable", "Compiler", "Deprecated", "Double", "Enum", "Error", "Exception",
            "Float", "FunctionalInterface", "IllegalArgumentException", "IllegalStateException",
            "IndexOutOfBoundsException", "Integer", "InterruptedException", "IO", "Iterable", "Long", "Math", "Module",
            "Number", "Object", "Override", "Package", "Process", "ProcessBuilder", "ProcessHandle", "Readable",
            "Record",
            "Runnable", "Runtime", "RuntimeException", "SafeVarargs", "ScopedValue", "Short", "StableValue",
            "StackWalker", "StrictMath", "String", "StringBuffer", "StringBuilder", "SuppressWarnings", "System",
            "Thread", "ThreadGroup", "ThreadLocal", "Throwable", "UnsupportedOperationException", "Void");
    /// Contextual keywords, which cannot be the name of a type or of an unqualified method.
    private static final Set<String> CONTEXTUAL = Set.of("permits", "record", "sealed", "var", "yield");

    private JavaWords() {
    }

    static boolean isReserved(String name) {
        return SourceVersion.isKeyword(name, SourceVersion.RELEASE_25) || CONTEXTUAL.contains(name);
    }

    public static boolean isKnownType(String name) {
        return TYPES.contains(name);
    }

    /// The name of an accessor: first letter small, a keyword not yet escaped.
    public static String property(String schemaName) {
        String name = identifier(schemaName);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /// The name of a type: first letter capital.
    public static String type(String schemaName) {
        String name = identifier(schemaName);
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /// The name of a constant: `fuelFigures` becomes `FUEL_FIGURES`.
    static String constant(String property) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < property.length(); i++) {
            char c = property.charAt(i);
            boolean startsWord = i > 0 && Character.isUpperCase(c)
                    && (!Character.isUpperCase(property.charAt(i - 1))
                    || (i + 1 < property.length() && Character.isLowerCase(property.charAt(i + 1))));
            if (startsWord && out.charAt(out.length() - 1) != '_') {
                out.append('_');
            }
            out.append(Character.toUpperCase(c));
        }
        return out.toString();
    }

    /// The name with all characters replaced that Java does not allow in a name.
    public static String identifier(String schemaName) {
        StringBuilder out = new StringBuilder();
        schemaName.codePoints().forEach(c -> {
            if (out.isEmpty() && !Character.isJavaIdentifierStart(c)) {
                out.append('_');
            }
            if (Character.isJavaIdentifierPart(c) && c != '$' && !Character.isIdentifierIgnorable(c)) {
                out.appendCodePoint(c);
            } else if (!out.isEmpty() || c == '$') {
                out.append('_');
            }
        });
        return out.isEmpty() || out.toString().equals("_") ? "__" : out.toString();
    }

    /// @throws IllegalArgumentException if Java does not allow a package of this name
    public static void requirePackageName(String name) {
        for (String part : name.split("\\.", -1)) {
            if (!SourceVersion.isIdentifier(part) || isKeyword(part)) {
                throw new IllegalArgumentException("not the name of a package: package=\"" + name + "\", part=\"" + part
                        + "\"; write identifiers separated by dots, none of them a Java keyword");
            }
        }
    }

    /// A package name each part of which is usable.
    static String packageName(String schemaName) {
        StringBuilder out = new StringBuilder();
        for (String part : schemaName.split("\\.")) {
            if (!part.isBlank()) {
                String name = identifier(part.strip());
                out.append(out.isEmpty() ? "" : ".").append(isKeyword(name) ? name + "_" : name);
            }
        }
        return out.toString();
    }

    private static boolean isKeyword(String name) {
        return SourceVersion.isKeyword(name, SourceVersion.RELEASE_25);
    }
}
