// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.xml.sax.InputSource;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrDecoder;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/// The reference implementation's parser and serialiser.
public final class ReferenceIr {
    private static final int MAX_LENGTH = 16 << 20;

    private ReferenceIr() {
    }

    /// What the reference makes of a schema file.
    public static Ir parse(Path file) {
        try {
            InputSource source = new InputSource(new ByteArrayInputStream(Files.readAllBytes(file)));
            source.setSystemId(file.toUri().toString());
            return parse(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What the reference makes of a schema's text.
    public static Ir parse(byte[] xml) {
        return parse(new InputSource(new ByteArrayInputStream(xml)));
    }

    private static Ir parse(InputSource source) {
        ParserOptions options = ParserOptions.builder().suppressOutput(true).stopOnError(true).xIncludeAware(true)
                .build();
        try {
            return new IrGenerator().generate(XmlSchemaParser.parse(source, options));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// The reference's serialised form.
    public static byte[] toBytes(Ir ir) {
        ByteBuffer buffer = ByteBuffer.allocate(MAX_LENGTH);
        try (IrEncoder encoder = new IrEncoder(buffer, ir)) {
            return Arrays.copyOf(buffer.array(), encoder.encode());
        }
    }

    /// What the reference reads from a serialised form.
    public static Ir fromBytes(byte[] bytes) {
        try (IrDecoder decoder = new IrDecoder(ByteBuffer.wrap(bytes))) {
            return decoder.decode();
        }
    }
}
