package dev.flotilla.server;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.Journal;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.server.config.OptionDefaults;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Servers of one group in this process, and commands of the command line that are run beside. */
final class LocalGroup implements AutoCloseable {
  /** As long as one may be. */
  static final Duration LONG_LEASE = Duration.ofHours(1);

  private final String name = "local-" + UUID.randomUUID().toString().substring(0, 8);
  private final Path base;
  private final Supplier<StateMachine> machine;
  private final Map<Integer, FlotillaServer> running = new LinkedHashMap<>();
  private String output = "";
  private String errors = "";

  private LocalGroup(Path base, Supplier<StateMachine> machine) {
    this.base = base;
    this.machine = machine;
  }

  static LocalGroup ofJournals(Path base) {
    return new LocalGroup(base, Journal::new);
  }

  static LocalGroup ofStores(Path base) {
    return new LocalGroup(base, KeyValueStore::new);
  }

  static LocalGroup ofRecipes(Path base) {
    return new LocalGroup(base, () -> RecipesState.group("any").machine(new RecipesState()));
  }

  String name() {
    return name;
  }

  Path directory(int server) {
    return base.resolve("server-" + server);
  }

  /** Starts servers that found the group, numbered from 1 on; waits for the founding. */
  LocalGroup found(int count) throws ServerStartException {
    for (int i = 1; i <= count; i++) {
      running.put(i, builder(i).group(name).expect(count).start());
    }
    running.values().forEach(server -> Await.result(server.founded()));
    return this;
  }

  List<FlotillaServer> servers() {
    return List.copyOf(running.values());
  }

  /** Starts a server on the directory that it had, or that was made for it. */
  FlotillaServer start(int server) throws ServerStartException {
    FlotillaServer started = builder(server).start();
    running.put(server, started);
    return started;
  }

  /** Starts a server that waits to be added. */
  void join(int server) throws ServerStartException {
    running.put(server, builder(server).group(name).join().start());
  }

  void stop(int server) {
    running.remove(server).close();
  }

  private ServerBuilder builder(int server) {
    return FlotillaServer.builder(machine.get())
        .memberName("server-" + server)
        .faultPort(0)
        .directory(directory(server));
  }

  static WireClient client(String group) throws IOException {
    return client(group, (int) Await.limitMillis());
  }

  static WireClient client(String group, int timeoutMillis) throws IOException {
    return DpwsGroupClient.wire(
        ClientSettings.of(group).withTimeout(Duration.ofMillis(timeoutMillis)));
  }

  /** Recipes in a session that no pause of this machine ends. */
  Recipes recipes() throws IOException {
    return Recipes.over(
        RecipesState.group(name).client().timeout(Await.limit()).connect(), LONG_LEASE);
  }

  /** What a key-value store holds under a key. */
  static String valueOf(WireClient client, String key) {
    ReadOutcome<Answer> read =
        client.query(KeyValueText.get(Bytes.utf8(key))).toCompletableFuture().join();
    if (!(read instanceof ReadOutcome.Found<Answer> found)) {
      throw new AssertionError(key + ": " + read);
    }
    return found.value().text();
  }

  /** Executes commands under uids of their own, and returns those. */
  static List<String> execute(WireClient client, String command, String... parameters) {
    List<String> uids = new ArrayList<>();
    for (String each : parameters) {
      String uid = "urn:uuid:" + UUID.randomUUID();
      CommandOutcome outcome =
          client.insert(new Command(uid, command, Bytes.utf8(each))).toCompletableFuture().join();
      if (!(outcome instanceof CommandOutcome.Executed)) {
        throw new AssertionError(command + " " + each + ": " + outcome);
      }
      uids.add(uid);
    }
    return uids;
  }

  /** Runs a command, a patient one if it has no timeout; returns its exit code. */
  int run(String... arguments) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(CommandProcess.patience());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        FlotillaCommand.commandLine(new OptionDefaults(environment, List.of()), arguments)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    output = out.toString();
    errors = err.toString();
    return code;
  }

  /** What the last command wrote. */
  String output() {
    return output;
  }

  /** What the last command wrote to standard error. */
  String errors() {
    return errors;
  }

  @Override
  public void close() {
    running.values().forEach(FlotillaServer::close);
  }
}
