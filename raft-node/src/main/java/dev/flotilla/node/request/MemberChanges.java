package dev.flotilla.node.request;

import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.ChangeOutcome;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import java.util.ArrayList;
import java.util.List;

/**
 * Who waits for the end of a change of members; all for the same one. Owned by the group thread.
 *
 * <p>It ends when a configuration that is not changing any more is committed. If this server loses
 * its office before, the next leader goes on with the change, and nobody here waits for that.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class MemberChanges {
  /** Requests that wait at once. */
  static final int MAX_WAITING_REQUESTS = 64;

  private final List<MemberChange> waiting = new ArrayList<>();

  /** What all of them wait for, in which office. */
  private Configuration target = Configuration.NONE;

  private long term;

  /** What is committed up to there was before the change that is waited for. */
  private long sinceIndex;

  public void begin(MemberChange request, Raft raft) {
    if (waiting.size() >= MAX_WAITING_REQUESTS) {
      request.answer(
          new MembershipOutcome.Busy(MAX_WAITING_REQUESTS + " requests for this wait already"));
      return;
    }
    RaftStatus status = raft.status();
    if (status.role() != Role.LEADER) {
      // What it could plan from may be long past.
      request.answer(new MembershipOutcome.NotLeader(status.leader()));
      return;
    }
    Configuration before = status.configuration();
    Configuration wanted;
    try {
      wanted = MemberChange.requireTarget(request.plan().apply(before));
    } catch (IllegalArgumentException e) {
      request.answer(new MembershipOutcome.Refused(String.valueOf(e.getMessage())));
      return;
    }
    ChangeOutcome outcome = raft.change(wanted);
    if (outcome instanceof ChangeOutcome.Accepted) {
      if (!before.isChanging() && !before.equals(wanted)) {
        // That the next change is taken shows that it is committed; it is handed out later.
        settled(before);
      }
      await(wanted, request, raft.status());
    } else if (outcome instanceof ChangeOutcome.Unchanged) {
      request.answer(new MembershipOutcome.Done(wanted));
    } else if (outcome instanceof ChangeOutcome.NotLeader elsewhere) {
      request.answer(new MembershipOutcome.NotLeader(elsewhere.leader()));
    } else if (outcome instanceof ChangeOutcome.Refused refused) {
      request.answer(refusal(refused.reason()));
    }
  }

  private void await(Configuration wanted, MemberChange request, RaftStatus now) {
    if (!wanted.equals(target)) {
      end(new MembershipOutcome.Superseded(wanted));
    }
    target = wanted;
    term = now.term();
    sinceIndex = now.commitIndex();
    waiting.add(request);
  }

  private static MembershipOutcome refusal(ChangeOutcome.Reason reason) {
    return switch (reason) {
      case OFFICE_NOT_OPEN, HANDING_OVER, CHANGE_UNDER_WAY, NO_ROOM ->
          new MembershipOutcome.Busy(reason.words());
      case WITNESS_FOR_LIFE, TOO_MANY_MEMBERS -> new MembershipOutcome.Refused(reason.words());
    };
  }

  /** Looks at what is committed. */
  public void committed(List<Entry> entries) {
    if (waiting.isEmpty()) {
      return;
    }
    for (Entry entry : entries) {
      if (entry.payload() instanceof Configuration now
          && !now.isChanging()
          && entry.index() > sinceIndex) {
        settled(now);
      }
    }
  }

  private void settled(Configuration now) {
    end(
        now.equals(target)
            ? new MembershipOutcome.Done(now)
            : new MembershipOutcome.Superseded(now));
  }

  /** Looks at whether this server still leads; to be told what was committed before. */
  public void see(RaftStatus now) {
    if (!waiting.isEmpty() && (now.role() != Role.LEADER || now.term() != term)) {
      end(new MembershipOutcome.Unknown("this server no longer leads; whoever does goes on"));
    }
  }

  /** Whether anybody waits. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  public void end(MembershipOutcome outcome) {
    List<MemberChange> ended = List.copyOf(waiting);
    waiting.clear();
    ended.forEach(request -> request.answer(outcome));
  }
}
