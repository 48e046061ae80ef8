package dev.flotilla.bench;

import java.util.Locale;

/** The part that a server plays in its cluster; prints as in the results. */
public enum Role {
  /** Orders the commands; there is at most one at work. */
  LEADER,
  /** Replicates what the leader sends. */
  FOLLOWER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
