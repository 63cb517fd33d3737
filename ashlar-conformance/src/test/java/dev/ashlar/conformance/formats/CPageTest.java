// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.conformance.languages.Sanitizers;
import dev.ashlar.conformance.languages.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/c.md` is a program in C and one in C++, which compile against the installed headers, found by
/// pkg-config and by CMake, and print what the page says.
class CPageTest {
    private static final List<String> OPTIONS = List.of("-Wall", "-Wextra", "-Wpedantic", "-Wconversion");
    @TempDir
    Path temp;

    private static String blocks(String language) throws IOException {
        String page = Files.readString(CPrograms.SOURCES.resolveSibling("docs/c.md"));
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(page).results()
                .map(result -> result.group(1)).collect(Collectors.joining("\n"));
    }

    private Path installed() throws Exception {
        Path prefix = temp.resolve("installed");
        CPrograms.check("cmake", "--install", CPrograms.built().toString(), "--prefix", prefix.toString());
        return prefix;
    }

    private static String compile(Path source, String compiler, String standard, Path... includes) throws Exception {
        Path program = source.resolveSibling(source.getFileName() + ".run");
        List<String> command = new ArrayList<>(List.of(compiler, standard));
        command.addAll(OPTIONS);
        command.addAll(Tool.WARNINGS_FAIL);
        command.addAll(Sanitizers.OPTIONS);
        for (Path include : includes) {
            command.add("-I" + include);
        }
        CPrograms.check(command, source.toString(), "-o", program.toString());
        return program.toString();
    }

    @Test
    void shouldRunTheCodeOfThePage() throws Exception {
        CPrograms.require("gcc", "pkg-config");
        Path prefix = installed();
        Path library = Files.exists(prefix.resolve("lib/pkgconfig")) ? prefix.resolve("lib") : prefix.resolve("lib64");
        // The prefix is that of the build; pkg-config is told where it is installed now.
        String flags = CPrograms.check("pkg-config", "--define-variable=prefix=" + prefix, "--cflags",
                library.resolve("pkgconfig/ashlar.pc").toString()).strip();
        assertEquals("-I" + prefix.resolve("include"), flags);
        Path source = Files.writeString(temp.resolve("page.c"), blocks("c"));
        Path store = KitFiles.unzip(KitFiles.KIT.resolve("versions.zip"), temp.resolve("store"));
        Path archive = KitFiles.unzip(KitFiles.KIT.resolve("days.zip"), temp.resolve("archive"));
        String program = compile(source, "gcc", "-std=c11", Path.of(flags.substring(2)));
        assertEquals(blocks("text"), CPrograms.check(program, store.toString(), temp.resolve("ring").toString(),
                archive.toString()));
    }

    @Test
    void shouldRunTheCppOfThePageWithGeneratedDecoders() throws Exception {
        CPrograms.require("g++");
        CPrograms.requireSanitizers("g++");
        Path generated = temp.resolve("generated");
        OutputDirectory.write(generated, CppGenerator.generate(KitStores.quotes(1), LanguageOptions.DEFAULT));
        // The definitions may be compiled as C++, too.
        Path source = Files.writeString(temp.resolve("page.cpp"), "#define ASHLAR_IMPLEMENTATION\n" + blocks("cpp"));
        Path store = KitFiles.unzip(KitFiles.KIT.resolve("versions.zip"), temp.resolve("store"));
        String program = compile(source, "g++", "-std=c++20", CPrograms.SOURCES, generated);
        List<String> lines = CPrograms.check(program, store.toString()).lines().toList();
        assertEquals(4, lines.size(), lines::toString);
        assertEquals("sum of sizes: 780, of legs: 7683", lines.get(0));
        assertEquals("{\"template\":\"Order\",\"id\":3,\"schema\":902,\"version\":1,\"id_\":39,\"account\":null,\"legs\":[],"
                + "\"parties\":[{\"party\":39}],\"note\":\"xxx\"}", lines.get(2));
        assertEquals("Nobody: not found", lines.get(3));
    }

    @Test
    void shouldBeFoundByCMake() throws Exception {
        Path prefix = installed();
        Path project = Files.createDirectories(temp.resolve("project"));
        Files.writeString(project.resolve("CMakeLists.txt"), """
                cmake_minimum_required(VERSION 3.20)
                project(app C)
                find_package(ashlar 0.1 REQUIRED)
                add_executable(app app.c)
                target_link_libraries(app PRIVATE ashlar::ashlar)
                """);
        Files.writeString(project.resolve("app.c"), blocks("c"));
        CPrograms.check("cmake", "-S", project.toString(), "-B", project.resolve("build").toString(),
                "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_PREFIX_PATH=" + prefix);
        CPrograms.check("cmake", "--build", project.resolve("build").toString());
    }
}
