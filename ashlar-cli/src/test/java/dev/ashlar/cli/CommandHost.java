// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A process that runs commands one after the other: to start a JVM for each takes longer than most of them. It is not
/// the process of the tests, so locks, files and the standard streams are those of another one, as for users.
///
/// **Threading**: one command at a time. **Ownership**: the process ends when it is closed, or with the tests, which
/// hold the other end of its connection. **Failure**: a command that does not end is killed with the process; of those
/// that [#run] runs, the next one gets a new process.
final class CommandHost implements AutoCloseable {
    private static CommandHost current;

    private final Path out;
    private final Path err;
    private final Process process;
    private final Socket socket;
    private final DataInputStream answers;
    private final DataOutputStream commands;

    private CommandHost(Path folder, boolean isRead) throws IOException {
        out = Files.createTempFile("ashlar", ".out");
        err = Files.createTempFile("ashlar", ".err");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(timeoutMs());
            // Appended to, so that they may be emptied between two commands.
            List<String> port = List.of(Integer.toString(server.getLocalPort()));
            process = new ProcessBuilder(Command.java(CommandHost.class, port))
                    .directory(folder.toAbsolutePath().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(isRead ? Redirect.appendTo(out.toFile()) : Redirect.PIPE)
                    .redirectError(Redirect.appendTo(err.toFile())).start();
            process.getInputStream().close();
            socket = server.accept();
        }
        socket.setSoTimeout(timeoutMs());
        answers = new DataInputStream(socket.getInputStream());
        commands = new DataOutputStream(socket.getOutputStream());
    }

    /// @param folder in which commands run
    static CommandHost in(Path folder) throws IOException {
        return new CommandHost(folder, true);
    }

    /// Standard output is a pipe that nobody reads any more.
    static CommandHost withClosedPipe() throws IOException {
        return new CommandHost(Path.of(""), false);
    }

    private static int timeoutMs() {
        return (int) TimeUnit.SECONDS.toMillis(Command.TIMEOUT_S);
    }

    /// Runs a command with nothing on standard input.
    static synchronized Command run(List<String> arguments) throws IOException {
        if (current == null || !current.process.isAlive()) {
            current = in(Path.of(""));
        }
        return current.execute(arguments);
    }

    /// Runs a command with nothing on standard input.
    Command execute(List<String> arguments) throws IOException {
        try {
            return send(arguments);
        } catch (SocketTimeoutException e) {
            process.destroyForcibly();
            throw new AssertionError("command does not end: " + arguments, e);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new AssertionError("the process of " + arguments + " ended: " + Files.readString(err), e);
        }
    }

    private Command send(List<String> arguments) throws IOException {
        for (Path file : List.of(out, err)) {
            FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING).close();
        }
        commands.writeInt(arguments.size());
        for (String argument : arguments) {
            byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
            commands.writeInt(bytes.length);
            commands.write(bytes);
        }
        commands.flush();
        int exitCode = answers.readInt();
        return new Command(exitCode, Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    /// Ends the process.
    @Override
    public void close() throws IOException {
        socket.close();
        process.destroyForcibly();
    }

    /// @param port on which the tests wait
    public static void main(String[] port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port[0]))) {
            DataInputStream commands = new DataInputStream(socket.getInputStream());
            DataOutputStream answers = new DataOutputStream(socket.getOutputStream());
            for (int count = count(commands); count >= 0; count = count(commands)) {
                String[] arguments = new String[count];
                for (int i = 0; i < count; i++) {
                    arguments[i] = new String(commands.readNBytes(commands.readInt()), StandardCharsets.UTF_8);
                }
                answers.writeInt(Main.run(arguments));
            }
        }
        // Whatever a command has left running must not keep it alive.
        Runtime.getRuntime().halt(0);
    }

    /// -1 once the tests have ended.
    private static int count(DataInputStream commands) {
        try {
            return commands.readInt();
        } catch (IOException e) {
            return -1;
        }
    }
}
