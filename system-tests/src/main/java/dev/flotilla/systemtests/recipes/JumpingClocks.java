package dev.flotilla.systemtests.recipes;

import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.faults.FakedClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of the day of three servers, which jump by 2 to 10 minutes.
 *
 * @param clocks of each server; none: they stay
 */
record JumpingClocks(List<FakedClock> clocks) {
  private static final int MAX_JUMP_SECONDS = 600;
  private static final int MIN_JUMP_SECONDS = 120;

  /** Of servers that are to be started; they stay without a library that moves them. */
  static JumpingClocks of(@Nullable Path faketime, Path directory) throws IOException {
    List<FakedClock> clocks = new ArrayList<>();
    for (int i = 1; faketime != null && i <= RecordedGroup.SERVERS; i++) {
      Path file = directory.resolve("clock-" + i).toAbsolutePath();
      clocks.add(FakedClock.ofTheDay(faketime, file));
    }
    return new JumpingClocks(clocks);
  }

  List<Map<String, String>> environments() {
    return clocks.isEmpty()
        ? Collections.nCopies(RecordedGroup.SERVERS, Map.of())
        : clocks.stream().map(FakedClock::environment).toList();
  }

  /** Moves the clock of the leader, on whose clocks leases might depend. */
  void jump(ServerGroup servers, History history, RandomGenerator random)
      throws IOException, InterruptedException {
    int seconds = random.nextInt(MIN_JUMP_SECONDS, MAX_JUMP_SECONDS);
    int jump = random.nextBoolean() ? seconds : -seconds;
    if (clocks.isEmpty()) {
      return;
    }
    ServerUnderTest leader = servers.awaitLeader();
    long from = System.nanoTime();
    clocks.get(servers.servers().indexOf(leader)).set(leader, jump);
    history.addFault("clock", leader.name() + " by " + jump + " s", from, System.nanoTime());
  }
}
