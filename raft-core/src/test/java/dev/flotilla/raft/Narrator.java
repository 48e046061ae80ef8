package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Puts effects into words that are short, and the same in every run. */
final class Narrator {
  private Narrator() {}

  /** Everything in one Ready, a line each. */
  static List<String> tell(String self, Ready ready) {
    List<String> lines = new ArrayList<>();
    ready.status().ifPresent(status -> lines.add(self + " is " + tell(status)));
    ready.sends().forEach(send -> lines.add(tell(self, send)));
    ready.persist().ifPresent(persist -> lines.addAll(tell(self, persist)));
    ready.loads().forEach(load -> lines.add(self + " loads from " + load.firstIndex()));
    ready.chunks().forEach(load -> lines.add(self + " loads " + tell(load)));
    ready.restore().ifPresent(snapshot -> lines.add(self + " is restored from " + snapshot.last()));
    if (!ready.committed().isEmpty()) {
      lines.add(self + " applies " + tell(ready.committed()));
    }
    ready.reads().forEach(read -> lines.add(self + " ends " + tell(read)));
    return lines;
  }

  static String tell(RaftStatus status) {
    return status.role()
        + " in term "
        + status.term()
        + ", leader "
        + tell(status.leader())
        + ", last "
        + status.last()
        + ", commit "
        + status.commitIndex()
        + ", durable "
        + status.durableIndex()
        + status.heir().map(heir -> ", hands over to " + Members.name(heir)).orElse("")
        + status.resignation().map(reason -> ", resigned: " + reason).orElse("")
        + tell(status.contradictions());
  }

  private static String tell(Contradictions met) {
    return met.isEmpty()
        ? ""
        : ", contradiction "
            + met.refused()
            + (met.divergences() > 0 ? " (diverges " + met.divergences() + ")" : "")
            + ": "
            + met.last();
  }

  static String tell(String self, Send send) {
    return self + " -> " + Members.name(send.to()) + " " + tell(send.message());
  }

  static String tell(List<Entry> entries) {
    return entries.stream().map(Narrator::tell).collect(Collectors.joining(", ", "[", "]"));
  }

  static String tell(ProposalOutcome outcome) {
    if (outcome instanceof ProposalOutcome.Appended appended) {
      return "appended at " + appended.position();
    }
    if (outcome instanceof ProposalOutcome.NotLeader notLeader) {
      return "not the leader, that is " + tell(notLeader.leader());
    }
    if (outcome instanceof ProposalOutcome.HandingOver handingOver) {
      return "busy, handing over to " + Members.name(handingOver.heir());
    }
    return outcome.toString();
  }

  static String tell(TransferOutcome outcome) {
    if (outcome instanceof TransferOutcome.Started started) {
      return "hands over to " + Members.name(started.heir());
    }
    if (outcome instanceof TransferOutcome.NotLeader notLeader) {
      return "not the leader, that is " + tell(notLeader.leader());
    }
    return "refused: " + ((TransferOutcome.Refused) outcome).reason();
  }

  private static List<String> tell(String self, Persist persist) {
    StringBuilder line = new StringBuilder(self + " writes #" + persist.number());
    persist
        .termAndVote()
        .ifPresent(vote -> line.append(" term " + vote.term() + " vote " + tell(vote.votedFor())));
    persist.snapshotSteps().forEach(step -> line.append(", ").append(tell(step)));
    if (!persist.entries().isEmpty()) {
      line.append(" ").append(tell(persist.entries()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(line.toString());
    persist.afterDurable().forEach(send -> lines.add("  then " + tell(self, send)));
    return lines;
  }

  private static String tell(SnapshotStep step) {
    if (step instanceof SnapshotStep.WriteChunk chunk) {
      return tell(chunk.snapshot(), chunk.offset(), chunk.data());
    }
    if (step instanceof SnapshotStep.GiveUp overtaken) {
      return "gives up snapshot " + overtaken.snapshot().last();
    }
    if (step instanceof SnapshotStep.MarkWitness) {
      return "marks itself a witness";
    }
    return step instanceof SnapshotStep.ResetLog reset
        ? "a log that begins after " + reset.snapshot().last()
        : "drops entries up to " + ((SnapshotStep.DropPrefix) step).base();
  }

  private static String tell(LoadChunk load) {
    return "snapshot " + load.snapshot().last() + " from byte " + load.offset();
  }

  private static String tell(SnapshotMetadata snapshot, long offset, Bytes data) {
    return "snapshot "
        + snapshot.last()
        + " bytes "
        + offset
        + " to "
        + (offset + data.size())
        + " of "
        + snapshot.sizeBytes();
  }

  static String tell(ChangeOutcome outcome) {
    if (outcome instanceof ChangeOutcome.Accepted accepted) {
      return "accepted at " + accepted.position();
    }
    if (outcome instanceof ChangeOutcome.NotLeader notLeader) {
      return "not the leader, that is " + tell(notLeader.leader());
    }
    return outcome instanceof ChangeOutcome.Refused refused
        ? "refused, " + refused.reason()
        : "unchanged";
  }

  /** {@code {n1 n2}}, while joint {@code {n2 n3 + n1 n2}}, then the lists that are not empty. */
  static String tell(Configuration configuration) {
    return "{"
        + names(configuration.voters())
        + (configuration.isJoint() ? " + " + names(configuration.outgoing()) : "")
        + list(", learners ", configuration.learners())
        + list(", goal ", configuration.goal())
        + list(", witnesses ", configuration.witnesses())
        + "}";
  }

  private static String list(String title, List<Member> members) {
    return members.isEmpty() ? "" : title + names(members);
  }

  private static String names(List<Member> members) {
    return members.stream().map(Members::name).collect(Collectors.joining(" "));
  }

  private static String tell(Entry entry) {
    if (entry.payload() instanceof Command command) {
      return entry.position() + " " + command.uid();
    }
    if (entry.payload() instanceof WitnessEntry) {
      return entry.position() + " withheld";
    }
    return entry.payload() instanceof Configuration configuration
        ? entry.position() + " " + tell(configuration)
        : entry.position().toString();
  }

  private static String tell(ReadOutcome outcome) {
    if (outcome instanceof ReadOutcome.Confirmed confirmed) {
      return "read " + confirmed.readId() + ": confirmed at " + confirmed.index();
    }
    ReadOutcome.Refused refused = (ReadOutcome.Refused) outcome;
    return "read " + refused.readId() + ": refused, leader " + tell(refused.leader());
  }

  private static String tell(Optional<Member> member) {
    return member.map(Members::name).orElse("none");
  }

  private static String head(String name, Message message) {
    return name + " term " + message.term();
  }

  private static String tail(Message message) {
    // Counted within the sender's life.
    return " seq " + (message.sequence() & 0xffff_ffffL);
  }

  private static String tell(Message message) {
    if (message instanceof PreVote it) {
      return tell(it);
    }
    if (message instanceof PreVoteResponse it) {
      return tell(it);
    }
    if (message instanceof RequestVote it) {
      return tell(it);
    }
    if (message instanceof RequestVoteResponse it) {
      return tell(it);
    }
    if (message instanceof AppendEntries it) {
      return tell(it);
    }
    if (message instanceof AppendEntriesResponse it) {
      return tell(it);
    }
    if (message instanceof TimeoutNow it) {
      return tell(it);
    }
    if (message instanceof TimeoutNowResponse it) {
      return tell(it);
    }
    if (message instanceof InstallSnapshot it) {
      return tell(it);
    }
    if (message instanceof InstallSnapshotResponse it) {
      return tell(it);
    }
    if (message instanceof ReadIndex it) {
      return tell(it);
    }
    if (message instanceof ReadIndexResponse it) {
      return tell(it);
    }
    throw new AssertionError(message);
  }

  private static String tell(PreVote request) {
    return head("PreVote", request) + " last " + request.lastLog() + tail(request);
  }

  private static String tell(PreVoteResponse response) {
    return head(response.voteGranted() ? "would vote" : "would not vote", response)
        + tail(response);
  }

  private static String tell(RequestVote request) {
    return head(request.transfer() ? "RequestVote by transfer" : "RequestVote", request)
        + " last "
        + request.lastLog()
        + tail(request);
  }

  private static String tell(RequestVoteResponse response) {
    return head(response.voteGranted() ? "votes" : "does not vote", response) + tail(response);
  }

  private static String tell(AppendEntries request) {
    return head("AppendEntries", request)
        + " after "
        + request.previous()
        + (request.entries().isEmpty() ? "" : " " + tell(request.entries()))
        + " commit "
        + request.leaderCommit()
        + tail(request);
  }

  private static String tell(AppendEntriesResponse response) {
    return head(response.success() ? "accepted up to " : "refused, try ", response)
            .replaceFirst(" term", response.hint() + " term")
        + (response.isLeaderCallable() ? "" : ", cannot call the leader")
        + tail(response);
  }

  private static String tell(TimeoutNow request) {
    return head("TimeoutNow", request) + tail(request);
  }

  private static String tell(TimeoutNowResponse response) {
    return head("was told to campaign", response) + tail(response);
  }

  private static String tell(InstallSnapshot request) {
    return head("InstallSnapshot", request)
        + " "
        + tell(request.snapshot(), request.offset(), request.data())
        + tail(request);
  }

  private static String tell(InstallSnapshotResponse response) {
    return head(
            response.done() ? "has the snapshot" : "wants byte " + response.nextOffset(), response)
        + tail(response);
  }

  private static String tell(ReadIndex request) {
    return head("ReadIndex", request) + tail(request);
  }

  private static String tell(ReadIndexResponse response) {
    return head(
            response.success() ? "confirms reads at " + response.index() : "confirms no read",
            response)
        + tail(response);
  }
}
