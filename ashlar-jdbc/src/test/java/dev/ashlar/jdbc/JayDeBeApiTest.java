// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// JayDeBeApi, the way from Python to any driver.
class JayDeBeApiTest {
    private static final String PROGRAM = """
            import sys
            import jpype
            jpype.startJVM("--enable-native-access=ALL-UNNAMED", classpath=[sys.argv[1]])
            import jaydebeapi
            connection = jaydebeapi.connect("dev.ashlar.sql.jdbc.AshlarDriver", "jdbc:ashlar:" + sys.argv[2],
                                            {"threads": "1", "user": "", "password": ""}, sys.argv[1])
            cursor = connection.cursor()
            cursor.execute("select aggressor, sum(quantity), cast(1.5 as decimal(3, 1)), cast(null as integer), "
                           "timestamp '2026-01-31 09:30:00.123456', date '2026-01-31', cast(0.25 as double) from Trade "
                           "where quantity > ? group by aggressor order by aggressor", (0,))
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            print(names[0], len(rows) > 0, rows[0][2:])
            cursor.execute("select count(*) from (select distinct aggressor from Trade where quantity > 0)")
            print(cursor.fetchone()[0] == len(rows))
            try:
                cursor.execute("select pric from Trade")
            except jpype.JException as e:
                print("nearest: price" in str(e))
            cursor.close()
            connection.close()
            """;

    @TempDir
    Path temp;

    @Test
    void shouldServePython() throws IOException, InterruptedException {
        assumeTrue(isInstalled(), "skipped: no python3 with JayDeBeApi and JPype1; pip install JayDeBeApi JPype1");
        Path store = SampleStore.write(temp);
        Path program = Files.writeString(temp.resolve("ask.py"), PROGRAM);
        Programs.Output output = Programs.run(List.of("python3", program.toString(), DriverJar.PATH.toString(),
                store.toString()));
        assertEquals("""
                aggressor True (1.5, None, '2026-01-31 09:30:00.123456', '2026-01-31', 0.25)
                True
                True
                """, output.out(), output::err);
        assertEquals(0, output.exitCode());
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return Programs.run(List.of("python3", "-c", "import jpype, jaydebeapi")).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
