package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.snapshot.SnapshotGauges;
import dev.flotilla.node.snapshot.SnapshotIntake;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a disk shows that fails just when it is forced: promises come after the force. */
class LogLoopTest {
  private final MemoryDisk disk = new MemoryDisk();
  private final NodeQueues queues = new NodeQueues(100);
  private final NodeCounters counters = new NodeCounters();
  private final NodeLifecycle life = new NodeLifecycle("test", 1, queues::wakeAll, () -> {});
  private final List<Message> sent = new ArrayList<>();
  private DataDirectory directory;
  private Member self;
  private LogLoop loop;
  private long lastIndex;

  @BeforeEach
  void open() throws IOException {
    directory =
        DataDirectory.open(
            disk,
            Optional.of("test"),
            new SplittableRandom(1),
            new LogOptions(64 * 1024),
            Runnable::run);
    self = directory.identity().member();
    SnapshotGauges gauges = new SnapshotGauges(directory.snapshots(), () -> 0);
    SnapshotIntake intake =
        new SnapshotIntake(
            queues.snapshots, () -> 0, directory, gauges, new JournalMachine(), new SeenUids(1));
    loop =
        new LogLoop(
            queues, counters, life, directory, intake, (to, message) -> sent.add(message), () -> 0);
  }

  @AfterEach
  void close() throws IOException {
    disk.plant(MemoryDisk.Force.WORKS);
    directory.close();
  }

  @Test
  void onceForcedEveryPromiseIsKeptInItsOrderByOneForce() {
    offer(vote(1));
    offer(entry(2));
    offer(entry(3));
    assertThat(loop.doWork()).isEqualTo(3);
    assertThat(sent).containsExactly(granted(), acknowledged(2), acknowledged(3));
    assertThat(queues.persistedNumber.get()).isEqualTo(3);
    assertThat(counters.forces.read().count()).isEqualTo(1);
  }

  @Test
  void aFailedForceOfEntriesPromisesNothing() {
    disk.plant(MemoryDisk.Force.FAILS);
    offer(entry(1));
    assertNothingIsPromised();
  }

  @Test
  void aFailedForceOfAVotePromisesNothing() {
    disk.plant(MemoryDisk.Force.FAILS);
    offer(vote(1));
    assertNothingIsPromised();
  }

  private void assertNothingIsPromised() {
    loop.doWork();
    assertThat(sent).isEmpty();
    assertThat(queues.persistedNumber.get()).isZero();
    assertThat(loop.state()).isEqualTo(NodeState.FAILED);
  }

  private void offer(Persist persist) {
    assertThat(queues.persists.offer(persist)).isEqualTo(Mailbox.Delivery.TAKEN);
  }

  private Persist vote(long number) {
    TermAndVote vote = new TermAndVote(1, Optional.of(self));
    return new Persist(
        number, Optional.of(vote), List.of(), List.of(), List.of(new Send(self, granted())));
  }

  private Persist entry(long number) {
    lastIndex++;
    Entry entry = new Entry(new LogPosition(lastIndex, 1), Commands.command("c" + number));
    return new Persist(
        number,
        Optional.empty(),
        List.of(),
        List.of(entry),
        List.of(new Send(self, acknowledged(number))));
  }

  private static Message granted() {
    return new RequestVoteResponse(1, true, 1);
  }

  private static Message acknowledged(long number) {
    return new AppendEntriesResponse(1, true, new LogPosition(number, 1), number);
  }
}
