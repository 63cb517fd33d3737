// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.SourceMap;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.sbeir.SbeIrReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Reads schemas for commands: shared options, and diagnostics in the form that compilers use.
public final class SchemaFile {
    @Option(names = "--xinclude", description = "Follow XInclude of files in or below the folder of the schema.")
    private boolean xInclude;

    @Option(names = "--xinclude-root", paramLabel = "DIR",
            description = "Follow XInclude of files in or below this folder.")
    private Path xIncludeRoot;

    @Option(names = "--warnings-as-errors", description = "Refuse schemas with warnings.")
    private boolean warningsAsErrors;

    @Option(names = "--no-warnings", description = "Do not print warnings about schemas.")
    private boolean noWarnings;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /// The schema in this file, after printing its diagnostics.
    ///
    /// @throws BadInputException if the schema has errors
    public Schema read(Path file) {
        return readWithSources(file).schema();
    }

    private ParseResult parse(Path file) {
        if (!file.toString().endsWith(".sbeir")) {
            return SchemaParser.parse(file, new ParseOptions(xInclude || xIncludeRoot != null,
                    Optional.ofNullable(xIncludeRoot), warningsAsErrors));
        }
        SourceMap nowhere = new SourceMap(file.toString(), Map.of());
        try {
            return new ParseResult(Optional.of(SbeIrReader.read(file)), List.of(), nowhere);
        } catch (SchemaException e) {
            return new ParseResult(Optional.empty(), e.diagnostics(), nowhere);
        }
    }

    /// The schema in this file with the source positions of its elements, after printing its diagnostics.
    ///
    /// @throws BadInputException if the schema has errors
    ParseResult readWithSources(Path file) {
        ParseResult result = parse(file);
        List<Diagnostic> errors = result.diagnostics().stream()
                .filter(d -> d.severity() == Diagnostic.Severity.ERROR).toList();
        if (errors.size() == 1) {
            throw new BadInputException(errors.getFirst().toString());
        }
        PrintWriter err = command.commandLine().getErr();
        result.diagnostics().stream().filter(d -> !noWarnings || errors.contains(d)).forEach(err::println);
        if (!errors.isEmpty()) {
            throw new BadInputException("schema refused: " + file + ", errors=" + errors.size());
        }
        return result;
    }
}
