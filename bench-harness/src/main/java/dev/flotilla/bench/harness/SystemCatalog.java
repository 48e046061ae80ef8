package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.ClientProcess;
import dev.flotilla.bench.harness.agent.Installation;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.harness.flotilla.FlotillaVariants;
import dev.flotilla.bench.harness.flotilla.SystemVariant;
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
 * The systems that can be measured: those on the harness's class path, and those of zk-baseline and
 * bench-ratis, whose jars are loaded without their libraries since only their child processes need
 * them.
 */
public final class SystemCatalog {
  private static final List<String> PLUGINS = List.of("zk-baseline", "bench-ratis");

  /** Stands between the name of a system and that of another, with whose JVM options it runs. */
  private static final String WITH_OPTIONS_OF = "@";

  /** Ends the name of a system with one client object. */
  private static final String SHARED = "+shared";

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
    List<SystemUnderTest> systems = new ArrayList<>();
    ServiceLoader.load(SystemUnderTest.class, new URLClassLoader(plugins, own))
        .forEach(systems::add);
    systems.add(FlotillaVariants.tcp(new FlotillaSystem()));
    systems.add(FlotillaVariants.tls(new FlotillaSystem()));
    return of(systems);
  }

  static SystemCatalog of(Iterable<SystemUnderTest> systems) {
    Map<String, SystemUnderTest> byName = new TreeMap<>();
    systems.forEach(system -> byName.put(system.name(), system));
    return new SystemCatalog(byName);
  }

  private static List<URL> plugins(Path home) throws IOException {
    List<URL> jars = new ArrayList<>();
    for (String module : PLUGINS) {
      Path directory = home.resolve(module).resolve("target");
      if (Files.isDirectory(directory)) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
          for (Path jar : found) {
            jars.add(jar.toUri().toURL());
          }
        }
      }
    }
    return jars;
  }

  /**
   * What this host can start, for agents and for managers that compare.
   *
   * @param home the root of the checkout
   */
  Installation installation(Path home) {
    Map<String, SystemUnderTest> programs = new TreeMap<>();
    byName.values().forEach(system -> addProgram(programs, system));
    addProgram(programs, FlotillaVariants.keyValue(new FlotillaSystem()));
    String version =
        "%s commit %s".formatted(new FlotillaSystem().version(), EnvironmentProbe.gitCommit(home));
    return new Installation(version, EnvironmentProbe.machine(), programs);
  }

  private static void addProgram(Map<String, SystemUnderTest> programs, SystemUnderTest system) {
    SystemUnderTest other = programs.putIfAbsent(system.programName(), system);
    if (other != null) {
      throw new IllegalStateException(
          "%s and %s both name their program %s; an agent could not tell which to start"
              .formatted(other.name(), system.name(), system.programName()));
    }
  }

  /**
   * The same systems, some with other JVM options for their servers.
   *
   * @param options options, separated by spaces, by the name of the system
   */
  SystemCatalog withJvmOptions(Map<String, String> options) {
    Map<String, SystemUnderTest> changed = new TreeMap<>(byName);
    options.forEach(
        (name, words) ->
            changed.put(name, find(name).withJvmOptions(List.of(words.strip().split("\\s+", -1)))));
    return new SystemCatalog(changed);
  }

  /**
   * The system of that name; {@code A@B} is A with the JVM options of B, and {@code A+shared} is A
   * with one client object for all clients.
   *
   * @throws IllegalArgumentException if there is none; the message lists those that are there
   */
  public SystemUnderTest find(String name) {
    SystemUnderTest known = byName.get(name);
    if (known != null) {
      return known;
    }
    int at = name.indexOf(WITH_OPTIONS_OF);
    if (at > 0 && name.endsWith(SHARED)) {
      throw new IllegalArgumentException(
          "--systems names %s; a shared client belongs to the system: write A%s@B"
              .formatted(name, SHARED));
    }
    if (at > 0) {
      SystemUnderTest system = find(name.substring(0, at));
      SystemUnderTest other = find(name.substring(at + 1));
      return named(name, system.withJvmOptions(other.jvmOptions()));
    }
    if (name.endsWith(SHARED)) {
      String own = name.substring(0, name.length() - SHARED.length());
      return shared(find(own));
    }
    throw new IllegalArgumentException(
        "--systems names %s; known are: %s".formatted(name, String.join(", ", byName.keySet())));
  }

  private static SystemUnderTest named(String name, SystemUnderTest system) {
    return new SystemVariant(system, changed -> named(name, changed)).named(name);
  }

  /** All clients are one object of its client library, which has a command of each in flight. */
  private static SystemUnderTest shared(SystemUnderTest system) {
    return new SystemVariant(system, SystemCatalog::shared)
        .named(system.name() + SHARED)
        .configured("one client object for all clients; " + system.configuration())
        .clients(reconnection -> ClientProcess.sharing(system.client(reconnection)));
  }
}
