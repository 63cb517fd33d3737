// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codec.MessageDecoder;
import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.internal.SchemaNames;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The Java code we generate for one schema, compiled and ready to be called.
final class OurCode {
    final Schema schema;
    private final JavaOptions options;
    private final Compiled classes;
    private final Map<String, Reader> readers = new HashMap<>();
    private final Map<String, Writer> writers = new HashMap<>();
    private final Map<String, Records> records = new HashMap<>();

    private OurCode(Schema schema, JavaOptions options) {
        this.schema = schema;
        this.options = options;
        this.classes = Compiled.of(JavaGenerator.generate(schema, options));
    }

    static OurCode of(Schema schema) {
        return of(schema, JavaOptions.DEFAULT);
    }

    static OurCode of(Schema schema, JavaOptions options) {
        return new OurCode(schema, options);
    }

    Class<?> type(Message message, String suffix) {
        return classes.type(SchemaNames.codec(schema, options, message) + suffix);
    }

    Class<?> header(String suffix) {
        return classes.type(SchemaNames.header(schema, options) + suffix);
    }

    Reader reader(Message message) {
        return readers.computeIfAbsent(message.name(), _ -> new Reader(this, message));
    }

    Writer writer(Message message) {
        return writers.computeIfAbsent(message.name(), _ -> new Writer(this, message));
    }

    /// The records, if they were asked for.
    Records records(Message message) {
        return records.computeIfAbsent(message.name(), _ -> new Records(this, message));
    }

    static Object instance(Class<?> type) {
        try {
            Constructor<?> constructor = type.getConstructor();
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /// Reads messages of one kind with the generated decoder.
    static final class Reader {
        private final Message message;
        private final MessageDecoder decoder;
        private final Object header;
        private final Call wrap;
        private final BlockReader block;
        private final int headerLength;

        private Reader(OurCode code, Message message) {
            Class<?> type = code.type(message, "Decoder");
            Class<?> headerType = code.header("Decoder");
            this.message = message;
            this.decoder = (MessageDecoder) instance(type);
            this.header = instance(headerType);
            this.wrap = Call.of(type, "wrapAndApplyHeader", MemorySegment.class, long.class, headerType);
            this.block = new BlockReader(type, message, code.options.accessOrderChecks());
            this.headerLength = code.schema.header().encodedLength();
        }

        /// Reads a message that begins with its header, in every way the decoder offers.
        ///
        /// @return the lines of its facts, and last `end=` with its length
        List<String> read(MemorySegment memory, long offset) {
            return read(memory, offset, true);
        }

        /// @param measured whether the length is asked for first, which alone finds out whether the message is
        ///                 malformed
        List<String> read(MemorySegment memory, long offset, boolean measured) {
            return find(memory, offset, measured).facts();
        }

        /// As [#read(MemorySegment, long)], with what is null.
        Found find(MemorySegment memory, long offset) {
            return find(memory, offset, true);
        }

        private Found find(MemorySegment memory, long offset, boolean measured) {
            wrap(memory, offset);
            long start = decoder.limit();
            if (measured) {
                decoder.sbeDecodedLength();
            }
            String printed = decoder.toString();
            assertEquals(start, decoder.limit(), "asking for length or text moved the cursor");
            Found found = new Found();
            block.read(decoder, decoder, message.name(), found);
            long length = decoder.sbeDecodedLength();
            assertEquals(length, decoder.encodedLength());
            assertEquals(printed, decoder.toString());
            decoder.sbeRewind();
            assertEquals(start, decoder.limit());
            decoder.sbeSkip();
            assertEquals(length, decoder.encodedLength());
            found.fact("end=" + (headerLength + length));
            return found;
        }

        /// The decoder, at the beginning of a message.
        MessageDecoder wrap(MemorySegment memory, long offset) {
            wrap.on(decoder, memory, offset, header);
            return decoder;
        }
    }
}
