// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Text that comes from the environment and goes to it. In the locales C and POSIX, which services and containers have,
/// Java replaces every character beyond ASCII in both directions.
public final class LocaleText {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    /// What stands for bytes that could not be decoded.
    private static final char REPLACED = '\ufffd';

    private LocaleText() {
    }

    /// The charset of standard output: UTF-8, unless it is a terminal that has another.
    public static Charset output() {
        return Integer.getInteger("ashlar.columns", 0) > 0 ? beyondAscii(System.out.charset()) : StandardCharsets.UTF_8;
    }

    /// The charset of standard error, which people read.
    public static Charset error() {
        return beyondAscii(System.err.charset());
    }

    private static Charset beyondAscii(Charset charset) {
        return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
    }

    /// The first argument that is not what the user wrote, because the locale could not decode it; empty if there is
    /// none.
    public static Optional<String> undecoded(String... arguments) {
        Optional<String> suspect = List.of(arguments).stream().filter(text -> text.indexOf(REPLACED) >= 0).findFirst();
        return suspect.filter(_ -> !isDecodable(arguments.length));
    }

    /// Whether the last arguments of this process are valid text in the locale; if so, the user wrote the replacement
    /// character.
    private static boolean isDecodable(int arguments) {
        try {
            Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
            List<ByteBuffer> words = words(Files.readAllBytes(COMMAND_LINE));
            for (ByteBuffer word : words.subList(Math.max(0, words.size() - arguments), words.size())) {
                charset.newDecoder().decode(word);
            }
            return true;
        } catch (CharacterCodingException e) {
            return false;
        } catch (IOException | IllegalArgumentException e) {
            // Other systems than Linux pass arguments as Unicode.
            return true;
        }
    }

    private static List<ByteBuffer> words(byte[] commandLine) {
        List<ByteBuffer> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                words.add(ByteBuffer.wrap(commandLine, start, i - start));
                start = i + 1;
            }
        }
        return words;
    }
}
