package dev.flotilla.raft;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.log.LogTimeOrder;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.List;
import java.util.Optional;

/**
 * Whether a received message may be handled at all: it must not contradict what this server knows,
 * nor name a number beyond its limit. Checked before the message changes anything; one that does
 * not pass is counted, reported in the status and otherwise as if it had been lost. So only a local
 * fact ever breaks an invariant, and no message stops a server.
 *
 * <p>Not answered: an answer, even a refusal, would count as a sign of obedience with a leader.
 */
final class MessageCheck {
  private final Replica replica;
  private final NamedTerms terms;
  private final LogTimeOrder logTimeOrder;

  /** Who sent what is checked now. */
  private Member from;

  MessageCheck(Replica replica) {
    this.replica = replica;
    this.terms = new NamedTerms(replica);
    this.logTimeOrder = new LogTimeOrder(replica.options);
    this.from = replica.self;
  }

  /** Whether the message may be handled; those without a check of their own may. */
  boolean passes(Member sender, Message message) {
    from = sender;
    if (!hasBelievableNumbers(message)) {
      return false;
    }
    if (message instanceof AppendEntriesResponse response) {
      return isPossible(response);
    }
    if (message instanceof AppendEntries request) {
      return isPossible(request);
    }
    if (message instanceof PreVote request) {
      return isPossible(request, request.lastLog());
    }
    if (message instanceof RequestVote request) {
      return isPossible(request, request.lastLog());
    }
    if (message instanceof InstallSnapshot request) {
      return isPossible(request);
    }
    if (message instanceof InstallSnapshotResponse response) {
      return !isAwaited(response) || isOfThisLife(response);
    }
    return !(message instanceof ReadIndexResponse response) || isPossible(response);
  }

  private boolean hasBelievableNumbers(Message message) {
    // A pre-vote asks about the term after the sender's own.
    long term = message instanceof PreVote ? message.term() - 1 : message.term();
    // Terms begin with 1; only who has none yet answers from term 0.
    long least = message instanceof Message.Response || message instanceof PreVote ? 0 : 1;
    if (term < least || term > NumberLimits.MAX_TERM || message.sequence() < 0) {
      return refuse("names term " + message.term() + " and number " + message.sequence());
    }
    if (term <= replica.term) {
      return true;
    }
    if (message instanceof Message.Response) {
      return terms.believesAnswer(term) || refuse(farAbove(term));
    }
    if (!terms.believesRequest(term)) {
      terms.ask(from);
      return refuse(farAbove(term) + ", in a request; it is asked for its term");
    }
    return true;
  }

  private String farAbove(long term) {
    return "names term " + term + ", far above " + replica.term;
  }

  private boolean isPossible(Message.Request request, LogPosition lastLog) {
    return lastLog.term() <= request.term()
        || refuse("campaigns in term " + request.term() + " with a log that ends at " + lastLog);
  }

  private boolean isPossible(AppendEntries request) {
    if (request.term() < replica.term) {
      // It is answered with the later term.
      return true;
    }
    return isOnlyLeader(request) && isAsCommitted(request) && mayFollow(request);
  }

  private boolean isPossible(InstallSnapshot request) {
    if (request.term() < replica.term) {
      return true;
    }
    return isOnlyLeader(request) && isTakeable(request.snapshot());
  }

  /** Raft §5.2: at most one leader a term. */
  private boolean isOnlyLeader(Message.Request request) {
    Optional<Member> leader = replica.role.leader();
    boolean isOther =
        request.term() == replica.term && leader.isPresent() && !leader.get().equals(from);
    return !isOther
        || refuse(
            "claims to lead in term "
                + request.term()
                + ", in which "
                + leader.orElseThrow()
                + " leads");
  }

  /** Raft §5.4.3: what is committed stands in the log of every later leader. */
  private boolean isAsCommitted(AppendEntries request) {
    if (!isAsCommitted(request.previous())) {
      return false;
    }
    if (request.previous().index() >= replica.committed.commitIndex()) {
      // Mostly so: nothing of what follows is committed here.
      return true;
    }
    for (Entry entry : request.entries()) {
      if (!isAsCommitted(entry.position())) {
        return false;
      }
    }
    return true;
  }

  private boolean isAsCommitted(LogPosition position) {
    return position.index() > replica.committed.commitIndex()
        || replica.log.contains(position)
        || diverges(
            "has "
                + position
                + " where this log has "
                + replica.log.positionAt(position.index())
                + " committed");
  }

  /** Whether the entries that are new here can stand after those that are not. */
  private boolean mayFollow(AppendEntries request) {
    ReplicaLog log = replica.log;
    List<Entry> entries = request.entries();
    if (entries.isEmpty() || !log.contains(request.previous())) {
      return true;
    }
    int known = 0;
    while (known < entries.size() && log.contains(entries.get(known).position())) {
      known++;
    }
    List<Entry> fresh = entries.subList(known, entries.size());
    if (fresh.isEmpty()) {
      return true;
    }
    if (!isInOrder(fresh.get(0))) {
      return false;
    }
    boolean mayConcernWitnesses = replica.witnessMark.isSet;
    for (Entry entry : fresh) {
      Payload payload = entry.payload();
      if (payload instanceof ActivateVersion activation && !isKnown(activation.version())) {
        return false;
      }
      if (!fitsRecord(entry, payload)) {
        return false;
      }
      mayConcernWitnesses |= WitnessMark.mayConcern(payload);
    }
    return !mayConcernWitnesses || isAllowed(replica.witnessMark.objection(fresh));
  }

  /** Whether the first entry that is new here is in the order of log times, or taken without. */
  private boolean isInOrder(Entry first) {
    long before = replica.log.timeBefore(first.index());
    return logTimeOrder.takes(first, before, replica.nowNanos)
        || refuse(
            "sends "
                + first.position()
                + " with log time "
                + first.timeMillis()
                + ", it was "
                + before
                + " before it");
  }

  /** No leader takes a command that the log could not: the log thread would stop at it. */
  private boolean fitsRecord(Entry entry, Payload payload) {
    int bytes = replica.space.bytesOf(payload);
    return bytes <= LogRoom.MAX_RECORD_BYTES
        || refuse(
            "sends "
                + entry.position()
                + ", which may take "
                + bytes
                + " bytes in the log, the limit is "
                + LogRoom.MAX_RECORD_BYTES);
  }

  private boolean isTakeable(SnapshotMetadata snapshot) {
    return isAsCommitted(snapshot.last())
        && (replica.log.contains(snapshot.last())
            || (isKnown(snapshot.version()) && isAllowed(replica.witnessMark.objection(snapshot))));
  }

  /** Safety rule 12. */
  private boolean isKnown(int version) {
    return version <= replica.versions.supported
        || refuse(
            "uses version "
                + version
                + " of the protocol, this program knows up to "
                + replica.versions.supported
                + "; start a newer one");
  }

  private boolean isAllowed(Optional<String> objection) {
    return objection.isEmpty() || refuse("sends what cannot be: " + objection.get());
  }

  private boolean isPossible(AppendEntriesResponse response) {
    if (!isAwaited(response)) {
      return true;
    }
    boolean isFalse = response.success() && !replica.log.contains(response.hint());
    return isOfThisLife(response)
        && (!isFalse || isAsCommitted(response.hint()))
        && (!isFalse
            || refuse("acknowledges " + response.hint() + ", which this leader never had"));
  }

  private boolean isAwaited(Message.Response response) {
    return response.term() == replica.term && replica.role instanceof Leader;
  }

  /** Numbers of requests ascend, also over restarts of a server that has led. */
  private boolean isOfThisLife(Message.Response response) {
    return response.sequence() <= replica.lastSequence
        || refuse("answers request " + response.sequence() + ", which was never sent");
  }

  private boolean isPossible(ReadIndexResponse response) {
    return response.index() <= NumberLimits.MAX_INDEX
        || refuse("confirms reads at index " + response.index());
  }

  private boolean refuse(String what) {
    replica.contradicted(from + " " + what);
    return false;
  }

  private boolean diverges(String what) {
    replica.diverged(from + " " + what);
    return false;
  }
}
