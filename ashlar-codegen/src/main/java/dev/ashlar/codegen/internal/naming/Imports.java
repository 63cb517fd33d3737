// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The head of a source file: the package and the imports that its body needs.
public final class Imports {
    public static final String NOTICE = "// Generated from an SBE schema by Ashlar; do not edit.\n";

    private static final List<String> KNOWN = List.of(
            "dev.ashlar.codec.AccessOrder", "dev.ashlar.codec.AnyMemory", "dev.ashlar.codec.ArrayHandles",
            "dev.ashlar.codec.Bounds", "dev.ashlar.codec.Bytes", "dev.ashlar.codec.DataHeader", "dev.ashlar.codec.FieldHandles",
            "dev.ashlar.codec.Flyweight", "dev.ashlar.codec.GroupHeader", "dev.ashlar.codec.MalformedMessageException",
            "dev.ashlar.codec.MemoryClass", "dev.ashlar.codec.MessageDecoder", "dev.ashlar.codec.MessageEncoder",
            "dev.ashlar.codec.MetaAttribute", "dev.ashlar.codec.Text", "java.lang.foreign.MemorySegment",
            "java.lang.foreign.ValueLayout", "java.lang.invoke.VarHandle", "java.nio.ByteOrder",
            "java.nio.charset.Charset", "java.nio.charset.StandardCharsets", "java.util.ArrayList",
            "java.util.Iterator", "java.util.List", "java.util.NoSuchElementException", "java.util.Objects");

    private Imports() {
    }

    public static String header(String packageName, String body, List<Type> used, FileNames names) {
        TreeSet<String> imports = new TreeSet<>();
        Set<String> words = words(body);
        KNOWN.stream().filter(name -> words.contains(name.substring(name.lastIndexOf('.') + 1))).forEach(imports::add);
        for (Type type : used) {
            String other = names.packageOf(type);
            if (!other.equals(packageName) && !other.isEmpty()) {
                classes(type, names).stream().filter(words::contains).forEach(name -> imports.add(other + "." + name));
            }
        }
        return NOTICE + (packageName.isEmpty() ? "" : "package " + packageName + ";\n\n")
                + imports.stream().map(name -> "import " + name + ";\n").collect(Collectors.joining())
                + (imports.isEmpty() ? "" : "\n");
    }

    private static List<String> classes(Type type, FileNames names) {
        return switch (type) {
            case EnumType e -> List.of(names.name(type));
            case SetType s -> codecs(names.name(type));
            case CompositeType c -> codecs(names.name(type));
            case ScalarType s -> List.of();
        };
    }

    private static List<String> codecs(String name) {
        return List.of(name + "Encoder", name + "Decoder", name + "Dto");
    }

    /// All words of a body that may be names, found in one pass: bodies are long, and there are many names to look for.
    private static Set<String> words(String body) {
        Set<String> words = new HashSet<>();
        int begin = 0;
        for (int i = 0; i <= body.length(); i++) {
            if (i == body.length() || !Character.isJavaIdentifierPart(body.charAt(i))) {
                words.add(body.substring(begin, i));
                begin = i + 1;
            }
        }
        return words;
    }
}
