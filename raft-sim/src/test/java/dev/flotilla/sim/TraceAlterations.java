package dev.flotilla.sim;

import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntriesResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a recorded trace wrong in three ways, each at a place where it matters: one term is
 * another, one step is missing, one commitment comes too early. The place is drawn by the trace's
 * seed.
 */
final class TraceAlterations {
  /**
   * One event in the place of another.
   *
   * @param what for reports
   * @param at the number of the event, from 1
   * @param text the other event
   */
  record Alteration(String what, int at, String text) {}

  private final RecordedTrace trace;
  private final SplittableRandom random;

  TraceAlterations(RecordedTrace trace) {
    this.trace = trace;
    this.random = new SplittableRandom(trace.seed());
  }

  List<Alteration> all() {
    return List.of(
        drawn("one altered term", alteredTerms()),
        drawn("one dropped step", droppedSteps()),
        drawn("one early commit", earlyCommits()));
  }

  private Alteration drawn(String what, List<Alteration> candidates) {
    if (candidates.isEmpty()) {
      throw new IllegalStateException("seed " + trace.seed() + " has no place for " + what);
    }
    return candidates.get(random.nextInt(candidates.size()));
  }

  /** A server that says it is in the next term already. */
  private List<Alteration> alteredTerms() {
    List<Alteration> found = new ArrayList<>();
    for (int i = 0; i < trace.events().size(); i++) {
      if (trace.events().get(i) instanceof TraceEvent.Stands stands
          && stands.standing().term() > 0) {
        ServerStatus is = stands.standing();
        found.add(
            replaced(
                "one altered term",
                i,
                new TraceEvent.Stands(stands.server(), is.inTerm(is.term() + 1))));
      }
    }
    return found;
  }

  /** A message without which the state after it has no reason, or a force before a promise. */
  private List<Alteration> droppedSteps() {
    List<Alteration> found = new ArrayList<>();
    long[] acknowledged = new long[trace.numbers().size()];
    for (int i = 0; i < trace.events().size(); i++) {
      TraceEvent event = trace.events().get(i);
      boolean matters =
          event instanceof TraceEvent.Received
              ? isOnlyReasonForWhatFollows(i)
              : event instanceof TraceEvent.Forced && isReasonForAPromise(i, acknowledged);
      if (matters) {
        found.add(new Alteration("one dropped step", i + 1, TraceText.dropped(event.server())));
      }
      noteAcknowledgement(event, acknowledged);
    }
    return found;
  }

  private void noteAcknowledgement(TraceEvent event, long[] acknowledged) {
    if (event instanceof TraceEvent.Sent sent
        && trace.messages().get(sent.message()).message() instanceof AppendEntriesResponse answer
        && answer.success()) {
      acknowledged[sent.server()] = Math.max(acknowledged[sent.server()], answer.hint().index());
    }
  }

  /** The one message of a cycle in which a follower's log grew or its commit index did. */
  private boolean isOnlyReasonForWhatFollows(int i) {
    if (!(trace.events().get(i - 1) instanceof TraceEvent.Begun)
        || !(trace.events().get(i + 1) instanceof TraceEvent.Stands after)
        || after.standing().role() == Role.LEADER) {
      return false;
    }
    ServerStatus before = standingBefore(i);
    return !after.standing().last().equals(before.last())
        || after.standing().commitIndex() != before.commitIndex();
  }

  /** A force that is followed by an acknowledgement of more than was ever acknowledged. */
  private boolean isReasonForAPromise(int i, long[] acknowledged) {
    return i + 1 < trace.events().size()
        && trace.events().get(i + 1) instanceof TraceEvent.Sent sent
        && sent.server() == trace.events().get(i).server()
        && trace.messages().get(sent.message()).message() instanceof AppendEntriesResponse answer
        && answer.success()
        && answer.hint().index() > acknowledged[sent.server()];
  }

  private ServerStatus standingBefore(int i) {
    int server = trace.events().get(i).server();
    for (int k = i - 1; k >= 0; k--) {
      TraceEvent event = trace.events().get(k);
      if (event instanceof TraceEvent.Stands stands && stands.server() == server) {
        return stands.standing();
      } else if (event instanceof TraceEvent.Started started && started.server() == server) {
        return started.standing();
      }
    }
    throw new IllegalStateException("server " + server + " stands nowhere before event " + i);
  }

  /** A leader that commits an entry when it appends it: nobody can have acknowledged it yet. */
  private List<Alteration> earlyCommits() {
    List<Alteration> found = new ArrayList<>();
    for (int i = 0; i < trace.events().size(); i++) {
      if (trace.events().get(i) instanceof TraceEvent.Stands stands
          && stands.standing().role() == Role.LEADER
          && stands.standing().last().index() > standingBefore(i).last().index()) {
        ServerStatus is = stands.standing();
        found.add(
            replaced(
                "one early commit",
                i,
                new TraceEvent.Stands(stands.server(), is.committedUpTo(is.last().index()))));
      }
    }
    return found;
  }

  private Alteration replaced(String what, int i, TraceEvent other) {
    return new Alteration(what, i + 1, trace.text().event(other));
  }
}
