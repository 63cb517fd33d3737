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

/// The classes whose objects may be written and read, by id, and their known descriptions.
///
/// Bytes select one of these classes and cannot name any other. A class is registered with an id, which must stay the
/// same as long as bytes with it exist, and a version, which is for people only: the description determines how bytes
/// are read.
///
/// **Threading.** Any number of threads may use a registry and its codecs.
///
/// **Ownership.** Codecs live as long as their registry, so create few registries. Code is generated when it is first
/// needed.
///
/// **Failure.** A registry keeps at most 1,024 descriptions and about 32 MiB of them; it refuses more. Use one registry
/// only for peers that trust each other not to fill it up.
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

    /// Identifies a description; with a byte order, a decoder.
    private record Key(int classId, int version, int fingerprint, ByteOrder order) {
        static Key of(ObjectDescription description, ByteOrder order) {
            return new Key(description.classId(), description.version(), description.fingerprint(), order);
        }

        static Key of(ObjectHeader header, ByteOrder order) {
            return new Key(header.classId(), header.version(), header.fingerprint(), order);
        }
    }

    /// A class that was allowed, and its codec once that was requested.
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

    /// Begins a registry of classes that are on the class path or in packages open to this module.
    public static Builder builder() {
        return new Builder(MethodHandles.lookup());
    }

    /// Begins a registry that may also have classes in the module of the lookup, including private ones.
    ///
    /// @param lookup `MethodHandles.lookup()` of the caller
    public static Builder builder(MethodHandles.Lookup lookup) {
        return new Builder(lookup);
    }

    /// Collects the classes of a registry.
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

        /// Allows a class; its objects are written and read with all objects that they contain.
        ///
        /// @param classId any number that no other class has
        /// @param version of the class, 0 to 65,535; for people
        /// @throws IllegalArgumentException if the class cannot be written, its fields are not accessible, the class or
        ///     the id is already registered, or the version is out of range
        public Builder allow(int classId, int version, Class<?> type) {
            if (version < 0 || version > MAX_VERSION) {
                throw new IllegalArgumentException("version out of range: version=" + version + ", maxVersion="
                        + MAX_VERSION + " (" + type.getName() + ")");
            }
            Allowed before = allowed.get(classId);
            if (before != null) {
                throw new IllegalArgumentException("two classes with the same id: classId=" + classId + ", class="
                        + type.getName() + ", other=" + before.shape.type().getName());
            }
            allowed.forEach((id, other) -> {
                if (other.shape.type() == type) {
                    throw new IllegalArgumentException("one class with two ids: class=" + type.getName() + ", classId="
                            + classId + ", other=" + id);
                }
            });
            ObjectShape shape = finder.shape(type);
            allowed.put(classId, new Allowed(shape, new ObjectDescription(classId, version, shape.described())));
            return this;
        }

        /// Sets the byte order of the numbers that will be written. The default is that of this machine, so that
        /// processes on it convert nothing. Both orders are read.
        public Builder order(ByteOrder order) {
            this.order = Objects.requireNonNull(order);
            return this;
        }

        /// Builds the registry. It does not contain classes that are allowed afterwards.
        public ObjectRegistry build() {
            Map<Integer, Allowed> own = new LinkedHashMap<>();
            allowed.forEach((id, a) -> own.put(id, new Allowed(a.shape, a.description)));
            return new ObjectRegistry(own, order);
        }
    }

    /// The codec of a class.
    ///
    /// @throws IllegalArgumentException if the class is not allowed
    @SuppressWarnings("unchecked")
    public <T> ObjectCodec<T> codec(Class<T> type) {
        Allowed allowed = byClass.get(type);
        if (allowed == null) {
            throw new IllegalArgumentException("class is not in the registry: class=" + type.getName());
        }
        return (ObjectCodec<T>) allowed.codec(this);
    }

    /// Reads an object of the allowed class that its header names.
    ///
    /// @throws MalformedMessageException if the bytes contradict themselves
    /// @throws UnreadableObjectException if its class is not allowed, its description is unknown or does not fit, or
    ///     elements of lists lack too many fields
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

    /// Makes objects with this description readable. A description of a class that is not allowed is ignored.
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
                throw new UnreadableObjectException("two descriptions with the same fingerprint: " + description);
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

    /// The decoder of objects with this header.
    ObjectCodec.Decoder decoder(ObjectHeader header) {
        ObjectDescription description = descriptions.get(Key.of(header, null));
        if (description == null) {
            throw new UnreadableObjectException("object with an unknown description, learn it first: classId="
                    + header.classId() + ", version=" + header.version() + ", fingerprint="
                    + Integer.toHexString(header.fingerprint()));
        }
        return decoders.computeIfAbsent(Key.of(header, header.order()),
                _ -> CodecMaker.decoder(allowed(header.classId()).shape, description, header.order()));
    }
}
