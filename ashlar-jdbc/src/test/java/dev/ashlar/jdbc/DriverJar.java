// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceLoader;
import javax.sql.DataSource;

/// The finished jar in a class loader that sees nothing else, as tools load drivers.
final class DriverJar implements AutoCloseable {
    static final Path PATH = Path.of(System.getProperty("ashlar.root", ".."), "ashlar-jdbc/target/ashlar-jdbc.jar")
            .toAbsolutePath().normalize();

    private final URLClassLoader loader;

    DriverJar() throws IOException {
        loader = new URLClassLoader(new URL[] {PATH.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    /// The driver that its services file names.
    Driver driver() {
        return ServiceLoader.load(Driver.class, loader).findFirst().orElseThrow();
    }

    Connection connect(Path store) throws SQLException {
        return driver().connect("jdbc:ashlar:" + store, new Properties());
    }

    DataSource dataSource(Path store) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass("dev.ashlar.sql.jdbc.AshlarDataSource");
        DataSource source = (DataSource) type.getConstructor().newInstance();
        type.getMethod("setFolder", String.class).invoke(source, store.toString());
        return source;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
