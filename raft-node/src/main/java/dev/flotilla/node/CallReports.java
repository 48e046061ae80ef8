package dev.flotilla.node;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.raft.model.Member;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The newest report about each member, of whether it could be called: written by any thread, taken
 * by the group thread. A table and not a queue, so that a member that is called often takes no more
 * room than another, and the newest report is never lost. Each method holds a short lock.
 */
final class CallReports {
  /** Reports about further members are dropped until these are taken. */
  static final int MAX_MEMBERS = 256;

  private final Doorbell bell;
  private final Map<Member, Boolean> newest = new TreeMap<>();

  /** Whether there are any; written under the lock, read by the group thread before it drains. */
  volatile boolean areThere;

  CallReports(Doorbell bell) {
    this.bell = bell;
  }

  void put(Member member, boolean callable) {
    synchronized (this) {
      if (newest.size() >= MAX_MEMBERS && !newest.containsKey(member)) {
        return;
      }
      newest.put(member, callable);
      areThere = true;
    }
    bell.ring();
  }

  /** Hands over and forgets all reports; returns how many there were. */
  synchronized int drain(BiConsumer<Member, Boolean> taker) {
    int taken = newest.size();
    if (taken > 0) {
      newest.forEach(taker);
      newest.clear();
      areThere = false;
    }
    return taken;
  }
}
