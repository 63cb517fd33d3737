// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.CSharpGenerator;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// C#, compiled without warnings by mono's compiler and run by mono.
///
/// @param program name of the file with `Main`
record CSharp(String program) implements TargetLanguage {
    static final List<String> COMPILER = List.of("mcs", "-langversion:latest", "-checked+", "-warnaserror+", "-warn:4",
            "-r:System.Numerics.dll");

    CSharp() {
        this("Driver");
    }

    @Override
    public String name() {
        return "C#";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("mcs", "--version"), List.of("mono", "--version"));
    }

    @Override
    public TargetLanguage running(String other) {
        return new CSharp(Character.toUpperCase(other.charAt(0)) + other.substring(1));
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return CSharpGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve(program + ".cs"), Resources.text(program + ".cs"));
        Tool.run(folder, Stream.concat(COMPILER.stream(), Stream.of("-out:driver.exe", "-recurse:*.cs")).toList());
        return List.of("mono", folder.resolve("driver.exe").toString());
    }
}
