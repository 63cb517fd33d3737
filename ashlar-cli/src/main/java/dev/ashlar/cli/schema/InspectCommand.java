// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.sbe.ir.Schema;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar inspect SCHEMA`: prints layouts as tables.
@Command(name = "inspect", mixinStandardHelpOptions = true,
        description = "Print the layout of every message of a schema: offset, length, type, presence and version of each field.")
public final class InspectCommand extends AshlarCommand {
    @Parameters(paramLabel = "SCHEMA", description = "Schema file (.xml or .sbeir).")
    private Path file;

    @Option(names = {"-m", "--message"}, paramLabel = "NAME", description = "Only this message.")
    private String message;

    @Option(names = "--types", description = "Also print enums, sets and composites.")
    private boolean types;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() {
        Schema schema = schemas.read(file);
        if (message != null && schema.message(message) == null) {
            throw new BadInputException("no such message: " + message + " (" + file + ")");
        }
        LayoutPrinter printer = new LayoutPrinter(out());
        printer.schema(schema);
        schema.messages().stream().filter(m -> message == null || m.name().equals(message)).forEach(printer::message);
        if (types) {
            schema.types().forEach(printer::type);
        }
        return ExitCode.DONE;
    }
}
