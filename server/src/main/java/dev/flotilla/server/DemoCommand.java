package dev.flotilla.server;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.KeysException;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.server.json.DemoJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows on three real server processes that nothing acknowledged is lost when a leader dies. */
@CommandLine.Command(
    name = "demo",
    description = {
      "Runs three servers, kills the leader, and gives a verdict.",
      "It makes keys, inserts commands by TLS, kills the leader, starts it again, and compares the"
          + " three journals:",
      "every acknowledged command once, in one order. 20 seconds."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int SERVERS = 3;
  private static final int CLIENTS = 5;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LOAD_MILLIS = 3_000;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--keep", description = "Keeps the data directories.")
  private boolean keep;

  private final List<ServerProcess> servers = new ArrayList<>();
  private long beganNanos;
  private long acknowledgedBeforeKill;
  private @Nullable DemoJson document;

  @Override
  public Integer call() throws CommandFailure, IOException {
    beganNanos = System.nanoTime();
    Path base = Files.createTempDirectory("flotilla-demo");
    String group = "demo-" + Long.toString(System.nanoTime() & 0xffffff, 36);
    Thread cleanup = new Thread(() -> servers.forEach(ServerProcess::close), "demo-cleanup");
    Runtime.getRuntime().addShutdownHook(cleanup);
    boolean verified = false;
    try {
      verified = run(base, group);
      return (verified ? ExitCode.OK : ExitCode.NEGATIVE).number();
    } finally {
      servers.forEach(ServerProcess::close);
      if (verified && !keep) {
        deleteTree(base);
      } else {
        say("the data directories and logs are kept in %s", base);
      }
      if (document != null) {
        boolean unused =
            json.print(
                spec.commandLine().getOut(),
                verified && !keep ? document : document.keptIn(base.toString()));
      }
    }
  }

  private boolean run(Path base, String group) throws CommandFailure, IOException {
    say("starting %d servers of group %s in %s", SERVERS, group, base);
    Path keys = makeKeys(base, group);
    for (int i = 1; i <= SERVERS; i++) {
      Path own = keys.resolve("member-" + i);
      servers.add(
          ServerProcess.found(
              base.resolve("server-" + i), group, SERVERS, "--keys", own.toString()));
    }
    Path clientKeys = keys.resolve("client-1");
    ClientSettings settings = ClientSettings.of(group).withKeys(clientKeys);
    try (ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK, Optional.of(clientKeys));
        WireClient observer = DpwsGroupClient.wire(settings, runtime)) {
      StatusResponse first =
          awaitStatus(observer, "a leader of three", DemoCommand::leadsAll).get(0);
      say("they found each other and elected %s", nameOf(leaderOf(first)));
      try (CommandLoad load = new CommandLoad(settings, runtime, CLIENTS)) {
        killTheLeader(observer, load);
        load.stop();
        return verdict(observer, load);
      }
    }
  }

  /** For the servers and the clients of this demo only. */
  private static Path makeKeys(Path base, String group) throws CommandFailure {
    Path keys = base.resolve("keys");
    try {
      var unused = InitialKeys.create(keys, group, SERVERS, 1, Clock.systemUTC());
      return keys;
    } catch (KeysException e) {
      throw new CommandFailure(ExitCode.INTERNAL, "no keys can be made: " + e.getMessage(), e);
    }
  }

  private Path keysOf(ServerProcess server) {
    return server
        .directory()
        .resolveSibling("keys")
        .resolve("member-" + (servers.indexOf(server) + 1));
  }

  private void killTheLeader(WireClient observer, CommandLoad load)
      throws CommandFailure, IOException {
    pause(LOAD_MILLIS);
    String leader =
        leaderOf(awaitStatus(observer, "a leader of three", DemoCommand::leadsAll).get(0));
    acknowledgedBeforeKill = load.acknowledgedCount();
    say("%d commands of %d clients acknowledged", acknowledgedBeforeKill, CLIENTS);
    ServerProcess victim = serverOf(leader);
    long killedAtNanos = System.nanoTime();
    victim.kill();
    say("killed the leader, %s (SIGKILL to process %d)", nameOf(leader), victim.pid());
    pause(LOAD_MILLIS);
    List<StatusResponse> two =
        awaitStatus(observer, "a new leader", all -> newLeader(all, leader).isPresent());
    say(
        "%s leads now; no command was answered for %d ms",
        nameOf(newLeader(two, leader).orElseThrow()),
        load.longestSilenceMillisAfter(killedAtNanos));
    say("%d commands acknowledged; starting the killed server again", load.acknowledgedCount());
    ServerProcess back = ServerProcess.restart(victim, "--keys", keysOf(victim).toString());
    servers.set(servers.indexOf(victim), back);
    back.member();
    pause(LOAD_MILLIS / 3);
  }

  private boolean verdict(WireClient observer, CommandLoad load)
      throws CommandFailure, IOException {
    awaitStatus(observer, "three servers that are equally far", DemoCommand::allEquallyFar);
    say("it has caught up; stopping all servers to compare their journals");
    for (ServerProcess server : servers) {
      server.stop();
    }
    List<Path> journals =
        servers.stream().map(server -> JournalCommand.journalOf(server.directory())).toList();
    DemoVerdict verdict = DemoVerdict.of(journals, load.acknowledgedUids(), load.sentUids());
    verdict.require(acknowledgedBeforeKill > 0, "nothing was acknowledged before the kill");
    verdict.require(
        load.acknowledgedCount() > acknowledgedBeforeKill,
        "nothing was acknowledged after the kill");
    say(
        "%d acknowledged, %d refused, %d unknown; each journal holds %d commands",
        load.acknowledgedCount(), load.refusedCount(), load.unknownCount(), verdict.commands());
    document =
        new DemoJson(
            verdict.isVerified(),
            load.acknowledgedCount(),
            load.refusedCount(),
            load.unknownCount(),
            verdict.commands(),
            List.copyOf(verdict.problems()),
            null);
    verdict.problems().forEach(problem -> say("PROBLEM: %s", problem));
    say(
        verdict.isVerified()
            ? "VERIFIED: every acknowledged command is on every server exactly once, in one order"
            : "NOT VERIFIED");
    return verdict.isVerified();
  }

  private static boolean leadsAll(List<StatusResponse> all) {
    return all.size() == SERVERS && all.stream().allMatch(one -> one.leader().isPresent());
  }

  private static boolean allEquallyFar(List<StatusResponse> all) {
    return all.size() == SERVERS
        && all.stream().map(one -> one.progress().appliedIndex()).distinct().count() == 1
        && all.stream().allMatch(s -> s.progress().appliedIndex() == s.progress().lastIndex());
  }

  private static Optional<String> newLeader(List<StatusResponse> all, String old) {
    return all.stream()
        .filter(one -> one.role().equals("leader"))
        .map(one -> one.self().member().id().toString())
        .filter(id -> !id.equals(old))
        .findFirst();
  }

  private static String leaderOf(StatusResponse status) {
    return status.leader().orElseThrow().member().id().toString();
  }

  private List<StatusResponse> awaitStatus(
      WireClient observer, String what, Predicate<List<StatusResponse>> condition)
      throws CommandFailure {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<StatusResponse> all;
    do {
      all = observer.responses().toCompletableFuture().join();
      if (condition.test(all)) {
        return all;
      }
    } while (System.nanoTime() - deadline < 0);
    throw new CommandFailure(
        ExitCode.NEGATIVE, "waited in vain for " + what + "; the last status was " + all);
  }

  private ServerProcess serverOf(String member) throws CommandFailure {
    for (ServerProcess server : servers) {
      if (server.member().equals(member)) {
        return server;
      }
    }
    throw new CommandFailure(ExitCode.NEGATIVE, "the leader " + member + " is none of ours");
  }

  private String nameOf(String member) throws CommandFailure {
    return serverOf(member).directory().getFileName() + " (" + member + ")";
  }

  private static void pause(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void say(String format, Object... arguments) {
    if (json.isOn()) {
      return;
    }
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
