// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Determines how classes are written. An error names the field that cannot be written.
final class ShapeFinder {
    private static final Map<Class<?>, Primitive> BOXES = boxes();
    private static final Map<Class<?>, Primitive> OPTIONALS = Map.of(OptionalInt.class, Primitive.INT,
            OptionalLong.class, Primitive.LONG, OptionalDouble.class, Primitive.DOUBLE);
    /// Widest first, so that numbers are aligned if the object is; then by name, so that the order of fields in the
    /// source does not matter.
    private static final Comparator<ObjectShape.Member> ORDER = Comparator
            .comparingInt((ObjectShape.Member member) -> -width(member.type())).thenComparing(ObjectShape.Member::name);

    /// The JVM allows 255 slots for arguments; a method handle of a constructor and its call take two of them.
    private static final int MAX_ARGUMENT_SLOTS = 253;

    private final MethodHandles.Lookup lookup;
    private final Map<Class<?>, ObjectShape> found = new HashMap<>();
    private final Set<Class<?>> inProgress = new LinkedHashSet<>();

    /// @param lookup of a class with access to the classes to be written
    ShapeFinder(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    private static Map<Class<?>, Primitive> boxes() {
        Map<Class<?>, Primitive> boxes = new HashMap<>();
        for (Primitive primitive : Primitive.values()) {
            boxes.put(MethodType.methodType(primitive.type()).wrap().returnType(), primitive);
        }
        return boxes;
    }

    private static int width(JavaType type) {
        ObjectType described = type.described();
        return described instanceof ObjectType.Maybe ? 1 : described.slotBytes();
    }

    /// @throws IllegalArgumentException if objects of the class cannot be written
    ObjectShape shape(Class<?> type) {
        ObjectShape known = found.get(type);
        if (known != null) {
            return known;
        }
        refuse(type);
        if (!inProgress.add(type)) {
            throw new IllegalArgumentException("a recursive class cannot be written, "
                    + "because its objects could form cycles: class=" + type.getName() + ", by way of=" + inProgress);
        }
        try {
            ObjectShape shape = type.isRecord() ? record(type) : ofClass(type);
            found.put(type, shape);
            return shape;
        } finally {
            inProgress.remove(type);
        }
    }

    private static void refuse(Class<?> type) {
        String why = type.isInterface() || Modifier.isAbstract(type.getModifiers()) ? "is abstract; only objects of a "
                + "known class can be written"
                : type.isMemberClass() && !Modifier.isStatic(type.getModifiers()) || type.isLocalClass()
                        && !type.isRecord() || type.isAnonymousClass() ? "is an inner or local class; make it static"
                : type.isHidden() ? "is hidden"
                : type.getName().startsWith("java.") ? "is a class of the JDK that cannot be written"
                : null;
        if (why != null) {
            throw new IllegalArgumentException("class " + why + ": class=" + type.getName());
        }
    }

    private ObjectShape record(Class<?> type) {
        MethodHandles.Lookup inside = inside(type);
        List<ObjectShape.Member> members = new ArrayList<>();
        RecordComponent[] components = type.getRecordComponents();
        try {
            for (int i = 0; i < components.length; i++) {
                Field field = type.getDeclaredField(components[i].getName());
                members.add(new ObjectShape.Member(field.getName(), javaType(field.getGenericType(), field),
                        getter(inside, field), null, i));
            }
            Class<?>[] classes = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> canonical = type.getDeclaredConstructor(classes);
            requireCallable(type, classes);
            return shape(type, members, erased(inside.unreflectConstructor(canonical)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot access a record: class=" + type.getName(), e);
        }
    }

    /// @throws IllegalArgumentException if no method handle can call the constructor of a record
    private static void requireCallable(Class<?> type, Class<?>[] components) {
        int slots = 0;
        for (Class<?> component : components) {
            slots += component == long.class || component == double.class ? 2 : 1;
        }
        if (slots > MAX_ARGUMENT_SLOTS) {
            throw new IllegalArgumentException("record has too many components: components=" + components.length
                    + ", slots=" + slots + " (a long or double takes two), maxSlots=" + MAX_ARGUMENT_SLOTS
                    + "; make it a class, or move some into a record of their own: class=" + type.getName());
        }
    }

    private ObjectShape ofClass(Class<?> type) {
        List<ObjectShape.Member> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Class<?> part = type; part != Object.class; part = part.getSuperclass()) {
            if (part.getName().startsWith("java.")) {
                throw new IllegalArgumentException("class inherits fields from the JDK: class=" + type.getName()
                        + ", superclass=" + part.getName());
            }
            MethodHandles.Lookup inside = inside(part);
            for (Field field : part.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers())) {
                    continue;
                }
                if (!names.add(field.getName())) {
                    throw new IllegalArgumentException("two fields have the same name, one in a superclass: field="
                            + field.getName() + ", class=" + type.getName());
                }
                members.add(member(field, inside));
            }
        }
        try {
            MethodHandle constructor = inside(type).findConstructor(type, MethodType.methodType(void.class));
            return shape(type, members, erased(constructor));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("class needs a constructor without parameters, of any visibility, or "
                    + "must be a record: class=" + type.getName(), e);
        }
    }

    private ObjectShape.Member member(Field field, MethodHandles.Lookup inside) {
        JavaType type = javaType(field.getGenericType(), field);
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        boolean canBeRefilled = type instanceof JavaType.PlainArray || type instanceof JavaType.ListOf
                || type instanceof JavaType.StructOf struct && !struct.shape().isRecord();
        if (isFinal && !canBeRefilled) {
            throw new IllegalArgumentException("a final field cannot be read into; make the class a record, or the "
                    + "field transient or not final: field=" + field);
        }
        try {
            return new ObjectShape.Member(field.getName(), type, getter(inside, field), isFinal ? null
                    : erased(inside.unreflectSetter(field)), -1);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("cannot access a class: field=" + field, e);
        }
    }

    private static ObjectShape shape(Class<?> type, List<ObjectShape.Member> members, MethodHandle constructor) {
        members.sort(ORDER);
        return new ObjectShape(type, members, constructor);
    }

    private static MethodHandle getter(MethodHandles.Lookup inside, Field field) throws IllegalAccessException {
        return erased(inside.unreflectGetter(field));
    }

    /// References become `Object`, because generated code has no access to user classes.
    private static MethodHandle erased(MethodHandle handle) {
        return handle.asType(handle.type().erase());
    }

    private MethodHandles.Lookup inside(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, lookup);
        } catch (IllegalAccessException e) {
            try {
                ShapeFinder.class.getModule().addReads(type.getModule());
                return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            } catch (IllegalAccessException ours) {
                e.addSuppressed(ours);
                throw new IllegalArgumentException("class is closed to the codec: give the registry a lookup of its "
                        + "module, or open its package to " + ShapeFinder.class.getModule() + ": class="
                        + type.getName(), e);
            }
        }
    }

    private JavaType javaType(Type type, Field field) {
        return switch (type) {
            case Class<?> raw -> javaType(raw, field);
            case ParameterizedType generic when generic.getRawType() == List.class ->
                new JavaType.ListOf(element(generic.getActualTypeArguments()[0], field));
            case ParameterizedType generic when generic.getRawType() == Optional.class ->
                new JavaType.OptionalOf(element(generic.getActualTypeArguments()[0], field));
            case GenericArrayType array when array.getGenericComponentType() instanceof ParameterizedType component ->
                new JavaType.ArrayOf((Class<?>) component.getRawType(), element(component, field));
            default -> throw unknown(type, field);
        };
    }

    private JavaType element(Type type, Field field) {
        JavaType element = javaType(type, field);
        if (element instanceof JavaType.Plain) {
            throw unknown(type, field);
        }
        return element;
    }

    private JavaType javaType(Class<?> type, Field field) {
        Primitive primitive = Primitive.of(type);
        if (primitive != null) {
            return new JavaType.Plain(primitive);
        } else if (BOXES.containsKey(type)) {
            return new JavaType.Boxed(BOXES.get(type));
        } else if (OPTIONALS.containsKey(type)) {
            return new JavaType.OptionalPlain(OPTIONALS.get(type));
        } else if (type == String.class) {
            return new JavaType.Text();
        } else if (type.isEnum()) {
            return new JavaType.EnumOf(type);
        } else if (type.isArray()) {
            Primitive component = Primitive.of(type.componentType());
            return component != null ? new JavaType.PlainArray(component)
                    : new JavaType.ArrayOf(type.componentType(), javaType(type.componentType(), field));
        } else if (type.isInterface() || type.getName().startsWith("java.") || type.getTypeParameters().length > 0) {
            throw unknown(type, field);
        }
        return new JavaType.StructOf(shape(type));
    }

    private static IllegalArgumentException unknown(Type type, Field field) {
        return new IllegalArgumentException("fields of this type cannot be written: type=" + type.getTypeName()
                + ", field=" + field + "; use primitives, their boxes, text, enums, records, classes, optionals, "
                + "arrays, and List of these; make other fields transient");
    }
}
