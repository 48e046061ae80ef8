package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.GroupId;
import java.util.Optional;

/**
 * Read: one command by its uid, or the last applied client command, or a question to the state
 * machine.
 *
 * @param uid the command asked for
 * @param query the question to the state machine; excludes a uid
 * @param group the group that the client means, once it knows; another group refuses to answer
 * @param level how fresh the answer must be; absent: linearizable, and the answer does not say
 * @param form how the client writes its messages
 */
public record ReadRequest(
    Optional<String> uid,
    Optional<Bytes> query,
    Optional<GroupId> group,
    Optional<ReadLevel> level,
    ClientForm form) {
  /** Rejects a request for two things at once. */
  public ReadRequest {
    if (uid.isPresent() && query.isPresent()) {
      throw new IllegalArgumentException("a Read asks for a uid or a query, not for both");
    }
  }

  /** A linearizable read whose answer does not say of which state it is. */
  public ReadRequest(Optional<String> uid, Optional<Bytes> query, Optional<GroupId> group) {
    this(uid, query, group, Optional.empty(), ClientForm.LATER);
  }

  /** Whether it bears none of our elements, as a client of 2014 writes it. */
  public boolean isPlain() {
    return group.isEmpty() && query.isEmpty() && level.isEmpty();
  }

  /** Asks for the command with a uid. */
  public static ReadRequest byUid(String uid) {
    return new ReadRequest(Optional.of(uid), Optional.empty(), Optional.empty());
  }

  /** Asks for the last applied client command. */
  public static ReadRequest last() {
    return new ReadRequest(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Asks the state machine. */
  public static ReadRequest query(Bytes query) {
    return new ReadRequest(Optional.empty(), Optional.of(query), Optional.empty());
  }

  /** The same request, for one group only. */
  public ReadRequest in(GroupId theGroup) {
    return new ReadRequest(uid, query, Optional.of(theGroup), level, form);
  }

  /** The same request, answered as freshly as this says. */
  public ReadRequest at(ReadLevel theLevel) {
    return new ReadRequest(uid, query, group, Optional.of(theLevel), form);
  }
}
