// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A connection to the three messages of [PlacedOrders], for each test.
abstract class PlacedOrdersConnection {
    @TempDir
    Path temp;
    String url;
    Connection connection;

    @BeforeEach
    void connect() throws IOException, SQLException {
        PlacedOrders.write(temp.resolve("s"));
        url = "jdbc:ashlar:" + temp.resolve("s");
        connection = DriverManager.getConnection(url);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }
}
