package dev.flotilla.node;

import static dev.flotilla.node.FullDiskWakeTest.assertRings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The apply thread gives back what snapshots took, though it has nothing else to do. */
final class SnapshotWakeTest {
  @Test
  void theApplyThreadIsWokenWhenASnapshotHasBeenSent() {
    NodeQueues queues = new NodeQueues(100);
    List<Message> sent = new ArrayList<>();
    GroupLoop group =
        new GroupLoop(
            DiskQuestionsTest.leaderWithoutTheBeginning(),
            queues,
            new NodeCounters(),
            new NodeLifecycle("test", 1, queues::wakeAll, () -> {}),
            (to, message) -> sent.add(message),
            RaftOptions.DEFAULT::electionTimeoutMaxNanos,
            new SeenUids(1),
            new CommandVersions(DiskQuestionsTest.PEER, queues, new JournalMachine()));
    pump(group);
    answer(group, queues, append(sent));
    LoadChunk wanted = queues.snapshots.chunkLoads.poll();
    Bytes all = Bytes.wrap(new byte[(int) wanted.snapshot().sizeBytes()]);
    queues.snapshots.report(raft -> raft.chunkLoaded(wanted.snapshot(), 0, all));
    pump(group);
    assertThat(queues.snapshots.isSending).isTrue();
    queues.applyBell.clear();

    answer(group, queues, installed(sent));

    assertThat(queues.snapshots.isSending).isFalse();
    assertRings(queues.applyBell);
  }

  @Test
  void theApplyThreadIsWokenWhenASnapshotHasBeenTaken() {
    PumpedCluster cluster = new PumpedCluster(1, 1);
    TestServer server = cluster.awaitLeader();
    server.node.insert(Commands.command("c"), outcome -> {});
    cluster.pumpUntil("it is applied", () -> server.machine.uids().size() == 1);
    server.node.takeSnapshot();
    NodeLoop apply = loop(server, "apply");
    assertThat(apply.doWork()).isPositive();
    apply.bell().clear();

    assertThat(loop(server, "snapshot").doWork()).isPositive();

    assertRings(apply.bell());
  }

  private static void pump(GroupLoop group) {
    int work;
    do {
      work = group.doWork();
    } while (work > 0);
  }

  private static void answer(GroupLoop group, NodeQueues queues, Message answer) {
    queues.peers.offer(new NodeQueues.PeerMessage(DiskQuestionsTest.PEER, answer));
    pump(group);
  }

  /** The follower's log is empty. */
  private static Message append(List<Message> sent) {
    for (Message message : sent) {
      if (message instanceof AppendEntries append) {
        return new AppendEntriesResponse(
            append.term(), false, LogPosition.ORIGIN, append.sequence());
      }
    }
    throw new AssertionError("nothing to answer among " + sent);
  }

  private static Message installed(List<Message> sent) {
    for (Message message : sent) {
      if (message instanceof InstallSnapshot install) {
        return new InstallSnapshotResponse(install.term(), true, 0, install.sequence());
      }
    }
    throw new AssertionError("nothing to answer among " + sent);
  }

  private static NodeLoop loop(TestServer server, String name) {
    return (NodeLoop)
        server.node.loops().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
