package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Addresses that change, and interfaces that go: rule 5 and m3. A new group follows each. */
final class NetworkCases {
  private static final long REACHED_MILLIS = 5_000;
  private static final long GROUP_MILLIS = 10_000;
  private static final int STOPS = 5;
  private static final int COMMANDS = 3;
  private static final long DOWN_MILLIS = 3_000;

  private NetworkCases() {}

  static List<HostileCase> cases() {
    return List.of(
        addressed("address-follower", "a follower's address is changed", false),
        addressed("address-leader", "the leader's address is changed", true),
        down("link-follower", "a follower's link is down for 3 s", false),
        down("link-leader", "the leader's link is down for 3 s", true),
        new HostileCase(
            "5",
            "second-address",
            "a second address is given to a follower's interface",
            "the server answers there within 5 s",
            Effect.NONE,
            arena -> {
              HostileServer server = arena.follower();
              String second = Network.address(server.host() + Network.MOVED);
              arena.network().addAddress(server.host(), second);
              return reached(arena, new Target(server.host(), second, HostileServer.PORT));
            }),
        new HostileCase(
            "m3",
            "deaf-leader",
            "a follower's address is changed, then the leader gets SIGSTOP for 3 s, 5 times",
            "within 10 s a client that knows all addresses has a command executed, and again",
            Effect.LEADER,
            NetworkCases::deaf));
  }

  private static HostileServer server(Arena arena, boolean leads)
      throws IOException, InterruptedException {
    return leads ? arena.leader() : arena.follower();
  }

  private static HostileCase addressed(String name, String input, boolean leads) {
    return new HostileCase(
        "5",
        name,
        input,
        "it answers there within 5 s, and commands are executed",
        Effect.LEADER,
        arena -> {
          HostileServer server = server(arena, leads);
          String answer = reached(arena, arena.move(server));
          executed(arena);
          return answer;
        });
  }

  private static String reached(Arena arena, Target target)
      throws UnexpectedAnswer, IOException, InterruptedException {
    long began = System.nanoTime();
    arena.await(
        target.url() + " answers", REACHED_MILLIS, () -> arena.viewIfAny(target).isPresent());
    return "after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms";
  }

  /** By a client that knows where each server is, the one that moved as well. */
  private static void executed(Arena arena) throws UnexpectedAnswer, InterruptedException {
    Optional<String> failure = arena.execute(GROUP_MILLIS);
    Answers.require(failure.isEmpty(), "not executed: " + failure.orElse(""));
  }

  private static HostileCase down(String name, String input, boolean leads) {
    return new HostileCase(
        "5",
        name,
        input,
        "it answers within 5 s after, and commands are executed",
        Effect.LEADER,
        arena -> {
          HostileServer server = server(arena, leads);
          arena.network().link(server.host(), false);
          TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
          arena.network().link(server.host(), true);
          return reached(arena, server.target());
        });
  }

  /** Several times, since it is chance who is elected. */
  private static String deaf(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target unused = arena.move(arena.follower());
    TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
    for (int round = 0; round < STOPS; round++) {
      HostileServer leader = arena.leader();
      leader.signal("STOP");
      TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
      leader.signal("CONT");
      // An election takes less than a second. Then it must last.
      for (int i = 0; i < COMMANDS; i++) {
        executed(arena);
        TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS / COMMANDS);
      }
    }
    return "executed after each of " + STOPS + " stops";
  }
}
