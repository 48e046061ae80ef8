package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of other members that wait for this server's answer, by sender and number.
 *
 * <p>The core may answer late (an acknowledgement waits for the disk) or never (the mailbox was
 * full). Since the answers of one connection go out in order, one that never comes would hold up
 * all behind it; therefore whoever waits too long is answered with a fault. A late acknowledgement
 * is not lost by that: the leader, to whom the fault means nothing, sends the entries again, and is
 * told at once that they are there. So it is with a piece of a snapshot, which may wait for the
 * check of the whole file: the leader sends it again and is told where to go on.
 *
 * <p>Any thread; bounded: the oldest gives way.
 */
final class PendingExchanges {
  /** Requests that wait at once; a leader has a handful in flight to each follower. */
  static final int MAX_WAITING = 1_024;

  private final Membership membership;
  private final Map<Key, Waiting<?>> waiting = new LinkedHashMap<>();

  private record Key(Member from, long sequence) {}

  private record Waiting<M extends Message.Response>(
      Class<M> type, Exchange<PeerResponse<M>> exchange, long sinceNanos) {
    void answer(Membership membership, Message.Response response) {
      if (type.isInstance(response)) {
        exchange.answer(
            new PeerResponse<>(membership.group(), membership.self(), type.cast(response)));
      } else {
        giveUp("the answer is of another kind than the question");
      }
    }

    void giveUp(String reason) {
      exchange.fault(RaftFault.NOT_SERVING.because(reason));
    }
  }

  /** An empty table. */
  PendingExchanges(Membership membership) {
    this.membership = membership;
  }

  /** Remembers a request; one with the same number gives way, its sender has started anew. */
  <M extends Message.Response> void add(
      Member from, long sequence, Class<M> type, Exchange<PeerResponse<M>> exchange, long now) {
    Waiting<?> displaced;
    synchronized (this) {
      Key key = new Key(from, sequence);
      displaced = waiting.remove(key);
      waiting.put(key, new Waiting<>(type, exchange, now));
      if (displaced == null && waiting.size() > MAX_WAITING) {
        displaced = removeFirst();
      }
    }
    if (displaced != null) {
      displaced.giveUp("more than " + MAX_WAITING + " requests wait, or one came twice");
    }
  }

  /**
   * Answers the request that the response belongs to.
   *
   * @return whether it still waited
   */
  boolean answer(Member to, Message.Response response) {
    Waiting<?> asked;
    synchronized (this) {
      asked = waiting.remove(new Key(to, response.sequence()));
    }
    if (asked != null) {
      asked.answer(membership, response);
    }
    return asked != null;
  }

  /**
   * Ends the requests that have waited too long.
   *
   * @param maxWaitNanos how long that is: half of the shortest election timeout in force. Behind a
   *     slow disk's acknowledgement the answers to heartbeats wait, too, and a leader that misses
   *     them for one election timeout steps down
   */
  void expire(long nowNanos, long maxWaitNanos) {
    List<Waiting<?>> late = new ArrayList<>();
    synchronized (this) {
      Iterator<Waiting<?>> oldestFirst = waiting.values().iterator();
      while (oldestFirst.hasNext()) {
        Waiting<?> next = oldestFirst.next();
        if (nowNanos - next.sinceNanos() < maxWaitNanos) {
          break;
        }
        oldestFirst.remove();
        late.add(next);
      }
    }
    late.forEach(it -> it.giveUp("no answer within " + maxWaitNanos / 1_000_000 + " ms"));
  }

  synchronized int size() {
    return waiting.size();
  }

  private @Nullable Waiting<?> removeFirst() {
    Iterator<Waiting<?>> oldestFirst = waiting.values().iterator();
    Waiting<?> first = oldestFirst.next();
    oldestFirst.remove();
    return first;
  }
}
