package dev.flotilla.console;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How busy members are: what each has done since it was last asked, and what its process uses. Not
 * thread-safe.
 */
final class MemberLoads {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double PERCENT = 100;
  private static final double MEBIBYTE = 1 << 20;

  private final Map<Member, Counts> last = new HashMap<>();

  /** What only grows while a process runs. */
  private record Counts(long uptimeMillis, long processorMillis, long commands, long micros) {
    static Counts of(StatusFacts facts) {
      return new Counts(
          facts.number(StatusFact.UPTIME_MILLIS).orElse(0),
          facts.number(StatusFact.PROCESSOR_MILLIS).orElse(0),
          facts.number(StatusFact.ANSWERED_COMMANDS).orElse(0),
          facts.number(StatusFact.ANSWERED_MICROS).orElse(0));
    }
  }

  /** The load of each server that has answered; nothing of one of an older version. */
  Map<Member, List<Property>> of(List<StatusResponse> servers) {
    Map<Member, List<Property>> loads = new HashMap<>();
    for (StatusResponse server : servers) {
      loads.put(server.self().member(), load(server.self().member(), server.facts()));
    }
    last.keySet().retainAll(loads.keySet());
    return loads;
  }

  private List<Property> load(Member member, StatusFacts facts) {
    List<Property> all = new ArrayList<>();
    Counts now = Counts.of(facts);
    Counts before = last.put(member, now);
    if (before != null && now.uptimeMillis() > before.uptimeMillis()) {
      double seconds = (now.uptimeMillis() - before.uptimeMillis()) / MILLIS_PER_SECOND;
      long commands = now.commands() - before.commands();
      all.add(new Property("commands per second", text("%.1f", commands / seconds)));
      if (commands > 0) {
        double millis = (now.micros() - before.micros()) / MICROS_PER_MILLI / commands;
        all.add(new Property("command latency", text("%.1f ms", millis)));
      }
      double processor =
          (now.processorMillis() - before.processorMillis()) / MILLIS_PER_SECOND / seconds;
      all.add(new Property("processor", text("%.0f %%", processor * PERCENT)));
    }
    if (facts.number(StatusFact.HEAP_BYTES).isPresent()) {
      all.add(
          new Property(
              "Java heap",
              text(
                  "%.0f of %.0f MiB",
                  facts.number(StatusFact.HEAP_BYTES).getAsLong() / MEBIBYTE,
                  facts.number(StatusFact.MAX_HEAP_BYTES).orElse(0) / MEBIBYTE)));
    }
    return all;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
