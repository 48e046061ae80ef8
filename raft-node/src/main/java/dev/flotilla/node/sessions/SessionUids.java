package dev.flotilla.node.sessions;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Under which uid each open session was opened, for those who have to know whose it is before they
 * take a command of it.
 *
 * <p>Written by the apply thread, read by any. As many as there are sessions.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SessionUids {
  private final ConcurrentHashMap<Long, String> uids = new ConcurrentHashMap<>();

  /** The uid; empty if no session of that id is open by what is applied. */
  public Optional<String> of(long session) {
    return Optional.ofNullable(uids.get(session));
  }

  void opened(Session session) {
    uids.put(session.id(), session.uid());
  }

  void closed(Session session) {
    uids.remove(session.id());
  }
}
