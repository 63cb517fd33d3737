// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// Entry point for build tools, which run the generator in a separate JVM; people use `ashlar compile`.
///
/// `Main --output DIR [--language NAME] [--package NAME] [--type-packages] [--records] [--order-checks]
/// [--framing FRAMING] [--xinclude] [--xinclude-root DIR] [--warnings-as-errors] SCHEMA...`
///
/// The default language is `java`. Only Java accepts `--type-packages`, `--records` and `--order-checks`; only
/// `wireshark` uses `--framing`.
///
/// Problems are printed to standard error. The exit status is 0 if all schemas were compiled, 2 for wrong arguments,
/// else 3, also for an unknown language or framing. Nothing is written unless every schema is accepted.
public final class Main {
    private Path output;
    private JavaOptions java = JavaOptions.DEFAULT;
    private LanguageOptions options = LanguageOptions.DEFAULT;
    private String language = "java";
    private String framing = "raw";
    private ParseOptions parse = ParseOptions.DEFAULT;
    private final List<Path> schemas = new ArrayList<>();
    private final PrintStream problems;

    /// @param problems receives the problems found
    Main(PrintStream problems) {
        this.problems = problems;
    }

    /// Runs the generator and ends the JVM if it fails.
    public static void main(String[] arguments) {
        int status = new Main(System.err).run(arguments);
        if (status != 0) {
            Runtime.getRuntime().exit(status);
        }
    }

    /// The exit status.
    int run(String... arguments) {
        try {
            read(Arrays.asList(arguments).iterator());
        } catch (IllegalArgumentException e) {
            problems.println("error: " + e.getMessage());
            return 2;
        }
        try {
            List<GeneratedFile> files = new ArrayList<>();
            for (Path schema : schemas) {
                ParseResult result = SchemaParser.parse(schema, parse);
                for (Diagnostic diagnostic : result.diagnostics()) {
                    problems.println(diagnostic);
                }
                if (result.parsed().isEmpty()) {
                    return 3;
                }
                files.addAll(generate(result.schema()));
            }
            OutputDirectory.write(output, files);
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            problems.println(output + ": error: " + e.getMessage());
            return 3;
        }
    }

    private List<GeneratedFile> generate(Schema schema) {
        return switch (language) {
            case "java" -> JavaGenerator.generate(schema, java);
            case "cpp" -> CppGenerator.generate(schema, options);
            case "csharp" -> CSharpGenerator.generate(schema, options);
            case "go" -> GoGenerator.generate(schema, options);
            case "python" -> PythonGenerator.generate(schema, options);
            case "rust" -> RustGenerator.generate(schema, options);
            case "typescript" -> TypeScriptGenerator.generate(schema, options);
            case "wireshark" -> WiresharkGenerator.generate(schema, options, Framing.parse(framing, MessageLength.of(schema)));
            default -> throw new IllegalArgumentException("unknown language: " + language + "; known are java, cpp, csharp, go, "
                    + "python, rust, typescript, wireshark");
        };
    }

    private void read(Iterator<String> arguments) {
        String packageName = null;
        while (arguments.hasNext()) {
            String argument = arguments.next();
            switch (argument) {
                case "--output" -> output = Path.of(value(argument, arguments));
                case "--language" -> language = value(argument, arguments);
                case "--framing" -> framing = value(argument, arguments);
                case "--package" -> packageName = value(argument, arguments);
                case "--type-packages" -> java = java.withTypePackages(true);
                case "--records" -> java = java.withRecords(true);
                case "--order-checks" -> java = java.withAccessOrderChecks(true);
                case "--xinclude" -> parse = parse.withXInclude(true);
                case "--xinclude-root" -> parse = parse.withXIncludeRoot(Path.of(value(argument, arguments)));
                case "--warnings-as-errors" -> parse = parse.withWarningsAsErrors(true);
                default -> {
                    if (argument.startsWith("--")) {
                        throw new IllegalArgumentException("unknown option: " + argument);
                    }
                    schemas.add(Path.of(argument));
                }
            }
        }
        if (packageName != null && language.equals("java")) {
            java = java.withPackageName(packageName);
        } else if (packageName != null) {
            options = options.withPackageName(packageName);
        }
        if (!language.equals("java") && !java.equals(JavaOptions.DEFAULT)) {
            throw new IllegalArgumentException(
                    "--type-packages, --records and --order-checks are for java only: language="
                    + language);
        }
        if (output == null || schemas.isEmpty()) {
            throw new IllegalArgumentException("--output and at least one schema are needed");
        }
    }

    private static String value(String option, Iterator<String> arguments) {
        if (!arguments.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return arguments.next();
    }
}
