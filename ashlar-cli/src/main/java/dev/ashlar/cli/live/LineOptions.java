// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.cli.output.Usage;
import dev.ashlar.ingest.Line;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Options for the lines of a UDP feed, shared by recording and replay.
public final class LineOptions {
    @Option(names = "--group", paramLabel = "ADDR:PORT",
            description = "Multicast group and port, or address and port, such as 233.252.0.1:14310.")
    private String group;

    @Option(names = "--line", paramLabel = "ADDR:PORT",
            description = "The same for a second line with the same packets.")
    private String line;

    @Option(names = "--interface", paramLabel = "NAME",
            description = "Interface for the groups, such as eth0 (default: the only one with multicast).")
    private String networkInterface;

    @Option(names = "--line-interface", paramLabel = "NAME",
            description = "Interface for the group of the second line (default: that of --interface).")
    private String lineInterface;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    boolean isGiven() {
        return group != null;
    }

    boolean hasSecond() {
        return line != null;
    }

    /// Refuses options of a second line without one.
    void check() {
        Usage.require(spec, group != null || line == null && networkInterface == null,
                "--line and --interface need --group");
        Usage.require(spec, line != null || lineInterface == null, group == null ? "--line and --interface need --group"
                : "--line-interface needs --line");
    }

    Line first() {
        return parse("--group", group);
    }

    Line second() {
        return parse("--line", line);
    }

    Line parse(String option, String text) {
        return Usage.parse(spec, option, () -> Line.parse(text));
    }

    Optional<String> firstInterface() {
        return Optional.ofNullable(networkInterface);
    }

    Optional<String> secondInterface() {
        return Optional.ofNullable(lineInterface == null ? networkInterface : lineInterface);
    }
}
