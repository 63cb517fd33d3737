// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.sbe.CompatibilityCheck;
import dev.ashlar.sbe.CompatibilityFinding;
import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import dev.ashlar.sbe.CompatibilityReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar check OLD NEW`: checks whether two versions of a schema can read each other's messages.
@Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Check whether readers of the new schema can read messages of the old one (backward), and vice versa "
                    + "(forward), rule by rule.", ""},
        footer = {"",
            "The exit code is 1 if a change breaks readers in a checked direction.",
            "docs/compatibility.md lists the rules."})
public final class CheckCommand extends AshlarCommand {
    @Parameters(index = "0", paramLabel = "OLD", description = "The older schema (.xml or .sbeir).")
    private Path older;

    @Parameters(index = "1", paramLabel = "NEW", description = "The newer schema (.xml or .sbeir).")
    private Path newer;

    @Option(names = "--direction", paramLabel = "DIRECTION",
            description = "Check BACKWARD or FORWARD only (default: both).")
    private Direction direction;

    @Option(names = {"-q", "--quiet"}, description = "Print only changes that break readers, no warnings or notes.")
    private boolean quiet;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() {
        CompatibilityReport report = CompatibilityCheck.compare(schemas.readWithSources(older),
                schemas.readWithSources(newer));
        PrintWriter out = out();
        for (CompatibilityFinding finding : report.findings()) {
            if (concerns(finding.directions()) && (!quiet || finding.severity() == Severity.BREAK)) {
                out.println(finding);
            }
        }
        boolean compatible = direction == null ? report.isCompatible() : report.isCompatible(direction);
        out.println(verdict("backward", report.isCompatible(Direction.BACKWARD)) + ", "
                + verdict("forward", report.isCompatible(Direction.FORWARD)));
        return compatible ? ExitCode.DONE : ExitCode.NO;
    }

    private boolean concerns(Set<Direction> directions) {
        return direction == null || directions.isEmpty() || directions.contains(direction);
    }

    private static String verdict(String name, boolean compatible) {
        return name + (compatible ? " compatible" : " broken");
    }
}
