package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.snapshot.SnapshotIntake;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.log.LogWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log thread: the only one that waits for the disk to force something.
 *
 * <p>Owns the {@link VoteFile} and the {@link LogWriter}. One duty cycle takes every persist that
 * waits, writes them in order, forces once for all, and only then sends what presupposed them and
 * tells the group thread. While one force is under way the next persists gather, so the batch grows
 * with the load and no timer is needed.
 *
 * <p>Of several terms and votes only the last is written: the messages of the earlier ones promise
 * nothing that the last does not keep, because a server never goes back to an earlier term.
 *
 * <p>Any failure ends the node, but that of the disk to take a snapshot or the log's next segment:
 * mostly it has no room. The core takes nothing into the log that needs a segment that is not
 * there: this thread tells the group thread how much room the disk has set aside for the log
 * (safety rule 11), and tries again and again to set more aside when the disk is full. After a
 * failed force nobody knows what the disk holds, so a second try that succeeds would prove nothing.
 */
final class LogLoop extends NodeLoop {
  /** Between two tries to make a segment, each of which may write most of it. */
  static final long RETRY_NANOS = 1_000_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(RaftNode.class);

  private final NodeQueues queues;
  private final NodeCounters counters;
  private final DataDirectory directory;
  private final VoteFile votes;
  private final DurableLog log;
  private final LogWriter writer;
  private final MessageSender transport;
  private final SnapshotIntake intake;
  private long dropUpTo;
  private final List<Persist> batch = new ArrayList<>();
  private boolean isUnforced;

  /** Entries, and resets of the log. */
  private long writtenRecords;

  /** What there is for the log, whatever room the state machine has. */
  private LogRoom room;

  private LogRoom told;
  private long retryAtNanos;

  LogLoop(
      NodeQueues queues,
      NodeCounters counters,
      NodeLifecycle life,
      DataDirectory directory,
      SnapshotIntake intake,
      MessageSender transport,
      Clock clock) {
    super("log", queues.logBell, life, clock);
    this.queues = queues;
    this.counters = counters;
    this.directory = directory;
    this.votes = directory.votes();
    this.log = directory.log();
    this.writer = log.writer();
    this.transport = transport;
    this.intake = intake;
    writer.onRoom(queues.logBell::ring);
    this.room = writer.room(0);
    this.told = room;
    queues.logRoom = told;
    this.retryAtNanos = clock.nanoTime() + RETRY_NANOS;
    if (isFull()) {
      warn();
    }
  }

  @Override
  public int cycle() throws IOException {
    int work = take();
    force();
    keepPromises();
    if (dropUpTo > 0) {
      log.dropUpTo(dropUpTo);
      dropUpTo = 0;
    }
    lookForRoom();
    return work;
  }

  /** One cycle takes as many as its queue holds. */
  @Override
  public boolean mayHaveMore() {
    return false;
  }

  @Override
  public long nextDeadlineNanos() {
    return isFull() ? retryAtNanos : Long.MAX_VALUE;
  }

  private int take() throws IOException {
    int taken = queues.persists.drain(NodeQueues.MAX_PERSISTS, batch::add);
    if (taken == 0) {
      return 0;
    }
    writeLastVote();
    for (Persist persist : batch) {
      for (SnapshotStep step : persist.snapshotSteps()) {
        carryOut(step);
      }
      if (!persist.entries().isEmpty()) {
        write(persist.entries());
      }
    }
    return taken;
  }

  private void write(List<Entry> entries) throws IOException {
    writer.append(entries);
    long bytes = 0;
    for (Entry entry : entries) {
      bytes += entry.sizeBytes();
    }
    counters.entriesWritten.add(entries.size());
    counters.bytesWritten.add(bytes);
    writtenRecords += entries.size();
    isUnforced = true;
  }

  private void carryOut(SnapshotStep step) throws IOException {
    if (step instanceof SnapshotStep.WriteChunk chunk) {
      intake.write(chunk);
    } else if (step instanceof SnapshotStep.GiveUp overtaken) {
      intake.giveUp(overtaken);
    } else if (step instanceof SnapshotStep.ResetLog reset) {
      writer.reset(reset.snapshot());
      writtenRecords++;
      dropUpTo = reset.snapshot().last().index();
      isUnforced = true;
    } else if (step instanceof SnapshotStep.DropPrefix drop) {
      dropUpTo = Math.max(dropUpTo, drop.base().index());
    } else if (step instanceof SnapshotStep.MarkWitness) {
      directory.identity().markWitness();
      queues.snapshots.isWitness = true;
    }
  }

  private void writeLastVote() throws IOException {
    @Nullable TermAndVote last = null;
    for (Persist persist : batch) {
      last = persist.termAndVote().orElse(last);
    }
    if (last != null) {
      votes.save(last);
    }
  }

  private void force() throws IOException {
    if (isUnforced) {
      long began = clock.nanoTime();
      writer.force();
      counters.forces.record(clock.nanoTime() - began);
      isUnforced = false;
    }
  }

  private void keepPromises() {
    if (batch.isEmpty()) {
      return;
    }
    // First, or what an answer brings might find that this one is not known to be written.
    queues.persistedNumber.set(batch.get(batch.size() - 1).number());
    for (Persist persist : batch) {
      for (Send send : persist.afterDurable()) {
        transport.send(send.to(), send.message());
      }
    }
    if (queues.isPersistAwaited.get()) {
      queues.groupBell.ring();
    }
    batch.clear();
  }

  /** Looks how it stands, after whatever was written. */
  private void lookForRoom() throws IOException {
    boolean wasFull = isFull();
    if (wasFull && clock.nanoTime() - retryAtNanos >= 0) {
      retryAtNanos = clock.nanoTime() + RETRY_NANOS;
      writer.makeRoom();
    }
    room = writer.room(writtenRecords);
    if (isFull() && !wasFull) {
      retryAtNanos = clock.nanoTime() + RETRY_NANOS;
      warn();
    } else if (wasFull && !isFull()) {
      LOG.info("There is room for the log again");
    }
    tell(queues.isStateFull() ? room.spared() : room);
  }

  private void tell(LogRoom now) {
    LogRoom before = told;
    if (now.equals(before)) {
      return;
    }
    told = now;
    queues.logRoom = now;
    if (now.next() != before.next()) {
      queues.groupBell.ring();
      queues.changed();
    }
  }

  private boolean isFull() {
    return room.next() == LogRoom.Next.NO_ROOM;
  }

  private void warn() {
    LOG.warn(
        "No more room for the log: {}. {} bytes of it are set aside yet; commands that need more"
            + " are refused, and another server shall lead, until there is room again",
        writer.whyNoRoom().orElse("the disk is full"),
        room.currentBytes());
  }

  @Override
  public void abandon() {
    queues.persists.close(persist -> {});
    intake.abandon();
    if (life().cause().orElse(null) instanceof EntriesLost lost) {
      note(lost);
    }
  }

  /** From now on the directory is damaged for each process that opens it. */
  private void note(EntriesLost lost) {
    try {
      directory.noteLostEntries(lost.firstLostIndex(), String.valueOf(lost.getMessage()));
    } catch (IOException e) {
      LOG.error("{} could not note that it has lost log entries: {}", life().node(), e.toString());
    }
  }
}
