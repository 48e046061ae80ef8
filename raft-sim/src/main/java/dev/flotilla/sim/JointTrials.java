package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.model.Configuration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Has elections held while a configuration is joint: now and then, as soon as a leader has come to
 * one, it is cut off or killed, since otherwise two sets of voters decide for a moment only.
 */
final class JointTrials {
  private static final int RARITY = 3;
  private static final int MAX_DELAY_NANOS = 2_000_000;
  private static final int MAX_AWAY_NANOS = 600_000_000;

  private final SplittableRandom random;
  private final FaultTarget target;
  private final Set<Configuration> seen = new HashSet<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  JointTrials(SplittableRandom random, FaultTarget target) {
    this.random = random;
    this.target = target;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  void pumped(SimulatedServer server, NodeStatus status) {
    if (status.isLeading()
        && status.configuration().isJoint()
        && seen.add(status.configuration())
        && random.nextInt(RARITY) == 0) {
      counts.merge("joint trial", 1, Integer::sum);
      int life = server.life();
      target.later(random.nextInt(MAX_DELAY_NANOS), () -> strike(server, life));
    }
  }

  private void strike(SimulatedServer leader, int life) {
    if (leader.life() != life) {
      return;
    }
    long awayNanos = 1L + random.nextInt(MAX_AWAY_NANOS);
    if (random.nextBoolean()) {
      target.isolate(it -> it == leader, awayNanos);
    } else {
      target.kill(leader, awayNanos);
    }
  }
}
