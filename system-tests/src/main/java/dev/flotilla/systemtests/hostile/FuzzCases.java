package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Coverage-guided fuzzing of whatever reads what comes from the network. */
final class FuzzCases {
  static final String ROW = "fuzz";

  private FuzzCases() {}

  /** What is fuzzed, by name. */
  private record Target(String name, String input, String className) {}

  private static final List<Target> TARGETS =
      List.of(
          new Target(
              "envelope",
              "an envelope of any operation",
              "dev.flotilla.raftdpws.wire.EnvelopeFuzz"),
          new Target("discovery", "a datagram", "dev.flotilla.dpws.discovery.DiscoveryFuzz"),
          new Target(
              "peer",
              "a request or response between members",
              "dev.flotilla.raftdpws.wire.PeerMessageFuzz"),
          new Target(
              "template",
              "an envelope that is like another",
              "dev.flotilla.raftdpws.wire.TemplateFuzz"),
          new Target("http", "the bytes of a connection", "dev.flotilla.dpws.http.EndpointFuzz"),
          new Target(
              "caller",
              "the bytes that a server answers",
              "dev.flotilla.dpws.http.client.CallerFuzz"),
          new Target(
              "gateway",
              "the bytes of a connection to the gateway",
              "dev.flotilla.gateway.http.RequestParserFuzz"));

  static List<HostileCase> cases() {
    return TARGETS.stream().map(FuzzCases::fuzzed).toList();
  }

  static int targets() {
    return TARGETS.size();
  }

  private static HostileCase fuzzed(Target target) {
    return new HostileCase(
        ROW,
        "fuzz-" + target.name(),
        target.input() + ", changed by Jazzer for some seconds in a process without a network",
        "refused, or read and the same when written and read again; budgets are given back",
        Effect.NONE,
        arena -> arena.fuzzer().run(target.className()));
  }

  /** Fuzzes all targets without servers; the consumer gets what came of each. */
  static void run(Fuzzer fuzzer, Consumer<Row> consumer) throws InterruptedException {
    for (Target target : TARGETS) {
      consumer.accept(run(fuzzer, target));
    }
  }

  private static Row run(Fuzzer fuzzer, Target target) throws InterruptedException {
    String name = "fuzz-" + target.name();
    try {
      return new Row(ROW, name, fuzzer.run(target.className()), "none", List.of());
    } catch (UnexpectedAnswer | IOException e) {
      return new Row(ROW, name, "failed", "none", List.of(String.valueOf(e.getMessage())));
    }
  }
}
