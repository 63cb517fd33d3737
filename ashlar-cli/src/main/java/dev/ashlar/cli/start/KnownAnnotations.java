// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Finds annotations of classes and fields. In the jar of commands, libraries ask here; there [#written] knows the
/// objects that [AnnotationCode] wrote. Everything else is left to the JDK, which makes a proxy for each type of
/// annotation.
///
/// **Threading**: any thread.
public final class KnownAnnotations {
    /// By class; those with annotations ask often.
    private static final Map<AnnotatedElement, Annotation[]> FOUND = new ConcurrentHashMap<>();

    private KnownAnnotations() {
    }

    /// The annotation of an element; null if it has none of this type.
    public static Annotation get(AnnotatedElement element, Class<? extends Annotation> type) {
        Annotation[] known = known(element);
        if (known == null) {
            return element.getAnnotation(type);
        }
        for (Annotation annotation : known) {
            if (type.isInstance(annotation)) {
                return annotation;
            }
        }
        return null;
    }

    /// Whether an element has an annotation of this type.
    public static boolean isPresent(AnnotatedElement element, Class<? extends Annotation> type) {
        return get(element, type) != null;
    }

    private static Annotation[] known(AnnotatedElement element) {
        if (element instanceof Class<?> type) {
            return FOUND.computeIfAbsent(type, _ -> written(type.getName(), ""));
        }
        if (element instanceof Field field) {
            return FOUND.computeIfAbsent(field, _ -> written(field.getDeclaringClass().getName(), field.getName()));
        }
        // The JDK would say by a proxy that one of these is deprecated.
        boolean none = element instanceof Method method && method.getDeclaringClass() == Object.class;
        return none ? new Annotation[0] : null;
    }

    /// [CommandJar] replaces this method.
    ///
    /// @param type the name of a class
    /// @param member the name of its field; empty for the class itself
    /// @return null if nothing was written for the class
    static Annotation[] written(String type, String member) {
        return null;
    }
}
