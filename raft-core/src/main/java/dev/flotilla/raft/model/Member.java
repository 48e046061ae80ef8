package dev.flotilla.raft.model;

import org.jspecify.annotations.Nullable;

/**
 * Who votes, acknowledges and counts in a quorum: a server in one incarnation of its directory.
 *
 * <p>Never an address: addresses change, and a directory that was lost must not vote again under
 * its old name.
 *
 * @param id the lasting identity
 * @param incarnation the life of its data directory
 */
public record Member(NodeId id, Incarnation incarnation) implements Comparable<Member> {
  /** Compared for each message; the one that the compiler makes costs a first call much more. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Member that
            && incarnation.equals(that.incarnation)
            && id.equals(that.id));
  }

  /** That of the incarnation, whose bits are random. */
  @Override
  public int hashCode() {
    return incarnation.hashCode();
  }

  @Override
  public int compareTo(Member other) {
    int byId = id.compareTo(other.id);
    return byId != 0 ? byId : incarnation.compareTo(other.incarnation);
  }

  @Override
  public String toString() {
    return id + "/" + incarnation;
  }
}
