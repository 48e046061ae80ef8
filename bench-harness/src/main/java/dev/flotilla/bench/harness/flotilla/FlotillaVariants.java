package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.locks.LockServer;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.KeysException;
import dev.flotilla.raft.options.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Flotilla with other servers, or with other connections; see also {@link StoreSystem}. */
public final class FlotillaVariants {
  /** The key-value report's election timeout and heartbeat: 1,000 to 1,500 ms and 18 ms. */
  public static final Timing REPORT_TIMING = new Timing(1_000, 1_500, 18);

  private static final String KEY_VALUE = "key-value";

  private FlotillaVariants() {}

  /** Servers send to each other by TCP in place of SOAP. */
  public static SystemUnderTest tcp(SystemUnderTest flotilla) {
    String name = flotilla.name() + "-tcp";
    return new SystemVariant(flotilla, FlotillaVariants::tcp)
        .named(name)
        .configured("TCP between servers; " + flotilla.configuration())
        .servers(
            name,
            FlotillaSystem::start,
            (plan, directory) ->
                with(flotilla.server(plan, directory), List.of("--transport", "tcp")));
  }

  /**
   * All connections of servers and clients are mutual TLS. On this machine only, since nobody
   * brings keys to other hosts.
   */
  public static SystemUnderTest tls(SystemUnderTest flotilla) {
    String name = flotilla.name() + "-tls";
    Map<String, Path> keys = new ConcurrentHashMap<>(); // that were made, by the cluster's name
    return new SystemVariant(flotilla, FlotillaVariants::tls)
        .named(name)
        .configured("mutual TLS; " + flotilla.configuration())
        .servers(
            name,
            (plan, self) ->
                FlotillaSystem.start(
                    plan,
                    self,
                    cluster ->
                        Optional.ofNullable(keys.get(cluster)).map(all -> all.resolve("client-1"))),
            (plan, directory) -> {
              Path made = keysBeside(directory, plan);
              keys.put(plan.cluster(), made);
              String own = made.resolve("member-" + plan.number()).toString();
              return with(flotilla.server(plan, directory), List.of("--keys", own));
            });
  }

  /** The keys of a cluster, which are made if they are not there. */
  private static Path keysBeside(Path directory, ServerPlan plan) throws IOException {
    if (Route.interfaceTowards(plan.own().host()).isPresent()) {
      throw new IOException(
          "servers with keys are measured on loopback only, not on " + plan.own().host());
    }
    Path keys = directory.toAbsolutePath().resolveSibling("keys-" + plan.cluster());
    if (!Files.exists(keys)) {
      try {
        var unused = InitialKeys.create(keys, plan.cluster(), plan.servers(), 1, Clock.systemUTC());
      } catch (KeysException e) {
        throw new IOException("no keys can be made: " + e.getMessage(), e);
      }
    }
    return keys;
  }

  /**
   * The key-value store in {@code flotilla server} processes, on this machine or on other hosts,
   * with the timing of the key-value report.
   */
  public static SystemUnderTest keyValue(SystemUnderTest flotilla) {
    String election = REPORT_TIMING.electionMinMillis() + "-" + REPORT_TIMING.electionMaxMillis();
    return new SystemVariant(flotilla, FlotillaVariants::keyValue)
        .configured(
            "state machine %s; election timeout %s; reads %s; %s"
                .formatted(KEY_VALUE, REPORT_TIMING, StoreReads.LOCAL, flotilla.configuration()))
        .servers(
            flotilla.programName() + "-" + KEY_VALUE,
            FlotillaSystem::start,
            (plan, directory) ->
                with(
                    flotilla.server(plan, directory),
                    List.of(
                        "--state-machine",
                        KEY_VALUE,
                        "--election-timeout",
                        election,
                        "--heartbeat",
                        Integer.toString(REPORT_TIMING.heartbeatMillis()))))
        .clients(
            reconnection ->
                FlotillaClientMain.program(reconnection, KEY_VALUE, StoreReads.LOCAL.name()));
  }

  /** A table of locks as the state machine, in servers with the JVM options of the system. */
  public static SystemUnderTest lockService(SystemUnderTest flotilla) {
    return new SystemVariant(flotilla, FlotillaVariants::lockService)
        .configured("1,000,000 locks; " + flotilla.configuration())
        .servers(
            "flotilla-locks",
            FlotillaSystem::start,
            (plan, directory) -> lockServer(plan, directory, flotilla.jvmOptions()))
        .clients(
            reconnection -> FlotillaClientMain.program(reconnection, FlotillaClientMain.LOCKS));
  }

  private static JavaProgram lockServer(ServerPlan plan, Path directory, List<String> jvmOptions)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(plan.cluster());
    arguments.add(Integer.toString(plan.servers()));
    arguments.add(directory.toString());
    arguments.add(Integer.toString(plan.own().port()));
    Route.interfaceTowards(plan.own().host()).ifPresent(arguments::add);
    return new JavaProgram(
        JavaProgram.classPathOf(LockServer.class),
        LockServer.class.getName(),
        jvmOptions,
        arguments);
  }

  private static JavaProgram with(JavaProgram program, List<String> arguments) {
    JavaProgram more = program;
    for (String argument : arguments) {
      more = more.withArgument(argument);
    }
    return more;
  }
}
