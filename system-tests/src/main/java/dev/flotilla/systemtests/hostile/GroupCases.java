package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/** Two groups under one name: rule 10. */
final class GroupCases {
  private static final long START_MILLIS = 60_000;

  private GroupCases() {}

  static void addTo(Attacks all) {
    all.own("two-groups", GroupCases::twoGroups);
  }

  private static String twoGroups(Arena arena) throws IOException, InterruptedException {
    Network network = arena.network();
    network.plug(Network.SPARE, false);
    List<String> founding = List.of("--group", Arena.GROUP, "--expect", "1");
    HostileServer other = arena.start().start(Network.SPARE, "other", founding);
    try {
      arena.await("another group", START_MILLIS, () -> other.log().contains("founded "));
      network.plug(Network.SPARE, true);
      return join(arena);
    } finally {
      network.plug(Network.SPARE, true);
      other.process().close();
    }
  }

  /**
   * It must have seen both, or it has not chosen; and one that gets --group-id must take that
   * group.
   */
  private static String join(Arena arena) throws IOException, InterruptedException {
    String ours = arena.view(arena.target(arena.leader())).group();
    try (ChildProcess undecided = start(arena, "joiner")) {
      arena.await(
          "the newcomer refuses", START_MILLIS, () -> log(undecided).contains("several groups go"));
      Answers.require(log(undecided).contains(ours), "it has not seen group " + ours);
      arena.await("it ends", START_MILLIS, () -> !undecided.isAlive());
    }
    try (ChildProcess decided = start(arena, "decided", "--group-id", ours)) {
      Target itself = arena.network().target(Network.JOINER);
      arena.await(
          "a newcomer that names the group takes it",
          START_MILLIS,
          () -> arena.viewIfAny(itself).filter(view -> view.group().equals(ours)).isPresent());
      Answers.require(decided.isAlive(), "a newcomer that names the group ended");
    }
    return "refused; taken when named";
  }

  private static ChildProcess start(Arena arena, String name, String... more) throws IOException {
    List<String> options =
        Stream.concat(Stream.of("--group", Arena.GROUP, "--join"), Stream.of(more)).toList();
    return arena.start().start(Network.JOINER, name, options).process();
  }

  private static String log(ChildProcess process) throws IOException {
    return Files.readString(process.log());
  }
}
