// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `ashlar demo`: everything once, on a feed of our own.
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Compile a sample schema, encode a sample feed into a capture, decode it back, print the rates.",
        ""})
final class DemoCommand implements Callable<Integer> {
    @Option(names = {"-n", "--messages"}, paramLabel = "N", defaultValue = "5000000",
            description = "Messages to write (default: ${DEFAULT-VALUE}, about 360 MB).")
    private long messages;

    @Option(names = {"-d", "--directory"}, paramLabel = "DIR",
            description = "Where schema, sources and capture go (default: ashlar-demo in the folder for temporary files).")
    private Path directory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (messages < 1) {
            throw new ParameterException(spec.commandLine(), "--messages must be at least 1: " + messages);
        }
        Path place = directory != null ? directory : Path.of(System.getProperty("java.io.tmpdir"), "ashlar-demo");
        try {
            Files.createDirectories(place);
            return new Demo(spec.commandLine().getOut(), place).run(messages) ? ExitCode.DONE : ExitCode.NO;
        } catch (IOException e) {
            throw new BadInputException("demo cannot use the folder: " + FileProblem.describe(e)
                    + "; choose another with --directory, or fewer --messages (" + place + ")");
        }
    }
}
