// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;

/// Where generated code puts a value that it has read.
sealed interface ReadTarget {
    /// Writes the code that stores a value.
    ///
    /// @param push leaves it on the stack
    void store(Runnable push);

    /// Leaves the existing value on the stack, or null.
    void existing();

    /// Leaves the existing value on the stack, to be filled again; null if there is none, or if it came from a
    /// constructor of a user class and so may also belong to other objects.
    default void refillable() {
        existing();
    }

    /// Whether the value cannot be replaced, but can be filled.
    default boolean isFixed() {
        return false;
    }

    /// Whether a list must be unmodifiable there.
    default boolean isForRecord() {
        return false;
    }

    /// For messages.
    String name();

    /// A field of the object that is filled.
    record Member(Emit to, ObjectShape shape, ObjectShape.Member member) implements ReadTarget {
        @Override
        public void store(Runnable push) {
            to.invoke(member.setter(), () -> {
                to.code.aload(ReadCode.FILLED);
                push.run();
            });
        }

        @Override
        public void existing() {
            to.invoke(member.getter(), () -> to.code.aload(ReadCode.FILLED));
        }

        @Override
        public void refillable() {
            if (isFixed()) {
                existing();
                return;
            }
            Label fresh = to.code.newLabel();
            Label done = to.code.newLabel();
            to.code.iload(ReadCode.FRESH).ifne(fresh);
            existing();
            to.code.goto_(done).labelBinding(fresh).aconst_null().labelBinding(done);
        }

        @Override
        public boolean isFixed() {
            return member.isFixed();
        }

        @Override
        public String name() {
            return shape.type().getName() + "." + member.name();
        }
    }

    /// An argument of a record's constructor, or the value of an optional: a local variable, which has no value before.
    record Argument(Emit to, TypeKind kind, int local, String name) implements ReadTarget {
        static Argument of(Emit to, TypeKind kind, String name) {
            return new Argument(to, kind, to.local(kind), name);
        }

        @Override
        public void store(Runnable push) {
            push.run();
            to.code.storeLocal(kind, local);
        }

        @Override
        public void existing() {
            to.code.aconst_null();
        }

        @Override
        public boolean isForRecord() {
            return true;
        }

        void push() {
            to.code.loadLocal(kind, local);
        }
    }

    /// An element of the list or array that is filled, which may have one from before.
    ///
    /// @param list  whether it is a list
    /// @param index the local that has the element's index
    record Element(Emit to, boolean list, int index) implements ReadTarget {
        private void pushFilled() {
            to.code.aload(ReadCode.FILLED).checkcast(list ? Emit.desc(ArrayList.class) : Emit.desc(Object[].class))
                    .iload(index);
        }

        @Override
        public void store(Runnable push) {
            pushFilled();
            push.run();
            if (list) {
                to.call(SequenceTail.class, "set", void.class, ArrayList.class, int.class, Object.class);
            } else {
                to.code.aastore();
            }
        }

        @Override
        public void existing() {
            pushFilled();
            if (list) {
                to.call(SequenceTail.class, "get", Object.class, ArrayList.class, int.class);
            } else {
                to.code.aaload();
            }
        }

        @Override
        public String name() {
            return "element";
        }
    }
}
