package dev.flotilla.storage.identity;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.net.URI;

/**
 * A member of a founding list.
 *
 * @param member who
 * @param address where it was then; a hint, it may have moved since
 */
public record Founder(Member member, URI address) {
  private static final int PARTS = 3;

  /** Reads what {@link #toLine} writes. */
  static Founder ofLine(String line) {
    String[] parts = line.split(" ", PARTS);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException("not a founder: '" + line + "'");
    }
    Member member = new Member(NodeId.parse(parts[0]), Incarnation.parse(parts[1]));
    return new Founder(member, URI.create(parts[2]));
  }

  /** Id, incarnation and address, with a space between. */
  String toLine() {
    return member.id() + " " + member.incarnation() + " " + address;
  }
}
