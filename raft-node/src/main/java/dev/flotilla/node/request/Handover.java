package dev.flotilla.node.request;

import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.TransferOutcome;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * Who waits for the end of a leadership transfer. Owned by the group thread.
 *
 * <p>It ends with the sight of another leader, since until then this server's vote may be needed;
 * or when the core has given it up, or has to hold an election after all.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Handover {
  /** Requests that wait at once; all for the same transfer. */
  static final int MAX_WAITING_REQUESTS = 64;

  private final List<Transfer> waiting = new ArrayList<>();
  private long term;

  public void begin(Transfer request, Raft raft) {
    if (waiting.size() >= MAX_WAITING_REQUESTS) {
      request.answer(
          new HandoverOutcome.Refused(MAX_WAITING_REQUESTS + " requests for this wait already"));
      return;
    }
    TransferOutcome outcome = raft.transfer(request.target());
    if (outcome instanceof TransferOutcome.Started) {
      term = raft.status().term();
      waiting.add(request);
    } else if (outcome instanceof TransferOutcome.NotLeader elsewhere) {
      request.answer(new HandoverOutcome.NotLeader(elsewhere.leader()));
    } else if (outcome instanceof TransferOutcome.Refused refused) {
      request.answer(new HandoverOutcome.Refused(refused.reason()));
    }
  }

  /** Looks whether what is waited for has ended. */
  public void see(RaftStatus now) {
    if (waiting.isEmpty()) {
      return;
    }
    if (now.term() == term && now.role() == Role.LEADER) {
      if (now.heir().isEmpty()) {
        end(new HandoverOutcome.Abandoned("the target did not take over in time"));
      }
    } else if (now.role() != Role.FOLLOWER) {
      end(new HandoverOutcome.Abandoned("the target did not win; another election goes on"));
    } else if (now.leader().isPresent()) {
      Member leader = now.leader().get();
      end(new HandoverOutcome.Done(leader));
    }
  }

  /** Whether anybody waits. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  public void end(HandoverOutcome outcome) {
    List<Transfer> ended = List.copyOf(waiting);
    waiting.clear();
    ended.forEach(request -> request.answer(outcome));
  }
}
