// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A file of statements and commands.
public final class StatementFile {
    /// Such files are written by people.
    static final int MAX_BYTES = 64 << 20;

    private static final int MAX_COMPLETIONS = 200;

    private StatementFile() {
    }

    /// Files and folders that begin with a path, folders with a slash at their end.
    static List<String> completions(String begin) {
        int slash = begin.lastIndexOf('/') + 1;
        try (Stream<Path> files = Files.list(Path.of(slash == 0 ? "." : begin.substring(0, slash)))) {
            return files.map(file -> begin.substring(0, slash) + file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
                    .filter(name -> name.startsWith(begin)).sorted().limit(MAX_COMPLETIONS).toList();
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }

    /// A text without a byte order mark.
    static String withoutMark(String text) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /// Its lines.
    ///
    /// @param file `-` for standard input
    /// @throws BadInputException if it cannot be read, is too long or not UTF-8
    static List<String> read(Path file) {
        try (InputStream in = file.toString().equals("-") ? System.in : Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new BadInputException("file of statements is too long: most=" + MAX_BYTES + " bytes (" + file + ")");
            }
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return withoutMark(text).lines().toList();
        } catch (CharacterCodingException e) {
            throw new BadInputException("file of statements is not UTF-8 (" + file + ")");
        } catch (IOException e) {
            throw new BadInputException(FileProblem.describe(e, file));
        }
    }
}
