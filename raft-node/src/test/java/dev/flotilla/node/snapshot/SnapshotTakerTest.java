package dev.flotilla.node.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.Commands;
import dev.flotilla.node.JournalMachine;
import dev.flotilla.node.TestServer;
import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.StartupReplay;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** When a snapshot is due, and of what, as far as a whole node would hardly show it. */
class SnapshotTakerTest {
  private static final int ENTRIES = 10;

  private final SnapshotQueues queues = new SnapshotQueues(new Doorbell(), new Doorbell(), 1);
  private final SeenUids seen = new SeenUids(1);
  private final ClientTable clients = ClientTable.forNode(seen);
  private final DataDirectory directory;
  private final SnapshotTaker taker;
  private long index;

  SnapshotTakerTest() throws IOException {
    directory =
        DataDirectory.open(
            new MemoryDisk(),
            Optional.of("test"),
            new SplittableRandom(1),
            TestServer.SMALL_SEGMENTS,
            Runnable::run);
    taker =
        new SnapshotTaker(
            queues,
            directory,
            new JournalMachine(),
            new Configuration(List.of(directory.identity().member())),
            new SnapshotOptions(ENTRIES, Integer.MAX_VALUE),
            new SnapshotGauges(directory.snapshots(), () -> 0),
            seen,
            0);
  }

  @Test
  void aMemberThatBecomesAWitnessTakesNoneBeforeACommandIsWithheldAndThenABareOne()
      throws IOException {
    queues.isWitness = true;
    queues.isWanted.set(true);
    admit(Commands.command("a"), 2 * ENTRIES);
    assertThat(taker.work(clients)).isZero();

    admit(WitnessEntry.INSTANCE, 1);

    assertThat(taker.work(clients)).isEqualTo(1);
    SnapshotTaker.Job job = queues.jobs.poll();
    assertThat(job.last().index()).isEqualTo(2 * ENTRIES + 1);
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    job.state().writeTo(state);
    assertThat(job.writer().sizeBytes() + state.size()).isZero();
  }

  @Test
  void aWitnessThatWasToldWhereTheLogGoesOnNeedNotWaitForACommand() throws IOException {
    queues.isWitness = true;
    Configuration members = new Configuration(List.of(directory.identity().member()));
    taker.restore(
        new SnapshotMetadata(new LogPosition(5, 1), 0, members, ProtocolVersions.FIRST, 1, 1)
            .withoutState(),
        UnaryOperator.identity());
    index = 5;
    queues.isWanted.set(true);

    admit(NoOp.INSTANCE, 1);

    assertThat(taker.work(clients)).isEqualTo(1);
    assertThat(queues.jobs.poll().writer().sizeBytes()).isZero();
  }

  @Test
  void aWitnessDoesNotGoByTheSizeOfTheStateThatItHad() throws IOException {
    admit(Commands.command("a"), 1);
    SnapshotStore store = directory.snapshots();
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.TAKING, Configuration.NONE);
    writer.write(new byte[1 << 20]);
    store.complete(
        writer, new LogPosition(index, 1), 0, Configuration.NONE, ProtocolVersions.FIRST);
    queues.isWitness = true;

    admit(WitnessEntry.INSTANCE, ENTRIES);

    assertThat(taker.work(clients)).isEqualTo(1);
  }

  @Test
  void whileOneIsSentTheNextOneIsDueFourTimesLater() throws IOException {
    queues.isSending.set(true);
    admit(Commands.command("a"), 4 * ENTRIES - 1);
    assertThat(taker.work(clients)).isZero();

    admit(Commands.command("a"), 1);

    assertThat(taker.work(clients)).isEqualTo(1);
  }

  @Test
  void afterARestartOneCanBeAskedForBeforeAnEntryComes() throws IOException {
    queues.isWanted.set(true);
    assertThat(taker.work(clients)).isZero();

    taker.recollected(new StartupReplay.Past(100, Optional.of(entry(Commands.command("a")))));

    assertThat(taker.work(clients)).isEqualTo(1);
    assertThat(queues.jobs.poll().last().index()).isEqualTo(1);
  }

  private void admit(Payload payload, int times) {
    for (int i = 0; i < times; i++) {
      taker.admit(entry(payload));
    }
  }

  private Entry entry(Payload payload) {
    index++;
    return new Entry(new LogPosition(index, 1), payload);
  }
}
