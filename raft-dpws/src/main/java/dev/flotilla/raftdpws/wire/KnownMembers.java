package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Reads members, and remembers the last of them: each message between members names two or three,
 * and always the same. Any thread.
 */
final class KnownMembers {
  private static final int PLACES = 64;
  private static final AtomicReferenceArray<@Nullable Known> KNOWN =
      new AtomicReferenceArray<>(PLACES);

  private record Known(String id, String incarnation, Member member) {}

  private KnownMembers() {}

  /**
   * The member of these two texts.
   *
   * @throws IllegalArgumentException if one of them cannot be read
   */
  static Member of(String id, String incarnation) {
    int place = placeOf(incarnation);
    Known known = KNOWN.get(place);
    if (known != null && known.incarnation.equals(incarnation) && known.id.equals(id)) {
      return known.member;
    }
    Member member = new Member(NodeId.parse(id), Incarnation.parse(incarnation));
    KNOWN.set(place, new Known(id, incarnation, member));
    return member;
  }

  /** By two of its random digits. */
  private static int placeOf(String incarnation) {
    int last = incarnation.length() - 1;
    return last < 1
        ? 0
        : (31 * incarnation.charAt(last) + incarnation.charAt(last - 1)) & (PLACES - 1);
  }
}
