// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/// Accesses lists and arrays of references. Generated code calls it.
final class SequenceTail {
    /// Maximum initial capacity of a list: the count alone does not prove that the elements follow.
    private static final int FIRST_CAPACITY = 1024;

    static int count(List<?> list) {
        return list == null ? -1 : list.size();
    }

    static int count(Object[] array) {
        return array == null ? -1 : array.length;
    }

    /// The list, or a copy if it has no access by index in constant time.
    static List<?> indexed(Object list) {
        return list == null || list instanceof RandomAccess ? (List<?>) list : new ArrayList<>((List<?>) list);
    }

    /// A list to be filled: the existing one if it can certainly be filled, else a new one.
    static ArrayList<Object> list(Object reused, int count) {
        if (reused != null && reused.getClass() == ArrayList.class) {
            @SuppressWarnings("unchecked")
            ArrayList<Object> list = (ArrayList<Object>) reused;
            return list;
        }
        return new ArrayList<>(Math.min(count, FIRST_CAPACITY));
    }

    /// The list of a final field, which must be filled in place.
    ///
    /// @param fresh whether the object that has it was made by this read: elements may then belong to others, too
    static ArrayList<Object> fixed(Object list, boolean fresh, String what) {
        if (list.getClass() != ArrayList.class) {
            throw new IllegalArgumentException("the list of a final field cannot be filled; make it an ArrayList, or "
                    + "the field not final: class=" + list.getClass().getName() + " (" + what + ")");
        }
        @SuppressWarnings("unchecked")
        ArrayList<Object> filled = (ArrayList<Object>) list;
        if (fresh) {
            filled.clear();
        }
        return filled;
    }

    /// An array to be filled: the existing one if it has the length, else a new one.
    static Object[] array(Object reused, int count, Class<?> component) {
        if (reused != null && ((Object[]) reused).length == count
                && reused.getClass().componentType() == component) {
            return (Object[]) reused;
        }
        return (Object[]) Array.newInstance(component, count);
    }

    static Object get(ArrayList<Object> list, int index) {
        return index < list.size() ? list.get(index) : null;
    }

    static void set(ArrayList<Object> list, int index, Object element) {
        if (index < list.size()) {
            list.set(index, element);
        } else {
            list.add(element);
        }
    }

    /// Removes elements that are left over from a longer list before.
    static void trim(ArrayList<Object> list, int count) {
        for (int i = list.size() - 1; i >= count; i--) {
            list.remove(i);
        }
    }

    static List<Object> unmodifiable(ArrayList<Object> list) {
        return Collections.unmodifiableList(list);
    }
}
