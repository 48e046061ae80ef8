package dev.flotilla.sim;

import dev.flotilla.raft.model.Member;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Draws the id of a member that is replaced, and then goes on as another generator. */
final class SameId implements RandomGenerator {
  private final UUID id;
  private final RandomGenerator rest;
  private int drawn;

  SameId(Member lost, RandomGenerator rest) {
    this.id = lost.id().uuid();
    this.rest = rest;
  }

  @Override
  public long nextLong() {
    drawn++;
    return switch (drawn) {
      case 1 -> id.getMostSignificantBits();
      case 2 -> id.getLeastSignificantBits();
      default -> rest.nextLong();
    };
  }
}
