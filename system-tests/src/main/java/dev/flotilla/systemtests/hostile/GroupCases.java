package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Two groups under one name: rule 10. */
final class GroupCases {
  private static final long START_MILLIS = 60_000;

  private GroupCases() {}

  static List<HostileCase> cases() {
    return List.of(
        new HostileCase(
            "10",
            "two-groups",
            "a server that joins sees two groups of one name",
            "it names both and ends; one that is given the id of one takes that",
            Effect.NONE,
            GroupCases::twoGroups));
  }

  private static String twoGroups(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Network network = arena.network();
    network.plug(Network.SPARE, false);
    HostileServer other =
        arena
            .start()
            .start(Network.SPARE, "other", List.of("--group", Arena.GROUP, "--expect", "1"));
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
  private static String join(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    String ours = arena.view(arena.target(arena.leader())).group();
    try (ChildProcess undecided = start(arena, "joiner", List.of())) {
      arena.await(
          "the newcomer refuses", START_MILLIS, () -> log(undecided).contains("several groups go"));
      Answers.require(log(undecided).contains(ours), "it has not seen group " + ours);
      arena.await("it ends", START_MILLIS, () -> !undecided.isAlive());
    }
    try (ChildProcess decided = start(arena, "decided", List.of("--group-id", ours))) {
      Target itself =
          new Target(Network.JOINER, Network.address(Network.JOINER), HostileServer.PORT);
      arena.await(
          "a newcomer that names the group takes it",
          START_MILLIS,
          () -> arena.viewIfAny(itself).filter(view -> view.group().equals(ours)).isPresent());
      Answers.require(decided.isAlive(), "a newcomer that names the group ended");
    }
    return "refused; taken when named";
  }

  private static ChildProcess start(Arena arena, String name, List<String> more)
      throws IOException {
    List<String> options = new ArrayList<>(List.of("--group", Arena.GROUP, "--join"));
    options.addAll(more);
    return arena.start().start(Network.JOINER, name, options).process();
  }

  private static String log(ChildProcess process) throws IOException {
    return Files.readString(process.log());
  }
}
