// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// The classes whose objects may be written and read, by id, and the descriptions that are known of them.
///
/// Bytes choose among these classes and can name no other. A class stands in it with an id, which stays the same as
/// long as there are bytes of it, and a version, which is for people: what counts is the description.
///
/// **Threading.** Any number of threads may use a registry and its codecs.
///
/// **Ownership.** Codecs live as long as their registry; so make few registries. Code is made when it is first needed.
///
/// **Failure.** A registry keeps up to 1,024 descriptions, which take about 32 MiB of memory at most; more are refused.
/// A registry is for peers that trust each other not to fill it up.
public final class ObjectRegistry {
    private static final int MAX_DESCRIPTIONS = 1024;
    private static final long MAX_RETAINED_BYTES = 32 << 20;
    private static final int MAX_VERSION = 0xffff;

    private final Map<Integer, Allowed> byId;
    private final Map<Class<?>, Allowed> byClass = new HashMap<>();
    private final ByteOrder order;
    private final Map<Key, ObjectDescription> descriptions = new ConcurrentHashMap<>();
    private long retainedBytes;
    private final Map<Key, ObjectCodec.Decoder> decoders = new ConcurrentHashMap<>();

    private ObjectRegistry(Map<Integer, Allowed> allowed, ByteOrder order) {
        byId = allowed;
        this.order = order;
        allowed.values().forEach(a -> {
            byClass.put(a.shape.type(), a);
            descriptions.put(Key.of(a.description, null), a.description);
        });
    }

    /// What tells descriptions apart, and decoders with their order.
    private record Key(int classId, int version, int fingerprint, ByteOrder order) {
        static Key of(ObjectDescription description, ByteOrder order) {
            return new Key(description.classId(), description.version(), description.fingerprint(), order);
        }

        static Key of(ObjectHeader header, ByteOrder order) {
            return new Key(header.classId(), header.version(), header.fingerprint(), order);
        }
    }

    /// A class that was allowed, and its codec once it was asked for.
    private static final class Allowed {
        private final ObjectShape shape;
        private final ObjectDescription description;
        private ObjectCodec<?> codec;

        Allowed(ObjectShape shape, ObjectDescription description) {
            this.shape = shape;
            this.description = description;
        }

        synchronized ObjectCodec<?> codec(ObjectRegistry registry) {
            if (codec == null) {
                codec = CodecMaker.codec(shape, new ObjectCodec.Origin(registry, shape.type(), description,
                        registry.order));
            }
            return codec;
        }
    }

    /// A registry of classes in packages that are open to this module, or on the class path.
    public static Builder builder() {
        return new Builder(MethodHandles.lookup());
    }

    /// A registry of classes in the module of the lookup, too, be they private.
    ///
    /// @param lookup `MethodHandles.lookup()` of the caller
    public static Builder builder(MethodHandles.Lookup lookup) {
        return new Builder(lookup);
    }

    /// Collects what a registry will have.
    public static final class Builder {
        private final ShapeFinder finder;
        private final Map<Integer, Allowed> allowed = new LinkedHashMap<>();
        private ByteOrder order = ByteOrder.nativeOrder();

        private Builder(MethodHandles.Lookup lookup) {
            finder = new ShapeFinder(lookup);
        }

        /// Allows a class, as version 0.
        ///
        /// @see #allow(int, int, Class)
        public Builder allow(int classId, Class<?> type) {
            return allow(classId, 0, type);
        }

        /// Allows a class whose objects are then written and read with all that they are made of.
        ///
        /// @param classId of its own; any number
        /// @param version 0 to 65,535; of the class, for people
        /// @throws IllegalArgumentException if it cannot be written, or its fields not be seen, or another class has
        ///     the id
        public Builder allow(int classId, int version, Class<?> type) {
            if (version < 0 || version > MAX_VERSION) {
                throw new IllegalArgumentException("version out of range: version=" + version + ", maxVersion="
                        + MAX_VERSION + " (" + type.getName() + ")");
            }
            Allowed before = allowed.get(classId);
            if (before != null) {
                throw new IllegalArgumentException("two classes of one id: classId=" + classId + ", class="
                        + type.getName() + ", other=" + before.shape.type().getName());
            }
            allowed.forEach((id, other) -> {
                if (other.shape.type() == type) {
                    throw new IllegalArgumentException("one class of two ids: class=" + type.getName() + ", classId="
                            + classId + ", other=" + id);
                }
            });
            ObjectShape shape = finder.shape(type);
            allowed.put(classId, new Allowed(shape, new ObjectDescription(classId, version, shape.described())));
            return this;
        }

        /// Of the numbers that will be written; if nobody says otherwise, as this machine has them, so that nothing is
        /// converted between processes. Both orders are read.
        public Builder order(ByteOrder order) {
            this.order = Objects.requireNonNull(order);
            return this;
        }

        /// The registry. What is allowed afterwards is not in it.
        public ObjectRegistry build() {
            Map<Integer, Allowed> own = new LinkedHashMap<>();
            allowed.forEach((id, a) -> own.put(id, new Allowed(a.shape, a.description)));
            return new ObjectRegistry(own, order);
        }
    }

    /// The codec of a class.
    ///
    /// @throws IllegalArgumentException if it is not allowed
    @SuppressWarnings("unchecked")
    public <T> ObjectCodec<T> codec(Class<T> type) {
        Allowed allowed = byClass.get(type);
        if (allowed == null) {
            throw new IllegalArgumentException("class is not in the registry: class=" + type.getName());
        }
        return (ObjectCodec<T>) allowed.codec(this);
    }

    /// Reads an object of whichever allowed class its header tells.
    ///
    /// @throws MalformedMessageException if the bytes contradict themselves
    /// @throws UnreadableObjectException if its class is not allowed, or it is of a description that was not learned or
    ///     that does not fit
    public Object read(MemorySegment memory, long offset) {
        ObjectHeader header = ObjectHeader.read(memory, offset);
        return allowed(header.classId()).codec(this).read(memory, offset);
    }

    private Allowed allowed(int classId) {
        Allowed allowed = byId.get(classId);
        if (allowed == null) {
            throw new UnreadableObjectException("objects of this class are not allowed: classId=" + classId);
        }
        return allowed;
    }

    /// Makes objects of a description readable. One of a class that is not allowed is of no use, and left alone.
    ///
    /// @throws UnreadableObjectException if there are too many descriptions, or another one with the same fingerprint
    public synchronized void learn(ObjectDescription description) {
        if (!byId.containsKey(description.classId())) {
            return;
        }
        Key key = Key.of(description, null);
        ObjectDescription before = descriptions.get(key);
        if (before != null) {
            if (!before.equals(description)) {
                throw new UnreadableObjectException("two descriptions with one fingerprint: " + description);
            }
            return;
        }
        long bytes = retainedBytes + description.retainedBytes();
        if (descriptions.size() >= MAX_DESCRIPTIONS || bytes > MAX_RETAINED_BYTES) {
            throw new UnreadableObjectException("too many descriptions: descriptions=" + (descriptions.size() + 1)
                    + ", maxDescriptions=" + MAX_DESCRIPTIONS + ", retainedBytes=" + bytes + ", maxRetainedBytes="
                    + MAX_RETAINED_BYTES + " (" + description + ")");
        }
        retainedBytes = bytes;
        descriptions.put(key, description);
    }

    /// What reads objects with such a header.
    ObjectCodec.Decoder decoder(ObjectHeader header) {
        ObjectDescription description = descriptions.get(Key.of(header, null));
        if (description == null) {
            throw new UnreadableObjectException("object of an unknown description, learn that first: classId="
                    + header.classId() + ", version=" + header.version() + ", fingerprint="
                    + Integer.toHexString(header.fingerprint()));
        }
        return decoders.computeIfAbsent(Key.of(header, header.order()),
                _ -> CodecMaker.decoder(allowed(header.classId()).shape, description, header.order()));
    }
}
