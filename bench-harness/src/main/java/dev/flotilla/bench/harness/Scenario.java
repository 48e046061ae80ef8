package dev.flotilla.bench.harness;

import dev.flotilla.bench.Role;
import java.util.List;

/** Which servers are killed during a run, by the paper's names; prints as in the results. */
enum Scenario {
  /** No failure. */
  NO_FAILURE("0E"),
  /** One follower. */
  ONE_FOLLOWER("1F", Role.FOLLOWER),
  /** The leader. */
  ONE_LEADER("1L", Role.LEADER),
  /** Two followers, one after the other. */
  TWO_FOLLOWERS("2F", Role.FOLLOWER, Role.FOLLOWER),
  /** A follower, then the leader. */
  FOLLOWER_AND_LEADER("1F1L", Role.FOLLOWER, Role.LEADER);

  private final String label;
  private final List<Role> victims;

  Scenario(String label, Role... victims) {
    this.label = label;
    this.victims = List.of(victims);
  }

  /** The parts that the killed servers play, in the order of their ends. */
  List<Role> victims() {
    return victims;
  }

  @Override
  public String toString() {
    return label;
  }
}
