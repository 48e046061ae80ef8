package dev.flotilla.bench.harness;

import dev.flotilla.bench.Role;
import java.util.List;

/**
 * What happens during a run besides its load; prints as in the results.
 *
 * @param label the name, such as the paper's {@code 1F1L}
 * @param victims the parts that killed servers play, in the order of their ends; empty if the
 *     preset does something else than kill
 */
public record Scenario(String label, List<Role> victims) {
  /** No failure. */
  public static final Scenario NO_FAILURE = named("0E");

  /** One follower. */
  public static final Scenario ONE_FOLLOWER = new Scenario("1F", List.of(Role.FOLLOWER));

  /** The leader. */
  public static final Scenario ONE_LEADER = new Scenario("1L", List.of(Role.LEADER));

  /** Two followers, one after the other. */
  public static final Scenario TWO_FOLLOWERS =
      new Scenario("2F", List.of(Role.FOLLOWER, Role.FOLLOWER));

  /** A follower, then the leader. */
  public static final Scenario FOLLOWER_AND_LEADER =
      new Scenario("1F1L", List.of(Role.FOLLOWER, Role.LEADER));

  /** Copies the list. */
  public Scenario {
    victims = List.copyOf(victims);
  }

  /** A scenario whose name says everything to its preset. */
  public static Scenario named(String label) {
    return new Scenario(label, List.of());
  }

  @Override
  public String toString() {
    return label;
  }
}
