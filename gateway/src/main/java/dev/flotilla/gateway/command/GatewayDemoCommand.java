package dev.flotilla.gateway.command;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.KeyValueStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows that clients do not notice when a web server dies, and then a gateway. */
@CommandLine.Command(
    name = "demo",
    description =
        "Kills a web server and a gateway, and gives a verdict: no request that may be repeated"
            + " has failed, no POST without a key was executed twice, and no PUT was undone by an"
            + " older one. Runs two gateways, three web servers and a group of three. Half a minute.")
final class GatewayDemoCommand implements Callable<Integer> {
  private static final int GROUP_SERVERS = 3;
  private static final int WEB_SERVERS = 3;
  private static final int GATEWAYS = 2;
  private static final int CLIENTS = 8;
  private static final int ASKED_AGAIN = 50;
  private static final long LOAD_MILLIS = 4_000;
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--keep", description = "Keeps the data and the logs of the processes.")
  private boolean keep;

  private final List<FlotillaServer> group = new ArrayList<>();
  private final List<ChildProcess> webServers = new ArrayList<>();
  private final List<ChildProcess> gateways = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long beganNanos;

  @Override
  public Integer call() throws GatewayFailure, IOException {
    beganNanos = System.nanoTime();
    Path base = Files.createTempDirectory("flotilla-gateway-demo");
    Thread cleanup = new Thread(this::endProcesses, "demo-cleanup");
    Runtime.getRuntime().addShutdownHook(cleanup);
    boolean verified = false;
    try {
      verified = run(base);
      return verified ? 0 : GatewayFailure.NEGATIVE;
    } finally {
      endProcesses();
      group.forEach(FlotillaServer::close);
      if (verified && !keep) {
        deleteTree(base);
      } else {
        say("the data and the logs are kept in %s", base);
      }
    }
  }

  private void endProcesses() {
    gateways.forEach(ChildProcess::close);
    webServers.forEach(ChildProcess::close);
  }

  private boolean run(Path base) throws GatewayFailure, IOException {
    String name = "gateway-demo-" + Long.toString(System.nanoTime() & 0xffffff, 36);
    startGroup(base, name);
    startWebServers(base);
    startGateways(base, name);
    List<String> addresses = new ArrayList<>();
    for (ChildProcess gateway : gateways) {
      addresses.add(gateway.address());
    }
    say("two gateways listen on %s", String.join(" and ", addresses));
    try (DemoLoad load = new DemoLoad(addresses, CLIENTS)) {
      awaitAnswers(load);
      kill(webServers.get(0), load);
      awaitAnswers(load);
      kill(gateways.get(0), load);
      awaitAnswers(load);
      String takeover = awaitTakeover();
      say("the other gateway: %s", takeover);
      load.stop();
      return verdict(base, load);
    }
  }

  private void startGroup(Path base, String name) throws GatewayFailure {
    try {
      for (int i = 1; i <= GROUP_SERVERS; i++) {
        group.add(
            FlotillaServer.builder(new KeyValueStore())
                .group(name)
                .expect(GROUP_SERVERS)
                .directory(base.resolve("member-" + i))
                .start());
      }
      group.forEach(server -> server.founded().toCompletableFuture().join());
    } catch (ServerStartException | CompletionException e) {
      throw new GatewayFailure(GatewayFailure.NEGATIVE, "no group: " + e.getMessage(), e);
    }
    say("group %s of %d servers keeps the log", name, GROUP_SERVERS);
  }

  private void startWebServers(Path base) throws IOException {
    for (int i = 1; i <= WEB_SERVERS; i++) {
      String name = "web-" + i;
      webServers.add(
          ChildProcess.start(
              name,
              base.resolve(name + ".log"),
              List.of("web", "--record", recordOf(base).toString())));
    }
  }

  /** All web servers append to one file, which so has the order of what they execute. */
  private static Path recordOf(Path base) {
    return base.resolve("requests");
  }

  private void startGateways(Path base, String group) throws GatewayFailure, IOException {
    List<String> backends = new ArrayList<>();
    for (ChildProcess server : webServers) {
      backends.add(server.address());
    }
    say("%d web servers listen on %s", WEB_SERVERS, String.join(", ", backends));
    for (int i = 1; i <= GATEWAYS; i++) {
      String name = "gateway-" + i;
      gateways.add(
          ChildProcess.start(
              name,
              base.resolve(name + ".log"),
              List.of(
                  "--listen",
                  "127.0.0.1:0",
                  "--backends",
                  String.join(",", backends),
                  "--log",
                  "sync",
                  "--group",
                  group)));
    }
  }

  private void kill(ChildProcess victim, DemoLoad load) throws GatewayFailure {
    long before = load.answered();
    require(before > 0, "nothing was answered before " + victim.name() + " was killed");
    victim.kill();
    say(
        "%d requests answered; killed %s (SIGKILL to process %d)",
        before, victim.name(), victim.pid());
  }

  private String awaitTakeover() throws GatewayFailure {
    ChildProcess left = gateways.get(1);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (System.nanoTime() - deadline < 0) {
      for (String line : left.lines()) {
        if (line.startsWith("event gateway ") && line.contains(" left ")) {
          return line.substring("event ".length());
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    throw new GatewayFailure(
        GatewayFailure.NEGATIVE, "the other gateway did not take over; it said " + left.lines());
  }

  private boolean verdict(Path base, DemoLoad load) throws IOException {
    List<String> executed = Files.readAllLines(recordOf(base));
    Map<String, Integer> executions = new HashMap<>();
    executed.forEach(line -> executions.merge(line, 1, Integer::sum));
    long undone = ExecutedPuts.undone(executed);
    long plainTwice = countTwice(executions, DemoLoad.Kind.PLAIN_POST);
    long keyedTwice = countTwice(executions, DemoLoad.Kind.KEYED_POST);
    int others = load.otherAnswersOfKeys(ASKED_AGAIN, 1);
    require(load.failed() == 0, load.failed() + " requests failed: " + load.failures());
    require(plainTwice == 0, plainTwice + " POST without a key were executed twice");
    require(undone == 0, undone + " PUT were undone by an older one");
    require(others == 0, others + " keys got another answer when they were asked again");
    say(
        "%d requests sent, %d answered, %d failed, %d unknown (POST without a key)",
        load.sent(), load.answered(), load.failed(), load.unknown());
    say(
        "POST without a key executed twice: %d; with a key: %d, each with one answer",
        plainTwice, keyedTwice);
    say("PUT undone by an older one: %d", undone);
    problems.forEach(problem -> say("PROBLEM: %s", problem));
    say(
        problems.isEmpty()
            ? "VERIFIED: no client noticed that a web server died, and none lost a request with a"
                + " gateway"
            : "NOT VERIFIED");
    return problems.isEmpty();
  }

  private static long countTwice(Map<String, Integer> executions, DemoLoad.Kind kind) {
    return executions.entrySet().stream()
        .filter(each -> each.getKey().contains("/" + kind + "/") && each.getValue() > 1)
        .count();
  }

  /** Lets the load run for a while; on a busy machine for longer, until something is answered. */
  private static void awaitAnswers(DemoLoad load) {
    long before = load.answered();
    pause(LOAD_MILLIS);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (load.answered() == before && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void require(boolean condition, String problem) {
    if (!condition) {
      problems.add(problem);
    }
  }

  private static void pause(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void say(String format, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    out.printf(
        Locale.ROOT, "%5.1f s  %s%n", seconds, String.format(Locale.ROOT, format, arguments));
    out.flush();
  }

  private static void deleteTree(Path base) throws IOException {
    try (Stream<Path> paths = Files.walk(base)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
