package dev.flotilla.batteries.hostile;

import dev.flotilla.batteries.hostile.HostileCase.Effect;
import dev.flotilla.batteries.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Two groups under one name: rule 10. */
final class GroupCases {
  private static final long START_MILLIS = 60_000;
  private static final long CHOOSE_MILLIS = 6_000;

  private GroupCases() {}

  static List<HostileCase> cases() {
    return List.of(
        new HostileCase(
            "10",
            "two-groups",
            "a server that joins sees two groups of one name",
            "it takes neither: its Status names no group",
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

  private static String join(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    HostileServer joiner =
        arena.start().start(Network.JOINER, "joiner", List.of("--group", Arena.GROUP, "--join"));
    try {
      arena.await("the newcomer answers", START_MILLIS, () -> view(arena, joiner).isPresent());
      TimeUnit.MILLISECONDS.sleep(CHOOSE_MILLIS);
      View view = view(arena, joiner).orElseThrow(() -> new IOException("it does not answer"));
      Answers.require(view.group().isEmpty(), "it took group " + view.group());
      return "none taken";
    } finally {
      joiner.process().close();
    }
  }

  private static Optional<View> view(Arena arena, HostileServer joiner) {
    return arena.viewIfAny(joiner.target());
  }
}
