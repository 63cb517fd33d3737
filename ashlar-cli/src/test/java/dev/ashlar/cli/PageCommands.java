// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The `ashlar` of the scripts of a page: a program that has a [CommandHost] run its arguments, which takes a tenth of
/// the time of a JVM for each command.
///
/// A script that redirects the standard input of a command gets a JVM for it.
///
/// **Threading**: one command at a time. **Ownership**: the process that runs the commands.
final class PageCommands implements AutoCloseable {
    private static final int FAILED = 70;

    private final Path out;
    private final Path err;
    private final CommandHost host;
    private final ServerSocket server;

    /// @param tools  gets the program
    /// @param folder in which the scripts run
    PageCommands(Path tools, Path folder) throws IOException {
        out = tools.resolve("out.txt");
        err = tools.resolve("err.txt");
        host = CommandHost.in(folder);
        InetAddress here = InetAddress.getLoopbackAddress();
        server = new ServerSocket(0, 1, here);
        String jvm = Command.java(Main.class, List.of()).stream().map(PageCommands::quoted)
                .collect(Collectors.joining(" "));
        Path program = Files.writeString(tools.resolve("ashlar"), """
                #!/usr/bin/env bash
                [ /dev/stdin -ef /dev/null ] || exec %s "$@"
                exec 3<>/dev/tcp/%s/%d
                printf '%%s\\0' $# "$@" >&3
                read -r code <&3
                cat %s
                cat %s >&2
                exit "$code"
                """.formatted(jvm, here.getHostAddress(), server.getLocalPort(), quoted(out.toString()),
                quoted(err.toString())));
        assertTrue(program.toFile().setExecutable(true));
        Thread.ofPlatform().daemon().start(this::serve);
    }

    private static String quoted(String word) {
        return "'" + word + "'";
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                Command done = run(arguments(client.getInputStream()));
                Files.writeString(out, done.out());
                Files.writeString(err, done.err());
                client.getOutputStream().write((done.exitCode() + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The tests have ended, or the program has, whose exit code the test sees.
            }
        }
    }

    private Command run(List<String> arguments) throws IOException {
        try {
            return host.execute(arguments);
        } catch (AssertionError e) {
            return new Command(FAILED, "", e.getMessage());
        }
    }

    /// What the program sends: how many there are, and each of them, all ended by a zero byte.
    private static List<String> arguments(InputStream in) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (int left = Integer.parseInt(argument(in)); left > 0; left--) {
            arguments.add(argument(in));
        }
        return arguments;
    }

    private static String argument(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b > 0; b = in.read()) {
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        server.close();
        host.close();
    }
}
