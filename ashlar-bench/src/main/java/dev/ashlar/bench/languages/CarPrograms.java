// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.languages;

import dev.ashlar.bench.Programs;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.measure.host.ChildJvm;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Generates the codecs of both sides in a folder, and builds the programs with them.
final class CarPrograms {
    private static final String CRATES = """
            [package]
            name = "values"
            version = "0.0.0"
            edition = "2021"

            [dependencies]
            bench-car = { path = "ashlar" }
            dev_ashlar_bench_codec_sbe = { path = "peer/dev_ashlar_bench_codec_sbe" }

            [profile.release]
            lto = "fat"
            codegen-units = 1
            """;
    private static final List<String> CPP = List.of("g++", "-std=c++20", "-O3", "-DNDEBUG", "-I.");
    private static final List<String> TSC = List.of("tsc", "--target", "es2022", "--module", "nodenext", "--strict",
            "--lib", "es2022,dom", "--rootDir", ".", "--outDir", "out", "bench/car/index.ts");

    private final Path folder;
    private final Path schemaFile;
    private final Schema schema;

    CarPrograms(Path folder) throws IOException {
        this.folder = folder;
        this.schemaFile = resource("codec-benchmark.xml", folder.resolve("codec-benchmark.xml"));
        this.schema = SchemaParser.parse(schemaFile, ParseOptions.DEFAULT).schema();
    }

    /// The commands that measure, without the direction and the milliseconds of a batch.
    ///
    /// @throws IOException if a program cannot be built
    Map<CarProgram, List<String>> build(Language language) throws IOException {
        Path home = Files.createDirectories(folder.resolve(language.name()));
        return new EnumMap<>(switch (language) {
            case CPP -> cpp(home);
            case RUST -> rust(home);
            case GO -> go(home);
            case TYPESCRIPT -> typeScript(home);
            case PYTHON -> python(home);
        });
    }

    private Map<CarProgram, List<String>> cpp(Path home) throws IOException {
        generate(Language.CPP, home, home);
        copy(home, "values.hpp", "ashlar.cpp", "sbe_tool.cpp");
        compile(home, "ours", "ashlar.cpp");
        compile(home, "checked", "sbe_tool.cpp");
        compile(home, "unchecked", "sbe_tool.cpp", "-DSBE_NO_BOUNDS_CHECK");
        return Map.of(CarProgram.CPP, command(home, "ours"), CarProgram.CPP_CHECKED, command(home, "checked"),
                CarProgram.CPP_UNCHECKED, command(home, "unchecked"));
    }

    private static void compile(Path home, String program, String source, String... more) throws IOException {
        Programs.run(home, Stream.of(CPP, List.of(more), List.of(source, "-o", program)).flatMap(List::stream).toList());
    }

    private Map<CarProgram, List<String>> rust(Path home) throws IOException {
        generate(Language.RUST, home.resolve("ashlar"), home.resolve("peer"));
        Files.writeString(home.resolve("Cargo.toml"), CRATES);
        Files.createDirectories(home.resolve("src/bin"));
        resource("values.rs", home.resolve("src/lib.rs"));
        resource("ashlar.rs", home.resolve("src/ashlar.rs"));
        // The optimizer inlines less where one program has both.
        for (String program : List.of("bytes", "text", "sbe_tool")) {
            resource(program + ".rs", home.resolve("src/bin/" + program + ".rs"));
        }
        Programs.run(home, List.of("cargo", "build", "--release", "--offline", "--quiet"));
        Path built = home.resolve("target/release");
        return Map.of(CarProgram.RUST, command(built, "bytes"), CarProgram.RUST_TEXT, command(built, "text"),
                CarProgram.RUST_PEER, command(built, "sbe_tool"));
    }

    private Map<CarProgram, List<String>> go(Path home) throws IOException {
        generate(Language.GO, home, home);
        Files.writeString(home.resolve("go.mod"), "module bench\n\ngo 1.19\n");
        for (String program : List.of("values", "ashlar", "sbe_tool")) {
            resource(program + ".go", Files.createDirectories(home.resolve(program)).resolve(program + ".go"));
        }
        Programs.run(home, List.of("go", "build", "-o", "ours", "./ashlar"));
        Programs.run(home, List.of("go", "build", "-o", "peer", "./sbe_tool"));
        return Map.of(CarProgram.GO, command(home, "ours"), CarProgram.GO_PEER, command(home, "peer"));
    }

    private Map<CarProgram, List<String>> typeScript(Path home) throws IOException {
        OutputDirectory.write(home, Language.TYPESCRIPT.generate(schema));
        copy(home, "cars.mjs");
        Files.writeString(home.resolve("package.json"), "{ \"type\": \"module\" }\n");
        Programs.run(home, TSC);
        String program = home.resolve("cars.mjs").toString();
        return Map.of(CarProgram.TYPESCRIPT, List.of("node", program, "ashlar"), CarProgram.JSON,
                List.of("node", program, "json"));
    }

    private Map<CarProgram, List<String>> python(Path home) throws IOException {
        OutputDirectory.write(home, Language.PYTHON.generate(schema));
        copy(home, "cars.py");
        String program = home.resolve("cars.py").toString();
        return Map.of(CarProgram.PYTHON, List.of("python3", program, "ashlar"), CarProgram.STRUCT,
                List.of("python3", program, "struct"));
    }

    /// The codecs of both sides.
    private void generate(Language language, Path ours, Path peer) throws IOException {
        OutputDirectory.write(ours, language.generate(schema));
        Programs.run(folder, List.of(ChildJvm.java(), "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dsbe.target.language=" + language.peer().orElseThrow(), "-Dsbe.output.dir=" + peer,
                "-Dsbe.go.generate.generate.flyweights=true", "-cp", System.getProperty("java.class.path"),
                "uk.co.real_logic.sbe.SbeTool", schemaFile.toString()));
    }

    private static List<String> command(Path home, String program) {
        return List.of(home.resolve(program).toString());
    }

    private static void copy(Path home, String... names) throws IOException {
        for (String name : names) {
            resource(name, home.resolve(name));
        }
    }

    private static Path resource(String name, Path to) throws IOException {
        try (InputStream in = CarPrograms.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no such resource: " + name);
            }
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
        return to;
    }
}
