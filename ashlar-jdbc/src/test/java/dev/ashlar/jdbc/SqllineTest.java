// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SQLLine, a prompt for any driver, as `java -cp ashlar-jdbc.jar:sqlline.jar`: it asks for keywords and tables as
/// graphical tools do.
class SqllineTest {
    @TempDir
    Path temp;

    @Test
    void shouldShowTablesAndRows() throws IOException, InterruptedException {
        Path store = SampleStore.write(temp);
        Path script = Files.writeString(temp.resolve("script.sql"), """
                !set outputformat csv
                !set verbose false
                !tables
                !columns Trade
                !primarykeys Trade
                !importedkeys BookUpdate_levels
                !metadata getTypeInfo
                !dbinfo
                select count(*) as trades from Trade where {fn LENGTH(aggressor)} > 0;
                select pric from Trade;
                """);
        String libraries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.matches(".*[/\\\\](sqlline|jline)[^/\\\\]*\\.jar")).collect(Collectors.joining(File.pathSeparator));
        Programs.Output output = Programs.run(List.of(Programs.java(), "-Duser.home=" + temp, "-Dorg.jline.terminal.dumb=true",
                "-cp", DriverJar.PATH + File.pathSeparator + libraries, "sqlline.SqlLine", "-d",
                "dev.ashlar.sql.jdbc.AshlarDriver", "-u", "jdbc:ashlar:" + store, "-n", "", "-p", "", "--run=" + script));
        String out = output.out() + output.err();
        assertTrue(out.contains("'BookUpdate_levels','TABLE'"), out);
        assertTrue(out.contains("'_row'"), out);
        assertTrue(out.matches("(?s).*'trades'\\R'\\d+'\\R.*"), out);
        assertTrue(out.contains("nearest: price"), out);
        assertEquals(List.of(), out.lines().filter(line -> line.startsWith("WARNING")).toList(), out);
    }
}
