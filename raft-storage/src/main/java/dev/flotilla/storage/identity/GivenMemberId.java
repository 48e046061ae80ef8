package dev.flotilla.storage.identity;

import dev.flotilla.raft.model.NodeId;
import java.util.random.RandomGenerator;

/**
 * Draws incarnations and keys at random, as {@link DirectoryIdentity#open} needs them, and has a
 * new directory record a member id that is given, such as that of a certificate.
 *
 * @param id of the member for whom a new directory is made; one that exists keeps its own
 * @param random draws everything else
 */
public record GivenMemberId(NodeId id, RandomGenerator random) implements RandomGenerator {
  @Override
  public long nextLong() {
    return random.nextLong();
  }
}
