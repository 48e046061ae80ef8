package dev.flotilla.console;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a recording writes of each value, beside the time. */
final class CsvRows {
  static final List<String> GROUP = List.of("time", "group", "group_id", "members", "problems");
  static final List<String> MEMBER =
      List.of(
          "time",
          "id",
          "role",
          "standing",
          "term",
          "last",
          "committed",
          "applied",
          "lag",
          "leader_since",
          "address",
          "problems",
          "properties");
  static final List<String> NODE =
      List.of(
          "time",
          "name",
          "state",
          "cpu_per_mille",
          "used_memory_bytes",
          "total_memory_bytes",
          "requests",
          "last_request",
          "properties");
  static final List<String> EVENT = List.of("time", "number", "kind", "text");

  private CsvRows() {}

  static List<String> of(ConsoleState state) {
    return List.of(
        state.at().toString(),
        state.group(),
        state.groupId().orElse(""),
        Integer.toString(state.members().size()),
        String.join("; ", state.problems()));
  }

  static List<String> of(ConsoleState state, MemberState member) {
    return List.of(
        state.at().toString(),
        member.id(),
        member.role(),
        member.standing(),
        progress(member, MemberState.Progress::term),
        progress(member, MemberState.Progress::last),
        progress(member, MemberState.Progress::committed),
        progress(member, MemberState.Progress::applied),
        text(member.lag()),
        text(member.leaderSince().map(LeaderSince::at)),
        member.address(),
        String.join("; ", member.problems()),
        properties(member.properties()));
  }

  static List<String> of(ConsoleState state, NodeState node) {
    return List.of(
        state.at().toString(),
        node.name(),
        node.state(),
        text(node.cpuPerMille()),
        text(node.usedMemoryBytes()),
        text(node.totalMemoryBytes()),
        Long.toString(node.requests()),
        text(node.lastRequest()),
        properties(node.properties()));
  }

  static List<String> of(LogLine line) {
    return List.of(
        line.at().toString(), Long.toString(line.number()), line.kind().word(), line.text());
  }

  private static String progress(MemberState member, Function<MemberState.Progress, Long> value) {
    return text(member.progress().map(value));
  }

  private static String properties(List<Property> all) {
    return all.stream().map(it -> it.name() + ": " + it.value()).collect(Collectors.joining("; "));
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("");
  }

  private static String text(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "";
  }

  private static String text(OptionalInt value) {
    return value.isPresent() ? Integer.toString(value.getAsInt()) : "";
  }
}
