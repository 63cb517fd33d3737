// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.naming;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The types of a schema that need files, and the names of all files.
///
/// Types with their own packages come first, because other schemas may share them; then the header, messages and other
/// types. If names collide, even in different packages, the later one gets `_`, so that each file can import all types
/// that it needs. Names that differ only in case collide, as they would on some file systems. So do enums with types
/// that generated code imports.
public final class FileNames {
    private final Schema schema;
    private final JavaOptions options;
    private final Scope scope = Scope.ofFiles();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Message, String> messages = new LinkedHashMap<>();

    public FileNames(Schema schema, JavaOptions options) {
        this.schema = schema;
        this.options = options;
        allTypes(schema).stream().filter(type -> !packageOf(type).equals(messagePackage())).forEach(this::claim);
        claim(schema.header());
        for (Message message : schema.messages()) {
            messages.put(message, codecs(JavaWords.type(message.name())));
        }
        allTypes(schema).forEach(this::claim);
    }

    /// Composites, sets and enums of the schema, used or not, each once.
    public Set<Type> types() {
        return types.keySet();
    }

    /// The name before `Encoder` and `Decoder`, or of an enum its whole name.
    public String name(Type type) {
        return types.get(type);
    }

    /// The name before `Encoder` and `Decoder`.
    public String name(Message message) {
        return messages.get(message);
    }

    public String messagePackage() {
        return JavaWords.packageName(options.packageName().orElse(schema.packageName()));
    }

    public String packageOf(Type type) {
        return options.typePackages() && !type.packageName().isBlank()
                ? JavaWords.packageName(type.packageName())
                : messagePackage();
    }

    private void claim(Type type) {
        if (types.containsKey(type)) {
            return;
        }
        String wanted = JavaWords.type(type.name());
        switch (type) {
            case CompositeType c -> types.put(type, codecs(wanted));
            case SetType s -> types.put(type, codecs(wanted));
            case EnumType e -> types.put(type, single(wanted));
            case ScalarType s -> {
            }
        }
    }

    private String single(String wanted) {
        String name = wanted;
        while (JavaWords.isKnownType(name) || !scope.isFree(name)) {
            name += "_";
        }
        return scope.claim(name);
    }

    private String codecs(String wanted) {
        String name = wanted;
        while (suffixes().stream().map(name::concat).anyMatch(n -> JavaWords.isKnownType(n) || !scope.isFree(n))) {
            name += "_";
        }
        suffixes().stream().map(name::concat).forEach(scope::claim);
        return name;
    }

    private List<String> suffixes() {
        return options.records() ? List.of("Encoder", "Decoder", "Dto") : List.of("Encoder", "Decoder");
    }

    private static Set<Type> allTypes(Schema schema) {
        Set<Type> all = new LinkedHashSet<>();
        addWithMembers(schema.header(), all);
        schema.types().forEach(type -> addWithMembers(type, all));
        schema.messages().forEach(message -> usedBy(message).forEach(type -> addWithMembers(type, all)));
        return all;
    }

    /// The types that a message names itself, in order, those of its groups included.
    public static List<Type> usedBy(Block block) {
        List<Type> used = new ArrayList<>();
        for (Field field : block.fields()) {
            used.add(field.type());
        }
        for (Group group : block.groups()) {
            used.add(group.dimension());
            used.addAll(usedBy(group));
        }
        for (VarData data : block.data()) {
            used.add(data.encoding());
        }
        return used;
    }

    private static void addWithMembers(Type type, Set<Type> all) {
        if (type instanceof CompositeType composite) {
            for (Member member : composite.members()) {
                addWithMembers(member.type(), all);
            }
        }
        all.add(type);
    }
}
