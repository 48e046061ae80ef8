package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.keys.Rights;
import java.util.Optional;

/**
 * Binds each session to the name in the certificate under which it was opened.
 *
 * <p>The owner is part of the uid under which the leader has the session opened. That uid is in the
 * log, in the state of every member and in snapshots, so that every later leader knows the owner,
 * without another form of any of them. A renewed certificate of the same name has the same
 * sessions. Sessions that were opened without keys belong to everybody.
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
   * Whether the caller may use a session here and now: the outcome that says no, or empty. A fault
   * for a foreign session is answered at once.
   */
  Verdict check(RaftNode node, Optional<SessionTag> tag, Exchange<?> exchange) {
    Optional<String> caller = tag.isEmpty() ? Optional.empty() : rights.ownerOf(exchange);
    if (caller.isEmpty()) {
      return new Verdict.Allowed();
    }
    long session = tag.orElseThrow().session();
    // In this order: what is open by then is known before it counts as applied.
    NodeStatus now = node.status();
    Optional<String> uid = node.appliedLog().sessionUid(session);
    if (uid.isEmpty()) {
      return now.appliedIndex() >= session
          ? new Verdict.Allowed()
          : new Verdict.NotNow(notYet(now));
    }
    int at = uid.get().lastIndexOf(OWNER);
    boolean isOwn = at < 0 || uid.get().substring(at + OWNER.length()).equals(caller.get());
    return isOwn ? new Verdict.Allowed() : new Verdict.Foreign(session);
  }

  /** A new leader has not applied everything yet: the client tries again. */
  private static InsertOutcome notYet(NodeStatus now) {
    return now.isLeading()
        ? new InsertOutcome.Busy("the opening of the session is not applied here yet")
        : new InsertOutcome.NotLeader(now.leader());
  }

  /** What becomes of a command. */
  sealed interface Verdict {
    /** It may be inserted. */
    record Allowed() implements Verdict {}

    /** It is not inserted, and this is its outcome. */
    record NotNow(InsertOutcome outcome) implements Verdict {}

    /** It is of a session that somebody else has opened. */
    record Foreign(long session) implements Verdict {}
  }
}
