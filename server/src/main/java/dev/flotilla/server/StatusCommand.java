package dev.flotilla.server;

import dev.flotilla.client.dpws.GroupFinder;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.typed.TypedContract;
import dev.flotilla.server.json.HealthJson;
import dev.flotilla.server.json.StatusJson;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows who is there, who leads, and how far everybody is. */
@CommandLine.Command(
    name = "status",
    description = {
      "Shows the servers of groups, and how far they are.",
      "Without --group it shows every group that is found."
    })
final class StatusCommand implements Callable<Integer> {
  private static final String ROW = "%-13s %6s %10s %10s  %-45s  %s%n";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--group", paramLabel = "G", description = "The group. Default: all groups.")
  private @Nullable String group;

  @Option(
      names = "--check",
      description = {
        "With --group: prints what is wrong, or 'healthy', instead of the servers. Exit code 0 if",
        "healthy, 1 if not, 4 if no server leads or answers."
      })
  private boolean checks;

  @Override
  public Integer call() throws CommandFailure {
    PrintWriter out = spec.commandLine().getOut();
    if (checks) {
      return check(out).number();
    }
    if (group == null && client.hasGroupId()) {
      throw new CommandFailure(ExitCode.USAGE, "--group-id needs --group");
    }
    Optional<String> why;
    if (group != null) {
      why = show(out, group, client.connect(group));
    } else {
      GroupFinder.Found found = client.groups();
      why = Optional.of(MemberRoll.unanswered("any group", found.explanation()));
      for (String name : found.names()) {
        Optional<String> itsWhy = show(out, name, client.connectBriefly(name));
        why = why.isEmpty() ? why : itsWhy;
      }
    }
    if (why.isPresent()) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, why.get());
    }
    return ExitCode.OK.number();
  }

  private ExitCode check(PrintWriter out) throws CommandFailure {
    if (group == null) {
      throw new CommandFailure(ExitCode.USAGE, "--check needs --group");
    }
    try (WireClient connected = client.connect(group)) {
      List<StatusResponse> servers = client.ofGroup(connected.responses().join());
      GroupHealth health = GroupHealth.of(servers, Instant.now());
      if (json.isOn()) {
        List<String> problems = new ArrayList<>(health.problems());
        if (servers.isEmpty()) {
          problems.add(MemberRoll.unanswered("group " + group, connected.explanation()));
        }
        json.print(out, new HealthJson(group, health.isHealthy(), health.hasLeader(), problems));
        return code(health);
      }
      if (servers.isEmpty()) {
        out.println(MemberRoll.unanswered("group " + group, connected.explanation()));
      }
      health.problems().forEach(out::println);
      if (health.isHealthy()) {
        out.println("healthy");
      }
      out.flush();
      return code(health);
    }
  }

  private static ExitCode code(GroupHealth health) {
    if (health.isHealthy()) {
      return ExitCode.OK;
    }
    return health.hasLeader() ? ExitCode.NEGATIVE : ExitCode.UNAVAILABLE;
  }

  /** Prints what the servers of a group report; returns why if none does. */
  private Optional<String> show(PrintWriter out, String name, WireClient connected)
      throws CommandFailure {
    try (connected) {
      List<StatusResponse> found = client.ofGroup(connected.responses().join());
      if (found.isEmpty()) {
        return Optional.of(MemberRoll.unanswered("group " + name, connected.explanation()));
      }
      if (!json.print(out, StatusJson.of(name, found))) {
        print(out, name, found);
        out.flush();
      }
      return Optional.empty();
    }
  }

  private static void print(PrintWriter out, String name, List<StatusResponse> all) {
    Map<Optional<GroupId>, List<StatusResponse>> byId = new LinkedHashMap<>();
    for (StatusResponse one : all) {
      byId.computeIfAbsent(one.group(), key -> new ArrayList<>()).add(one);
    }
    byId.forEach(
        (id, servers) -> {
          out.println("group " + name + "  " + id.map(GroupId::value).orElse("not founded yet"));
          out.printf(
              Locale.ROOT, ROW, "ROLE", "TERM", "COMMITTED", "APPLIED", "MEMBER", "ADDRESS  NAME");
          servers.forEach(server -> printServer(out, server));
          printMissing(out, servers);
          servers.stream()
              .filter(server -> server.serverRole() == ServerRole.LEADER)
              .flatMap(server -> server.self().address().stream())
              .limit(1)
              .forEach(at -> out.println("    WSDL: " + TypedContract.besides(at) + "?wsdl"));
          StateFingerprints.between(servers).stream()
              .limit(1)
              .forEach(divergence -> out.println(divergence.text()));
        });
    if (byId.keySet().stream().filter(Optional::isPresent).count() > 1) {
      out.println("SEVERAL GROUPS have the name " + name + "; stop the servers of one");
    }
  }

  private static void printServer(PrintWriter out, StatusResponse server) {
    out.printf(
        Locale.ROOT,
        ROW,
        server.role(),
        server.progress().term(),
        server.progress().commitIndex(),
        server.progress().appliedIndex(),
        server.self().member().id(),
        MemberRoll.named(
            server.self().address().orElse("?"), server.self().member(), List.of(server)));
    server.waitingFor().ifPresent(reason -> out.println("    waiting: " + reason));
    server.facts().text(StatusFact.APPLY_STOPPED).ifPresent(reason -> out.println("    " + reason));
    server.snapshot().ifPresent(snapshot -> out.println("    " + GaugeText.of(snapshot)));
    printContradictions(out, server.contradictions());
    printFact(out, server, StatusFact.LOST_ENTRIES, "LOST ENTRIES: ");
    printFact(out, server, StatusFact.OWN_ID_ELSEWHERE, "COPIED: the same server is at ");
    printFact(out, server, StatusFact.OTHER_GROUPS, "ANOTHER GROUP of this name: ");
    GaugeText.disk(server.facts()).ifPresent(words -> out.println("    " + words));
    GaugeText.files(server.facts()).ifPresent(words -> out.println("    " + words));
    server.timing().ifPresent(timing -> out.println("    election timeout " + timing));
    server.timeoutInForce().ifPresent(text -> out.println("    in force: " + text));
    GaugeText.certificate(server.certificateEnds(), Instant.now())
        .ifPresent(warning -> out.println("    " + warning));
    server.distances().forEach(follower -> out.println("    " + GaugeText.of(follower)));
  }

  private static void printFact(
      PrintWriter out, StatusResponse server, StatusFact fact, String label) {
    server.facts().text(fact).ifPresent(words -> out.println("    " + label + words));
  }

  private static void printContradictions(PrintWriter out, Contradictions met) {
    if (met.divergences() > 0) {
      out.printf(
          Locale.ROOT,
          "    DIVERGES: refused %d messages that disagree about what is committed here, data may"
              + " be lost; compare the logs of the members. Last contradiction: %s%n",
          met.divergences(),
          met.last());
    } else if (!met.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "    refused %d messages that contradict the protocol, last: %s%n",
          met.refused(),
          met.last());
    }
  }

  private static void printMissing(PrintWriter out, List<StatusResponse> servers) {
    servers.stream()
        .flatMap(server -> server.members().stream())
        .map(member -> member.member())
        .distinct()
        .filter(member -> servers.stream().noneMatch(s -> s.self().member().equals(member)))
        .forEach(
            member ->
                out.printf(
                    Locale.ROOT,
                    ROW,
                    "no answer",
                    "",
                    "",
                    "",
                    member.id(),
                    MemberRoll.named(LastSeen.of(member, servers), member, servers)));
  }
}
