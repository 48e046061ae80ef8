package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.keys.Rights;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Binds each session to the name in the certificate under which it was opened.
 *
 * <p>The owner is part of the uid under which the leader has the session opened. That uid is in the
 * log, in the state of every member and in snapshots, so that every later leader knows the owner,
 * without another form of any of them. A renewed certificate of the same name has the same
 * sessions. Sessions that were opened without keys belong to everybody. There are no owners on a
 * server without keys.
 *
 * <p>Any thread; nothing blocks.
 */
final class SessionOwners {
  private static final String OWNER = ";owner=";

  private final Rights rights;

  SessionOwners(Rights rights) {
    this.rights = rights;
  }

  /**
   * The request with its sender as the owner of the session.
   *
   * @throws IllegalArgumentException if its uid is too long for that
   */
  OpenSession owned(OpenSession request, Exchange<?> exchange) {
    return rights
        .ownerOf(exchange)
        .map(owner -> new OpenSession(request.uid() + OWNER + owner))
        .orElse(request);
  }

  /**
   * Whether the caller may use a session here and now; if not, it is answered.
   *
   * @param end answers with the outcome of a command that is not inserted now
   */
  boolean admits(
      RaftNode node, Optional<SessionTag> tag, Exchange<?> exchange, Consumer<InsertOutcome> end) {
    Optional<String> caller = tag.isEmpty() ? Optional.empty() : rights.ownerOf(exchange);
    if (caller.isEmpty()) {
      return true;
    }
    long session = tag.orElseThrow().session();
    // In this order: what is open by then is known before it counts as applied.
    NodeStatus now = node.status();
    Optional<String> uid = node.appliedLog().sessionUid(session);
    if (uid.isEmpty() && now.appliedIndex() < session) {
      end.accept(notYet(now));
      return false;
    }
    int at = uid.map(it -> it.lastIndexOf(OWNER)).orElse(-1);
    boolean isOwn = at < 0 || uid.orElseThrow().substring(at + OWNER.length()).equals(caller.get());
    if (!isOwn) {
      rights.refuse(exchange, "uses session " + session + " of somebody else");
    }
    return isOwn;
  }

  /** A new leader has not applied everything yet: the client tries again. */
  private static InsertOutcome notYet(NodeStatus now) {
    return now.isLeading()
        ? new InsertOutcome.Busy("the opening of the session is not applied here yet")
        : new InsertOutcome.NotLeader(now.leader());
  }
}
