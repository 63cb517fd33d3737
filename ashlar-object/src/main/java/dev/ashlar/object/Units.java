// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The methods of one generated class. Each is generated once, when its name is first requested.
final class Units {
    /// The name of the generated class.
    static final ClassDesc NAME = ClassDesc.of(Units.class.getPackageName(), "GeneratedCodec");

    private final ByteOrder order;
    private final List<Object> constants = new ArrayList<>();
    private final Map<Key, String> names = new HashMap<>();
    private final Deque<Consumer<ClassBuilder>> wanted = new ArrayDeque<>();

    Units(ByteOrder order) {
        this.order = order;
    }

    /// What a method is for.
    ///
    /// @param wire the encoded type; may be a [JavaType], which determines it
    record Key(String does, Object wire, JavaType type, MemoryVariant kind) { }

    List<Object> constants() {
        return constants;
    }

    Emit emit(CodeBuilder code, int memory) {
        return new Emit(code, constants, order, memory);
    }

    /// The name of a static method, which is written later if it is new.
    String name(Key key, MethodTypeDesc type, Consumer<CodeBuilder> body) {
        String known = names.get(key);
        if (known != null) {
            return known;
        }
        String name = key.does() + names.size();
        names.put(key, name);
        wanted.add(to -> to.withMethodBody(name, type, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC, body));
        return name;
    }

    /// Writes all methods that were requested, and those that these request.
    void write(ClassBuilder to) {
        while (!wanted.isEmpty()) {
            wanted.remove().accept(to);
        }
    }

    static Class<?> optionalClass(Primitive primitive) {
        return switch (primitive) {
            case INT -> OptionalInt.class;
            case LONG -> OptionalLong.class;
            case DOUBLE -> OptionalDouble.class;
            case BOOLEAN, BYTE, SHORT, CHAR, FLOAT -> throw new AssertionError("no optional: " + primitive);
        };
    }
}
