package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The systems that can be measured: those on the harness's class path, and zk-baseline's, whose jar
 * is loaded without its libraries since only its child processes need them.
 */
final class SystemCatalog {
  private final Map<String, SystemUnderTest> byName;

  private SystemCatalog(Map<String, SystemUnderTest> byName) {
    this.byName = byName;
  }

  /**
   * Looks the systems up.
   *
   * @param home the root of the checkout
   */
  static SystemCatalog load(Path home) throws IOException {
    URL[] plugins = plugins(home).toArray(URL[]::new);
    ClassLoader own = SystemCatalog.class.getClassLoader();
    // Not closed: the systems load their classes from it until the JVM ends.
    return of(ServiceLoader.load(SystemUnderTest.class, new URLClassLoader(plugins, own)));
  }

  static SystemCatalog of(Iterable<SystemUnderTest> systems) {
    Map<String, SystemUnderTest> byName = new TreeMap<>();
    systems.forEach(system -> byName.put(system.name(), system));
    return new SystemCatalog(byName);
  }

  private static List<URL> plugins(Path home) throws IOException {
    Path directory = home.resolve("zk-baseline").resolve("target");
    List<URL> jars = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
        for (Path jar : found) {
          jars.add(jar.toUri().toURL());
        }
      }
    }
    return jars;
  }

  /**
   * The system of that name.
   *
   * @throws IllegalArgumentException if there is none; the message lists those that are there
   */
  SystemUnderTest find(String name) {
    SystemUnderTest system = byName.get(name);
    if (system == null) {
      throw new IllegalArgumentException(
          "--systems names %s; known are: %s".formatted(name, String.join(", ", byName.keySet())));
    }
    return system;
  }
}
