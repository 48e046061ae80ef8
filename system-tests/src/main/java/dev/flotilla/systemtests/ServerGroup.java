package dev.flotilla.systemtests;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The servers of one group, each in a process of its own. One thread; it blocks for minutes. */
public final class ServerGroup {
  private static final String DAMAGED = "damaged";

  private final ChildProcesses processes;
  private final Path directory;
  private final String name;
  private final List<ServerUnderTest> servers = new ArrayList<>();

  /**
   * A group without servers.
   *
   * @param directory an existing one for what servers note
   * @param name of the group
   */
  public ServerGroup(ChildProcesses processes, Path directory, String name) {
    this.processes = processes;
    this.directory = directory;
    this.name = name;
  }

  /**
   * Starts a server.
   *
   * @param server what messages call it
   * @param origin the number of founders, or {@link ServerProgram#JOINS}
   * @param data its data directory
   * @param program runs a {@link ServerProgram}; its arguments are what is particular to it
   */
  public ServerUnderTest start(String server, String origin, Path data, JavaProgram program)
      throws IOException {
    List<String> arguments = List.of(name, origin, data.toString(), note(server, "").toString());
    ServerUnderTest started =
        ServerUnderTest.start(processes, server, data, ServerProgram.with(arguments, program));
    servers.add(started);
    return started;
  }

  /**
   * Starts the founders of the group, {@code server-1} and so on, whose data are in directories of
   * their names beside what they note.
   *
   * @param environments of each process
   */
  public void found(JavaProgram program, List<Map<String, String>> environments)
      throws IOException {
    String origin = Integer.toString(environments.size());
    for (int i = 1; i <= environments.size(); i++) {
      String server = "server-" + i;
      Path data = directory.resolve(server);
      var unused = start(server, origin, data, program.withEnvironment(environments.get(i - 1)));
    }
  }

  /** The group's name. */
  public String name() {
    return name;
  }

  /** All servers, in the order of their starts. */
  public List<ServerUnderTest> servers() {
    return List.copyOf(servers);
  }

  /** What all servers have noted with a suffix. */
  public List<Path> notes(String suffix) {
    return servers.stream().map(each -> note(each.name(), suffix)).toList();
  }

  private Path note(String server, String suffix) {
    return directory.resolve(server + suffix).toAbsolutePath();
  }

  /**
   * Waits until every server answers and one of them leads.
   *
   * @throws IOException if that does not come, or one of them has ended
   */
  public ServerUnderTest awaitLeader() throws IOException, InterruptedException {
    return awaitLeader(servers);
  }

  /** Waits until every one of these answers and one of them leads. */
  public static ServerUnderTest awaitLeader(List<ServerUnderTest> among)
      throws IOException, InterruptedException {
    List<String> roles = new ArrayList<>();
    boolean isLed =
        Patience.USUAL.holdsInTime(
            () -> {
              roles.clear();
              for (ServerUnderTest server : among) {
                roles.add(server.role());
              }
              if (roles.stream().allMatch(ServerUnderTest::isServing)
                  && roles.stream().filter("leader"::equals).count() == 1) {
                return true;
              }
              for (ServerUnderTest server : among) {
                server.requireRunning();
              }
              return false;
            });
    if (!isLed) {
      throw new IOException("no leader within five minutes: " + names(among) + " are " + roles);
    }
    return among.get(roles.indexOf("leader"));
  }

  /** All but one. */
  public List<ServerUnderTest> without(ServerUnderTest server) {
    return servers.stream().filter(other -> other != server).toList();
  }

  /** What messages call them. */
  public static String names(List<ServerUnderTest> servers) {
    return servers.stream().map(ServerUnderTest::name).collect(Collectors.joining(", "));
  }

  /** What is done to a server. */
  @FunctionalInterface
  public interface Act {
    /** Does it. */
    void on(ServerUnderTest server) throws IOException, InterruptedException;
  }

  /** Does the same to one server after another. */
  public static void each(List<ServerUnderTest> servers, Act act)
      throws IOException, InterruptedException {
    for (ServerUnderTest server : servers) {
      act.on(server);
    }
  }

  /**
   * Looks for what servers have set aside as damaged, themselves or by their state machines: a test
   * that harms no file must find nothing of it, since a server that comes back by itself would hide
   * a fault otherwise.
   *
   * @throws IOException if something was set aside, naming it
   */
  public static void requireNothingSetAside(List<ServerUnderTest> servers) throws IOException {
    for (ServerUnderTest server : servers) {
      try (Stream<Path> files = Files.walk(server.directory(), 2)) {
        Path machine = server.directory().resolve("machine");
        List<Path> damaged =
            files
                .filter(it -> it.getFileName().toString().startsWith(DAMAGED))
                .filter(it -> List.of(server.directory(), machine).contains(it.getParent()))
                .toList();
        if (!damaged.isEmpty()) {
          throw new IOException("set aside as damaged, though nobody has harmed it: " + damaged);
        }
      }
    }
  }
}
