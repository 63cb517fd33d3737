// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.conformance.SlotWriter.Style;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.generation.DynamicPackageOutputManager;
import org.agrona.generation.StringWriterOutputManager;
import uk.co.real_logic.sbe.generation.java.JavaGenerator;
import uk.co.real_logic.sbe.ir.Ir;

/// The Java code that the reference generates for one schema, compiled and ready to be called.
final class ReferenceCode {
    private static final int MAX_LENGTH = 1 << 16;
    private static final int MARGIN = 5;

    final Ir ir;
    private final Compiled classes;
    private final Map<String, Encoder> encoders = new HashMap<>();

    ReferenceCode(Schema schema) {
        ir = ReferenceIr.parse(SchemaXml.bytes(schema));
        classes = Compiled.lax(sources(ir));
    }

    /// What the reference generates.
    static List<GeneratedFile> sources(Ir ir) {
        Sources output = new Sources();
        try {
            new JavaGenerator(ir, "org.agrona.MutableDirectBuffer", "org.agrona.DirectBuffer", false, false, false,
                    output)
                    .generate();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<GeneratedFile> sources = new ArrayList<>();
        output.writer.getSources().forEach((name, text) -> sources.add(
                new GeneratedFile(name.toString().replace('.', '/') + ".java", text.toString())));
        return sources;
    }

    private static final class Sources implements DynamicPackageOutputManager {
        private final StringWriterOutputManager writer = new StringWriterOutputManager();

        @Override
        public void setPackageName(String packageName) {
            writer.setPackageName(packageName);
        }

        @Override
        public java.io.Writer createOutput(String name) throws IOException {
            return writer.createOutput(name);
        }
    }

    /// The bytes of a message with these facts. What no setter writes is zero.
    byte[] write(Message message, List<String> lines) {
        return encoders.computeIfAbsent(message.name(), _ -> new Encoder(message)).write(lines);
    }

    private final class Encoder {
        private final Message message;
        private final Object encoder;
        private final Object header;
        private final Call wrap;
        private final Call limit;
        private final BlockWriter block;

        Encoder(Message message) {
            Class<?> type = classes.type(ir.applicableNamespace() + "." + message.name() + "Encoder");
            Class<?> headerType = Arrays.stream(type.getMethods()).filter(m -> m.getName().equals("wrapAndApplyHeader"))
                    .findFirst().orElseThrow().getParameterTypes()[2];
            this.message = message;
            this.encoder = OurCode.instance(type);
            this.header = OurCode.instance(headerType);
            this.wrap = Call.of(type, "wrapAndApplyHeader", MutableDirectBuffer.class, int.class, headerType);
            this.limit = Call.of(type, "limit");
            this.block = new BlockWriter(type, message, Style.REFERENCE);
        }

        byte[] write(List<String> lines) {
            byte[] bytes = new byte[MAX_LENGTH];
            Facts facts = new Facts(lines);
            wrap.on(encoder, new UnsafeBuffer(bytes), MARGIN, header);
            block.write(encoder, message.name(), facts);
            assertTrue(facts.isComplete());
            return Arrays.copyOfRange(bytes, MARGIN, limit.number(encoder));
        }
    }
}
