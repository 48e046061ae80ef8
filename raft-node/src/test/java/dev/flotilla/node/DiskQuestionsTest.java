package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.Ready;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Questions for pieces of a snapshot while the apply thread stands still. */
final class DiskQuestionsTest {
  private static final Member SELF = member(1);
  static final Member PEER = member(2);
  private static final Configuration GROUP = new Configuration(List.of(SELF, PEER));
  private static final SnapshotMetadata SNAPSHOT =
      new SnapshotMetadata(new LogPosition(5, 1), 0, GROUP, 1, 10, 7);
  private static final LoadChunk LEFT_OVER = new LoadChunk(SNAPSHOT, 9, 1);

  private final Raft raft = leaderWithoutTheBeginning();
  private final Mailbox<LoadChunk> loads = new Mailbox<>("chunks", 2, new Doorbell());
  private final DiskQuestions<LoadChunk> questions = new DiskQuestions<>(Raft::awaitsChunk);

  @Test
  void whatIsAskedForWhileTheQueueIsFullOfOldQuestionsWaits() {
    LoadChunk asked = ask();
    loads.offer(LEFT_OVER);
    loads.offer(LEFT_OVER);

    questions.ask(List.of(asked), raft, loads);
    assertThat(loads.depth()).isEqualTo(2);
    loads.poll();
    loads.poll();
    questions.ask(List.of(), raft, loads);

    assertThat(loads.poll()).isEqualTo(asked);
    raft.chunkLoaded(SNAPSHOT, 0, Bytes.wrap(new byte[10]));
    assertThat(sent()).anyMatch(InstallSnapshot.class::isInstance);
  }

  @Test
  void whatNobodyAwaitsAnyMoreIsNotAskedFor() {
    LoadChunk asked = ask();
    loads.offer(LEFT_OVER);
    loads.offer(LEFT_OVER);
    questions.ask(List.of(asked), raft, loads);
    raft.chunkLoaded(SNAPSHOT, 0, Bytes.wrap(new byte[10]));
    assertThat(raft.awaitsChunk(asked)).isFalse();
    loads.poll();
    loads.poll();

    questions.ask(List.of(), raft, loads);

    assertThat(loads.depth()).isZero();
  }

  /** The follower's log is empty. */
  private LoadChunk ask() {
    for (Object message : sent()) {
      if (message instanceof AppendEntries append) {
        LogPosition none = LogPosition.ORIGIN;
        raft.receive(
            PEER, new AppendEntriesResponse(append.term(), false, none, append.sequence()));
      }
    }
    List<LoadChunk> chunks = raft.ready().chunks();
    assertThat(chunks).hasSize(1);
    assertThat(raft.awaitsChunk(chunks.get(0))).isTrue();
    return chunks.get(0);
  }

  private List<Object> sent() {
    Ready ready = raft.ready();
    List<Object> messages = new ArrayList<>();
    ready.sends().stream().map(Send::message).forEach(messages::add);
    ready
        .persist()
        .ifPresent(it -> it.afterDurable().forEach(send -> messages.add(send.message())));
    ready.persist().ifPresent(it -> raft.persisted(it.number()));
    return messages;
  }

  /** It has been elected by {@link #PEER} at the end of the longest election timeout. */
  static Raft leaderWithoutTheBeginning() {
    DurableState state =
        new DurableState(
            new TermAndVote(1, Optional.empty()),
            List.of(),
            5,
            0,
            5,
            SNAPSHOT.last(),
            Optional.of(SNAPSHOT),
            List.of(),
            false);
    Raft raft = new Raft(SELF, GROUP, state, RaftOptions.DEFAULT, new Random(1), 0);
    long nowNanos = 0;
    while (raft.status().role() != Role.LEADER) {
      nowNanos += RaftOptions.DEFAULT.electionTimeoutMaxNanos();
      raft.advanceTo(nowNanos);
      vote(raft);
    }
    return raft;
  }

  private static void vote(Raft raft) {
    for (int i = 0; i < 3 && raft.status().role() != Role.LEADER; i++) {
      Ready ready = raft.ready();
      List<Send> sends = new ArrayList<>(ready.sends());
      ready.persist().ifPresent(it -> sends.addAll(it.afterDurable()));
      ready.persist().ifPresent(it -> raft.persisted(it.number()));
      for (Send send : sends) {
        if (send.message() instanceof PreVote ask) {
          raft.receive(PEER, new PreVoteResponse(ask.term(), true, ask.sequence()));
        } else if (send.message() instanceof RequestVote ask) {
          raft.receive(PEER, new RequestVoteResponse(ask.term(), true, ask.sequence()));
        }
      }
    }
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
