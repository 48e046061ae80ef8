package dev.flotilla.batteries.hostile;

import dev.flotilla.batteries.hostile.HostileCase.Effect;
import dev.flotilla.batteries.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Addresses that change, and interfaces that go: rule 5 and m3. A new group follows each. */
final class NetworkCases {
  private static final long REACHED_MILLIS = 5_000;
  private static final long GROUP_MILLIS = 10_000;
  private static final long DOWN_MILLIS = 3_000;
  private static final int MOVED = 20;

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
              arena.network().addAddress(server.host(), moved(server).address());
              return reached(arena, moved(server));
            }),
        new HostileCase(
            "m3",
            "deaf-leader",
            "a follower's address is changed in an idle group, then the leader gets SIGSTOP for 3 s",
            "within 10 s a client that knows all addresses has a command executed, and again",
            Effect.LEADER,
            NetworkCases::deaf));
  }

  private static Target moved(HostileServer server) {
    return new Target(
        server.host(), Network.address(server.host() + MOVED), server.target().port());
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
          arena.network().readdress(server.host(), moved(server).address());
          String answer = reached(arena, moved(server));
          executed(arena, server, GROUP_MILLIS);
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
  private static void executed(Arena arena, HostileServer moved, long millis)
      throws UnexpectedAnswer, InterruptedException {
    List<Target> targets =
        arena.servers().stream()
            .map(each -> each.host() == moved.host() ? moved(each) : each.target())
            .toList();
    Optional<String> failure = new Good(arena.goodHttp(), targets).execute(millis);
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

  private static String deaf(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    HostileServer leader = arena.leader();
    HostileServer follower = arena.follower();
    arena.network().readdress(follower.host(), moved(follower).address());
    TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
    leader.signal("STOP");
    TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
    leader.signal("CONT");
    // Ten seconds are much: an election takes less than one. Then it must last.
    for (int i = 0; i < 10; i++) {
      executed(arena, follower, GROUP_MILLIS);
      TimeUnit.MILLISECONDS.sleep(500);
    }
    return "executed 10 times";
  }
}
