// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.codegen.CSharpGenerator;
import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.GoGenerator;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.PythonGenerator;
import dev.ashlar.codegen.RustGenerator;
import dev.ashlar.codegen.TypeScriptGenerator;
import dev.ashlar.codegen.WiresharkGenerator;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar compile SCHEMA -o DIR`: generates source code.
@Command(name = "compile", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Generate encoders and decoders from a schema. Nothing is written unless the schema is accepted.", ""})
public final class CompileCommand extends AshlarCommand {
    /// The target languages.
    enum Language {
        JAVA,
        CPP,
        CSHARP,
        RUST,
        GO,
        TYPESCRIPT,
        PYTHON,
        WIRESHARK,
        SBEIR
    }

    @Parameters(paramLabel = "SCHEMA", description = "Schema file (.xml or .sbeir).")
    private Path schemaFile;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, description = "Source root to write to.")
    private Path output;

    @Option(names = {"-l", "--language"}, paramLabel = "LANGUAGE", defaultValue = "java",
            description = "java, cpp, csharp, rust, go, typescript, python, wireshark, or sbeir for the "
                    + "serialised schema (default: ${DEFAULT-VALUE}).")
    private Language language;

    @Option(names = "--package", paramLabel = "NAME", description = "Package of the generated code (default: that of the schema).")
    private String packageName;

    @Option(names = "--type-packages", description = "Put types into the packages that their <types> elements name.")
    private boolean typePackages;

    @Option(names = "--records", description = "Also generate a record for each message, with encode and decode.")
    private boolean records;

    @Option(names = "--order-checks",
            description = "Generate code that checks that groups and data are used in schema order.")
    private boolean orderChecks;

    @Option(names = {"-f", "--framing"}, paramLabel = "FRAMING",
            description = "For wireshark: framing of the messages, as for ashlar decode (default: raw).")
    private String framing;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() {
        requireOptionsOfLanguage();
        JavaOptions options = javaOptions();
        Schema schema = schemas.read(schemaFile);
        try {
            String written = switch (language) {
                case JAVA -> write(JavaGenerator.generate(schema, options));
                case CPP -> write(CppGenerator.generate(schema, languageOptions()));
                case PYTHON -> write(PythonGenerator.generate(schema, languageOptions()));
                case TYPESCRIPT -> write(TypeScriptGenerator.generate(schema, languageOptions()));
                case CSHARP -> write(CSharpGenerator.generate(schema, languageOptions()));
                case WIRESHARK -> write(WiresharkGenerator.generate(schema, languageOptions(), framing(schema)));
                case RUST -> write(RustGenerator.generate(schema, languageOptions()));
                case GO -> write(GoGenerator.generate(schema, languageOptions()));
                case SBEIR -> sbeIr(schema) + " written";
            };
            out().println(written);
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage() + " (" + schemaFile + ")");
        } catch (FileSystemException e) {
            throw new BadInputException("cannot write: " + FileProblem.describe(e)
                    + "; choose a folder that can be written");
        } catch (IOException e) {
            throw new BadInputException("cannot write: " + FileProblem.describe(e, output));
        }
    }

    private JavaOptions javaOptions() {
        JavaOptions options = JavaOptions.DEFAULT.withTypePackages(typePackages).withRecords(records)
                .withAccessOrderChecks(orderChecks);
        return packageName == null ? options
                : parse("--package", () -> options.withPackageName(packageName));
    }

    private LanguageOptions languageOptions() {
        return packageName == null ? LanguageOptions.DEFAULT
                : parse("--package", () -> LanguageOptions.DEFAULT.withPackageName(packageName));
    }

    private Framing framing(Schema schema) {
        return parse("--framing", () -> Framing.parse(framing, MessageLength.of(schema)));
    }

    /// Refuses, rather than ignores, options that do not apply to the language.
    private void requireOptionsOfLanguage() {
        String name = language.name().toLowerCase(Locale.ROOT);
        require(language == Language.JAVA || !typePackages && !records && !orderChecks,
                "--type-packages, --records and --order-checks need -l java: -l " + name);
        require(language == Language.WIRESHARK || framing == null, "--framing needs -l wireshark: -l " + name);
    }

    private String write(List<GeneratedFile> files) throws IOException {
        OutputDirectory.write(output, files);
        return files.size() + " files written to " + output;
    }

    private Path sbeIr(Schema schema) throws IOException {
        String name = schemaFile.getFileName().toString().replaceFirst("\\.(xml|sbeir)$", "") + ".sbeir";
        Files.createDirectories(output);
        Path file = output.resolve(name);
        SbeIrWriter.write(schema, file);
        return file;
    }
}
