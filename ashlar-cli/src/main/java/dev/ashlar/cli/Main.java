// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.archive.ArchiveCommand;
import dev.ashlar.cli.archive.RetainCommand;
import dev.ashlar.cli.decode.DecodeCommand;
import dev.ashlar.cli.demo.DemoCommand;
import dev.ashlar.cli.importing.ImportCommand;
import dev.ashlar.cli.lab.LabCommand;
import dev.ashlar.cli.live.RecordCommand;
import dev.ashlar.cli.live.ReplayCommand;
import dev.ashlar.cli.load.LoadCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.LocaleText;
import dev.ashlar.cli.output.OutputEndedException;
import dev.ashlar.cli.output.OutputException;
import dev.ashlar.cli.output.StandardOutput;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.cli.query.ExportCommand;
import dev.ashlar.cli.query.QueryCommand;
import dev.ashlar.cli.query.QueryFailedException;
import dev.ashlar.cli.query.SqlCommand;
import dev.ashlar.cli.schema.CheckCommand;
import dev.ashlar.cli.schema.CompileCommand;
import dev.ashlar.cli.schema.InspectCommand;
import dev.ashlar.cli.serve.ServeCommand;
import dev.ashlar.cli.store.DumpCommand;
import dev.ashlar.cli.store.IndexCommand;
import dev.ashlar.cli.store.InfoCommand;
import dev.ashlar.cli.store.ReorderCommand;
import dev.ashlar.cli.store.VerifyCommand;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Entry point: runs a sub-command and turns its exceptions into one line and an exit code.
@Command(name = "ashlar", mixinStandardHelpOptions = true, versionProvider = Main.Version.class,
        // Looking at all methods takes a while, here and in the commands that are asked most often.
        addMethodSubcommands = false,
        description = "Fixed-layout records by SBE schema: compile, decode, load, serve, query, verify.",
        footer = {"", "Benchmarks: ashlar bench [SUITE...]", "",
            "Exit codes: 0 done, 1 a check failed, 2 wrong usage, 3 bad input, 4 a store problem,",
            "130 and 143 interrupted (Ctrl-C, SIGTERM)."})
public final class Main implements Runnable {
    /// Length of the longest line in the descriptions of commands.
    private static final int HELP_WIDTH = 110;

    /// As the help lists them.
    private static final List<String> COMMANDS = List.of("archive", "compile", "check", "decode", "demo", "dump", "export",
            "import", "index", "info", "inspect", "lab", "load", "query", "record", "reorder", "replay", "retain", "serve",
            "sql", "verify");

    private static final List<String> SQL = List.of("query", "sql");
    private static final List<String> VERSION = List.of("-V", "--version");

    @Spec
    private CommandSpec spec;

    private Main() {
    }

    /// Runs the command line and exits with its code.
    public static void main(String[] arguments) {
        GracefulStop.exit(run(arguments));
    }

    /// Initialises what takes a while, computes large powers, and depends on nothing: meanwhile options are read.
    private static void prepareNumbers() {
        BigDecimal.valueOf(1);
    }

    static int run(String... arguments) {
        if (arguments.length > 0 && SQL.contains(arguments[0])) {
            Thread.ofPlatform().daemon().name("ashlar-start").start(Main::prepareNumbers);
        }
        // Scripts read numbers of any machine alike.
        Locale.setDefault(Locale.ROOT);
        // Picocli would look for a class of Groovy in all jars.
        System.setProperty("picocli.disable.closures", "true");
        CommandLine commandLine = new CommandLine(new Main());
        addCommands(commandLine, arguments);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpWidth(HELP_WIDTH);
        commandLine.setParameterExceptionHandler(Main::wrongUsage);
        commandLine.setExecutionExceptionHandler((problem, command, _) -> failed(problem, command));
        StandardOutput output = new StandardOutput();
        commandLine.setOut(new PrintWriter(new BufferedWriter(new OutputStreamWriter(output, LocaleText.output()))));
        commandLine.setErr(new PrintWriter(new OutputStreamWriter(System.err, LocaleText.error()), true));
        int exitCode = execute(commandLine, arguments);
        commandLine.getOut().flush();
        if (output.failure().isPresent()) {
            exitCode = failed(output.failure().get(), commandLine);
        }
        commandLine.getErr().flush();
        return exitCode;
    }

    private static int execute(CommandLine commandLine, String... arguments) {
        Optional<String> undecoded = LocaleText.undecoded(arguments);
        if (undecoded.isPresent()) {
            commandLine.getErr().println("ashlar: argument cannot be decoded in this locale ("
                    + System.getProperty("sun.jnu.encoding") + "): " + VisibleText.line(undecoded.get())
                    + "; set LC_ALL=C.UTF-8, or another locale with UTF-8, or read statements from a file (-f)");
            return ExitCode.USAGE;
        }
        try {
            return commandLine.execute(arguments);
        } catch (Error e) {
            return broken(e, commandLine);
        }
    }

    /// Adds only the requested command, if there is one: reading the annotations of all commands takes longer than most
    /// commands run.
    private static void addCommands(CommandLine commandLine, String... arguments) {
        Class<?> command = arguments.length == 0 ? null : command(arguments[0]);
        if (command != null) {
            commandLine.addSubcommand(command);
        } else if (arguments.length != 1 || !VERSION.contains(arguments[0])) {
            COMMANDS.forEach(name -> commandLine.addSubcommand(command(name)));
        }
    }

    private static Class<?> command(String name) {
        return switch (name) {
            case "archive" -> ArchiveCommand.class;
            case "compile" -> CompileCommand.class;
            case "check" -> CheckCommand.class;
            case "decode" -> DecodeCommand.class;
            case "demo" -> DemoCommand.class;
            case "dump" -> DumpCommand.class;
            case "export" -> ExportCommand.class;
            case "import" -> ImportCommand.class;
            case "index" -> IndexCommand.class;
            case "info" -> InfoCommand.class;
            case "inspect" -> InspectCommand.class;
            case "lab" -> LabCommand.class;
            case "load" -> LoadCommand.class;
            case "query" -> QueryCommand.class;
            case "record" -> RecordCommand.class;
            case "reorder" -> ReorderCommand.class;
            case "replay" -> ReplayCommand.class;
            case "retain" -> RetainCommand.class;
            case "serve" -> ServeCommand.class;
            case "sql" -> SqlCommand.class;
            case "verify" -> VerifyCommand.class;
            default -> null;
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing; ashlar --help lists them");
    }

    private static int wrongUsage(ParameterException problem, String[] arguments) {
        String advice = problem.getMessage().contains("--help") ? "" : "; see "
                + problem.getCommandLine().getCommandSpec()
                .qualifiedName() + " --help";
        problem.getCommandLine().getErr().println("ashlar: " + VisibleText.line(problem.getMessage()) + advice);
        return ExitCode.USAGE;
    }

    private static int failed(Exception problem, CommandLine command) {
        if (problem instanceof OutputEndedException || problem instanceof OutputException e && e.isBrokenPipe()
                || problem instanceof IOException io && OutputException.isBrokenPipe(io)) {
            // `run` reports the failure of the output at the end, unless the reader closed the pipe.
            return ExitCode.DONE;
        }
        String message = switch (problem) {
            case BadInputException e -> e.getMessage();
            case OutputException e -> e.getMessage();
            case StoreException e -> e.getMessage();
            case CorruptChunkException e -> e.getMessage();
            case QueryFailedException e -> e.getMessage();
            case UncheckedIOException e -> FileProblem.describe(e.getCause());
            case IOException e -> FileProblem.describe(e);
            default -> "internal error, please report it: " + problem;
        };
        command.getErr().println("ashlar: " + VisibleText.line(message));
        if (problem instanceof QueryFailedException failed) {
            command.getErr().print(failed.marked());
            command.getErr().flush();
        }
        boolean store = problem instanceof StoreException || problem instanceof CorruptChunkException
                || problem instanceof QueryFailedException failed && failed.isCorrupt();
        return store ? ExitCode.STORE : ExitCode.BAD_INPUT;
    }

    /// Reports an error of the JVM, or a fault in mapped memory that was not attributed to a file. By default, Java
    /// would end with code 1, which here means "no".
    private static int broken(Error problem, CommandLine command) {
        boolean fault = MemoryFaults.isFault(problem);
        String message = fault ? "memory of the store's files could not be read or written: one was truncated or deleted, "
                + "or its disk is failing or full; verify the store" : switch (problem) {
                    case OutOfMemoryError _ -> "not enough memory: " + problem.getMessage()
                            + "; give more, such as JAVA_TOOL_OPTIONS=-Xmx4g";
                    case LinkageError _ -> "a library of the command is missing or broken: " + problem.getMessage()
                            + "; install it again";
                    default -> "internal error, please report it: " + problem;
                };
        command.getErr().println("ashlar: " + VisibleText.line(message));
        return fault ? ExitCode.STORE : ExitCode.BAD_INPUT;
    }

    /// The version of this build.
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties properties = new Properties();
            try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
                properties.load(in);
            }
            return new String[] {"ashlar " + properties.getProperty("version") + " (Java " + Runtime.version() + ")"};
        }
    }
}
