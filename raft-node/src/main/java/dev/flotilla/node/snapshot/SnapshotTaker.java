package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.StartupReplay;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import dev.flotilla.storage.snapshot.UnwritableSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots as far as the apply thread has to do with them: decides when one is due, holds on to
 * the state for {@link SnapshotLoop} to write, and restores the state from one.
 *
 * <p>A file holds the client table, and after it what the state machine writes. The table is
 * written here, since nothing may change it meanwhile, and nothing is applied until it is: a table
 * of 100,000 results, 23 MB, took 0.1 to 0.4 s on two busy cores, and 1.4 s the first time. The
 * file of a witness holds neither, and nothing is ever restored from it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SnapshotTaker {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);
  private static final int BUFFER_BYTES = 64 * 1024;

  /** So many times longer than usual the log may grow while a snapshot is being sent. */
  private static final int PATIENCE = 4;

  /** What a witness holds. */
  private static final StateSnapshot NO_STATE =
      new StateSnapshot() {
        @Override
        public void writeTo(OutputStream target) {}

        @Override
        public void close() {}
      };

  /** A snapshot that is to be written; bytes of entries are what the gauges count by. */
  record Job(
      SnapshotWriter writer,
      StateSnapshot state,
      long appliedBytes,
      LogPosition last,
      long timeMillis,
      Configuration configuration,
      int version)
      implements Closeable {
    /** Gives it up. */
    @Override
    public void close() throws IOException {
      try (writer) {
        state.close();
      }
    }
  }

  private final SnapshotQueues queues;
  private final SnapshotStore store;
  private final StateMachine machine;
  private final long maxEntries;
  private final long maxBytes;
  private final SnapshotGauges gauges;

  private final SeenUids seen;

  /** As of the last entry that was admitted. */
  private Configuration configuration;

  private Optional<Entry> last = Optional.empty();

  /** Whether the store may hold a file open from which pieces were read. */
  private boolean hasLoaded;

  /** The newest snapshot when there was no other one. */
  private Optional<SnapshotMetadata> alone;

  private long entries;
  private long bytes;

  /** What is taken is that of a witness: commands were withheld, and none is executed any more. */
  private boolean isBare;

  /**
   * For a machine that is initialised.
   *
   * @param configuration what governs at the last entry that the machine holds
   * @param initialIndex that entry
   */
  public SnapshotTaker(
      SnapshotQueues queues,
      DataDirectory directory,
      StateMachine machine,
      Configuration configuration,
      SnapshotOptions options,
      SnapshotGauges gauges,
      SeenUids seen,
      long initialIndex) {
    this.queues = queues;
    queues.isWitness = directory.identity().isWitness();
    this.store = directory.snapshots();
    this.machine = machine;
    this.configuration = configuration;
    this.maxEntries = options.entries();
    this.maxBytes = options.bytes();
    this.gauges = gauges;
    this.seen = seen;
    // The start has removed the others.
    this.alone = store.newest();
    long since = store.newest().map(it -> it.last().index()).orElse(0L);
    this.entries = Math.max(0, initialIndex - since);
  }

  /** Takes note of entries that were applied before the start, since the newest snapshot. */
  public void recollected(StartupReplay.Past past) {
    bytes = past.bytes();
    last = past.last();
    gauges.appliedBytes.add(past.bytes());
  }

  /** Takes note of an entry that is being applied. */
  public void admit(Entry entry) {
    if (entry.payload() instanceof Configuration changed) {
      configuration = changed;
    }
    isBare |= entry.payload() instanceof WitnessEntry;
    last = Optional.of(entry);
    entries++;
    bytes += entry.sizeBytes();
    gauges.appliedBytes.add(entry.sizeBytes());
  }

  /** Begins a snapshot if one is due; everything admitted must be applied. */
  public int work(ClientTable clients) throws IOException {
    if (!isDue() || !(machine instanceof RestorableStateMachine || isBare)) {
      return 0;
    }
    queues.isWanted.set(false);
    entries = 0;
    bytes = 0;
    Entry here = last.orElseThrow();
    store.deleteOlder(here.index());
    try {
      SnapshotWriter writer = store.begin(SnapshotStore.Kind.TAKING, configuration);
      Job job =
          new Job(
              writer,
              state(writer, clients),
              gauges.appliedBytes.sum(),
              here.position(),
              here.timeMillis(),
              configuration,
              clients.activeVersion());
      queues.isTaking.set(true);
      if (queues.jobs.offer(job) != Mailbox.Delivery.TAKEN) {
        job.close();
      }
    } catch (UnwritableSnapshot e) {
      LOG.warn("No snapshot is taken at {}, the log is kept: {}", here.position(), e.getMessage());
      gauges.givenUp();
    }
    return 1;
  }

  private StateSnapshot state(SnapshotWriter writer, ClientTable clients) throws IOException {
    if (isBare || !(machine instanceof RestorableStateMachine restorable)) {
      return NO_STATE;
    }
    try {
      OutputStream buffered = new BufferedOutputStream(writer, BUFFER_BYTES);
      clients.write(buffered);
      buffered.flush();
      return restorable.snapshot();
    } catch (UnwritableSnapshot e) {
      store.discard(writer);
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      try (writer) {
        throw e;
      }
    }
  }

  /** Reads a piece for the core, and closes the file when it is sent to nobody any more. */
  public int loadChunk() throws IOException {
    LoadChunk wanted = queues.chunkLoads.poll();
    if (wanted == null) {
      if (hasLoaded && !queues.isSending.get()) {
        store.endSending();
        hasLoaded = false;
      }
      return 0;
    }
    hasLoaded = true;
    Bytes data = store.read(wanted.snapshot(), wanted.offset(), wanted.maxBytes());
    gauges.sent(data.size());
    queues.report(raft -> raft.chunkLoaded(wanted.snapshot(), wanted.offset(), data));
    return 1;
  }

  /**
   * Gives back at once what the snapshots before the newest take of the disk: on a full one nothing
   * becomes due any more, and one that arrives may need that room. A transfer may want to go on
   * with an older one; when it is over, this is called again.
   */
  public int deleteOlder(long appliedIndex) throws IOException {
    if (!queues.areOlderLeft || queues.isSending.get()) {
      return 0;
    }
    // First, since another one may become durable meanwhile.
    queues.areOlderLeft = false;
    Optional<SnapshotMetadata> newest = store.newest();
    if (newest.equals(alone)) {
      return 0;
    }
    if (!store.deleteOlder(appliedIndex)) {
      queues.areOlderLeft = true;
      return 0;
    }
    alone = newest;
    return 1;
  }

  /**
   * Replaces the machine's state, and returns what the snapshot says of the clients.
   *
   * @param guard may end the reading; then, too, the next start restores the machine
   */
  public ClientTable restore(SnapshotMetadata snapshot, UnaryOperator<InputStream> guard)
      throws IOException {
    ClientTable clients =
        snapshot.holdsState() ? restoreState(snapshot, guard) : clientsOf(snapshot);
    isBare |= !snapshot.holdsState();
    configuration = snapshot.configuration();
    last = Optional.empty();
    entries = 0;
    bytes = 0;
    gauges.restored();
    return clients;
  }

  private ClientTable restoreState(SnapshotMetadata snapshot, UnaryOperator<InputStream> guard)
      throws IOException {
    if (!(machine instanceof RestorableStateMachine restorable)) {
      throw new IOException(
          "the state machine "
              + machine.getClass().getName()
              + " cannot be restored from a snapshot; all members need the same one");
    }
    ClientTable clients = ClientTable.forNode(seen);
    try (InputStream source =
        new BufferedInputStream(guard.apply(store.open(snapshot)), BUFFER_BYTES)) {
      clients.read(source);
      restorable.restoreFrom(source, snapshot.last().index());
    }
    return clients;
  }

  /** What the newest snapshot says of the clients; nothing if there is none. */
  public ClientTable clients() throws IOException {
    return store.newest().isPresent() ? clientsOf(store.newest().get()) : ClientTable.forNode(seen);
  }

  private ClientTable clientsOf(SnapshotMetadata snapshot) throws IOException {
    ClientTable clients = ClientTable.forNode(seen);
    if (!snapshot.holdsState()) {
      clients.activate(snapshot.version());
      return clients;
    }
    try (InputStream source = new BufferedInputStream(store.open(snapshot), BUFFER_BYTES)) {
      clients.read(source);
    }
    return clients;
  }

  private boolean isDue() {
    // Another one would make a transfer begin anew.
    int patience = queues.isSending.get() ? PATIENCE : 1;
    boolean isLong = entries / patience >= maxEntries || bytes / patience >= maxBytes;
    boolean isWanted = queues.isWanted.get();
    if (!isLong && !isWanted) {
      return false;
    }
    if (last.isEmpty() || queues.isTaking.get() || !isNews(last.get())) {
      return false;
    }
    if (configuration.equals(Configuration.NONE)) {
      // A joiner that has not come to its own admission cannot tell who the members were.
      return false;
    }
    if (queues.isWitness && !isBare) {
      // What it was sent as a full member is still being executed, and goes by the client table.
      return false;
    }
    // A witness writes none, however large the last one was that it has as a full member.
    long stateBytes = isBare ? 0 : store.newest().map(SnapshotMetadata::sizeBytes).orElse(0L);
    return isWanted || bytes / patience >= stateBytes / SnapshotOptions.STATE_PER_LOG;
  }

  private boolean isNews(Entry entry) {
    return store.newest().map(it -> it.last().index() < entry.index()).orElse(true);
  }
}
