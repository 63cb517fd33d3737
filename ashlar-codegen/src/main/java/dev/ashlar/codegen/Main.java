// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// Runs the generator for build tools, which need it in a JVM of its own; people use `ashlar compile`.
///
/// `Main --output DIR [--package NAME] [--type-packages] [--records] [--order-checks] [--xinclude]
/// [--xinclude-root DIR] [--warnings-as-errors] SCHEMA...`
///
/// Problems of schemas go to standard error. The exit status is 0 if all schemas were compiled, 2 for wrong arguments,
/// else 3; nothing is written unless every schema is accepted.
public final class Main {
    private Path output;
    private JavaOptions java = JavaOptions.DEFAULT;
    private ParseOptions parse = ParseOptions.DEFAULT;
    private final List<Path> schemas = new ArrayList<>();

    private Main() {
    }

    /// Runs the generator and ends the JVM if it fails.
    public static void main(String[] arguments) {
        int status = new Main().run(arguments);
        if (status != 0) {
            Runtime.getRuntime().exit(status);
        }
    }

    private int run(String[] arguments) {
        try {
            read(Arrays.asList(arguments).iterator());
        } catch (IllegalArgumentException e) {
            System.err.println("error: " + e.getMessage());
            return 2;
        }
        try {
            List<GeneratedFile> files = new ArrayList<>();
            for (Path schema : schemas) {
                ParseResult result = SchemaParser.parse(schema, parse);
                for (Diagnostic diagnostic : result.diagnostics()) {
                    System.err.println(diagnostic);
                }
                if (result.parsed().isEmpty()) {
                    return 3;
                }
                files.addAll(JavaGenerator.generate(result.schema(), java));
            }
            OutputDirectory.write(output, files);
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(output + ": error: " + e.getMessage());
            return 3;
        }
    }

    private void read(Iterator<String> arguments) {
        while (arguments.hasNext()) {
            String argument = arguments.next();
            switch (argument) {
                case "--output" -> output = Path.of(value(argument, arguments));
                case "--package" -> java = java.withPackageName(value(argument, arguments));
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
