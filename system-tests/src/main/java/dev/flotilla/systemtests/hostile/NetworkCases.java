package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Addresses that change, and interfaces that go: rule 5 and m3. A new group follows each. */
final class NetworkCases {
  private static final long REACHED_MILLIS = 5_000;
  private static final long GROUP_MILLIS = 10_000;
  private static final int STOPS = 5;
  private static final int COMMANDS = 3;
  private static final long DOWN_MILLIS = 3_000;

  private NetworkCases() {}

  static void addTo(Attacks all) {
    all.own("address-follower", arena -> moved(arena, arena.follower()));
    all.own("address-leader", arena -> moved(arena, arena.leader()));
    all.own("link-follower", arena -> down(arena, arena.follower()));
    all.own("link-leader", arena -> down(arena, arena.leader()));
    all.own("second-address", NetworkCases::second);
    all.own("deaf-leader", NetworkCases::deaf);
  }

  private static String moved(Arena arena, HostileServer server)
      throws IOException, InterruptedException {
    String answer = reached(arena, arena.move(server));
    arena.mustExecute("after it", GROUP_MILLIS);
    return answer;
  }

  private static String second(Arena arena) throws IOException, InterruptedException {
    HostileServer server = arena.follower();
    String second = Network.address(server.host() + Network.MOVED);
    arena.network().addAddress(server.host(), second);
    return reached(arena, new Target(server.host(), second, HostileServer.PORT));
  }

  private static String reached(Arena arena, Target target)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    arena.await(
        target.url() + " answers", REACHED_MILLIS, () -> arena.viewIfAny(target).isPresent());
    return "after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms";
  }

  private static String down(Arena arena, HostileServer server)
      throws IOException, InterruptedException {
    arena.network().link(server.host(), false);
    TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
    arena.network().link(server.host(), true);
    return reached(arena, server.target());
  }

  /** Several times, since it is chance who is elected. */
  private static String deaf(Arena arena) throws IOException, InterruptedException {
    Target unused = arena.move(arena.follower());
    TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
    for (int round = 0; round < STOPS; round++) {
      HostileServer leader = arena.leader();
      leader.signal("STOP");
      TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
      leader.signal("CONT");
      // An election takes less than a second. Then it must last.
      for (int i = 0; i < COMMANDS; i++) {
        arena.mustExecute("after a stop", GROUP_MILLIS);
        TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS / COMMANDS);
      }
    }
    return "executed after each of " + STOPS + " stops";
  }
}
