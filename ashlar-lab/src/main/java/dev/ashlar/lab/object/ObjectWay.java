// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.util.List;

/// A way to turn an object into bytes and back. Those by hand write the same 185 bytes: fields in order, arrays after
/// their lengths; the object codec puts a header before as many.
public enum ObjectWay {
    ASHLAR("Ashlar"),
    SERIALIZABLE("Java serialisation"),
    BUFFER("ByteBuffer by hand, value by value"),
    BUFFER_BULK("ByteBuffer by hand, arrays in bulk"),
    MEMORY("direct memory by hand, arrays in bulk"),
    KRYO("Kryo"),
    KRYO_UNSAFE("Kryo, Unsafe streams"),
    FORY("Fory"),
    ASHLAR_REUSED("Ashlar, object filled again"),
    BUFFER_REUSED("ByteBuffer by hand, object filled again");

    private final String text;

    ObjectWay(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /// Of its JVM.
    public List<String> flags() {
        return switch (this) {
            case KRYO, KRYO_UNSAFE -> flagsOfLibrary("com.esotericsoftware.kryo");
            case FORY -> flagsOfLibrary("org.apache.fory.core");
            default -> List.of();
        };
    }

    /// The JDK would warn of what these use. As modules they are there only if asked for.
    private static List<String> flagsOfLibrary(String module) {
        String allowed = "--sun-misc-unsafe-memory-access=allow";
        return ObjectWay.class.getModule().isNamed()
                ? List.of(allowed, "--add-modules=jdk.unsupported," + module) : List.of(allowed);
    }

    public ItemCodec open() {
        return switch (this) {
            case ASHLAR -> new AshlarCodec(false);
            case ASHLAR_REUSED -> new AshlarCodec(true);
            case SERIALIZABLE -> new SerializableCodec();
            case BUFFER -> new BufferCodec(false, false);
            case BUFFER_BULK -> new BufferCodec(false, true);
            case BUFFER_REUSED -> new BufferCodec(true, false);
            case MEMORY -> new MemoryCodec();
            case KRYO -> new KryoCodec(false);
            case KRYO_UNSAFE -> new KryoCodec(true);
            case FORY -> new ForyCodec();
        };
    }
}
