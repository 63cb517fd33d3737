// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of the types, messages, groups and files of a schema in one language. A composite, message or group has
/// one name, which suffixes such as `Decoder` follow.
///
/// Messages are named first, because users write their names most often, then types. A subclass calls
/// [#claimGroups(Schema)] after it has named everything that comes before groups.
public abstract class CodecNames {
    private static final String[] NO_SUFFIX = {""};

    /// The kinds of named elements.
    public enum Kind {
        MESSAGE, GROUP, COMPOSITE, ENUM, SET
    }

    private final Map<Kind, String[]> suffixes;
    private final Names scope;
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Block, String> blocks = new IdentityHashMap<>();
    private final Map<Message, String> files = new IdentityHashMap<>();
    private final List<String> derived = new ArrayList<>();

    /// @param types    those with code of their own
    /// @param suffixes suffixes of the names of a kind; other kinds use the name alone
    protected CodecNames(Schema schema, Collection<? extends Type> types, Names scope, Names files,
            Map<Kind, String[]> suffixes) {
        this.suffixes = suffixes;
        this.scope = scope;
        for (Message message : schema.messages()) {
            blocks.put(message, claim(Kind.MESSAGE, message.name()));
            this.files.put(message, files.claim(message.name()));
        }
        for (Type type : types) {
            this.types.put(type, switch (type) {
                case CompositeType _ -> claim(Kind.COMPOSITE, type.name());
                case EnumType _ -> claim(Kind.ENUM, type.name());
                case SetType _ -> claim(Kind.SET, type.name());
                default -> scope.claim(type.name());
            });
        }
    }

    /// Names the groups of all messages: by the messages and groups around them.
    protected final void claimGroups(Schema schema) {
        schema.messages().forEach(this::claimParts);
    }

    /// Names what a block contains.
    protected void claimParts(Block block) {
        for (Group group : block.groups()) {
            blocks.put(group, claim(Kind.GROUP, of(block) + Names.pascal(group.name())));
            claimParts(group);
        }
    }

    private String claim(Kind kind, String name) {
        String[] own = suffixes.getOrDefault(kind, NO_SUFFIX);
        String claimed = scope.claim(name, own);
        for (String suffix : own) {
            if (!suffix.isEmpty()) {
                derived.add(claimed + suffix);
            }
        }
        return claimed;
    }

    protected final Names scope() {
        return scope;
    }

    /// The names with their suffixes.
    protected final List<String> derived() {
        return derived;
    }

    /// Composites, enums and sets, each before those that contain it.
    public final Set<Type> types() {
        return types.keySet();
    }

    /// The name of a type, of a composite before its suffixes.
    public final String of(Type type) {
        return types.get(type);
    }

    /// The name of a message or group before its suffixes.
    public final String of(Block block) {
        return blocks.get(block);
    }

    /// The file or module of a message.
    public final String file(Message message) {
        return files.get(message);
    }
}
