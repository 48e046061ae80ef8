package dev.flotilla.node;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.ExecutionWindow;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.Sessions;
import dev.flotilla.node.sessions.StartupReplay;
import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.options.RaftOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A member whose apply loop is real, on a log that is all committed: its machine remembers what it
 * was handed, and comes back after a restart as of any batch since the snapshot.
 */
final class SessionsMember {
  static final Sessions.Bounds BOUNDS = new Sessions.Bounds(5, 4, 12, 300, 200, 20);

  private static final int ENTRIES_AT_ONCE = 10_000;

  /** What a snapshot holds: the node's part, and the machine's. */
  private record Snapshot(Bytes table, List<Committed> told, long index) {}

  private static final class Machine implements StateMachine {
    private final List<Committed> told = new ArrayList<>();

    /** The last index after each batch. */
    private final List<Long> borders = new ArrayList<>(List.of(0L));

    @Override
    public long initialize(Path directory) {
      return borders.get(borders.size() - 1);
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {
      for (Committed each : told) {
        if (each instanceof CommittedCommand it) {
          visitor.accept(
              new Execution(
                  it.position(), it.command().uid(), it.command().fingerprint(), resultOf(it)));
        }
      }
    }

    private static Result resultOf(CommittedCommand command) {
      return Result.ok(Bytes.utf8("at " + command.position().index()));
    }

    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      throw new AssertionError("a node calls applyAll");
    }

    @Override
    public List<Result> applyAll(List<Committed> batch) {
      requireAscending(batch);
      List<Result> results = new ArrayList<>();
      for (Committed each : batch) {
        told.add(each);
        if (each instanceof CommittedCommand command) {
          results.add(resultOf(command));
        }
      }
      borders.add(told.get(told.size() - 1).position().index());
      return results;
    }

    private void requireAscending(List<Committed> batch) {
      if (batch.get(0).position().index() <= borders.get(borders.size() - 1)) {
        throw new AssertionError(batch.get(0) + " is of an index that was applied");
      }
    }

    void goBackTo(long index) {
      told.removeIf(it -> it.position().index() > index);
      borders.removeIf(it -> it > index);
    }

    void become(List<Committed> others, long index) {
      told.clear();
      told.addAll(others);
      borders.clear();
      borders.add(index);
    }

    @Override
    public Result query(Bytes query) {
      throw new AssertionError("nothing is to be asked");
    }

    @Override
    public void terminate() {}
  }

  private final List<Entry> log;
  private final RandomGenerator random;
  private final Machine machine = new Machine();
  private ClientTable table = empty();
  private Snapshot snapshot = new Snapshot(Bytes.wrap(bytes(table)), List.of(), 0);
  private NodeQueues queues = new NodeQueues(ENTRIES_AT_ONCE);
  private ApplyLoop loop = loop();

  SessionsMember(List<Entry> log, RandomGenerator random) {
    this.log = log;
    this.random = random;
  }

  private ApplyLoop loop() {
    return new ApplyLoop(
        queues,
        new NodeCounters(),
        new NodeLifecycle("test", 1, queues::wakeAll, () -> {}),
        null,
        machine,
        table,
        TestServer.snapshots(queues, machine),
        RaftOptions.DEFAULT,
        () -> 0);
  }

  private static ClientTable empty() {
    return new ClientTable(new ExecutionWindow(30, 1000, new SeenUids(3)), new Sessions(BOUNDS));
  }

  private static byte[] bytes(ClientTable table) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      table.write(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  /** What the machine was handed, in order. */
  List<Committed> told() {
    return List.copyOf(machine.told);
  }

  long applied() {
    return queues.appliedIndex.get();
  }

  /** Hands over the next entries together. */
  void applyBatch(int size) {
    int from = (int) applied();
    List<Entry> entries = log.subList(from, Math.min(log.size(), from + size));
    if (!entries.isEmpty()) {
      queues.commit(new CommittedBatch(List.copyOf(entries), List.of()));
      loop.doWork();
    }
  }

  void takeSnapshot() {
    snapshot = new Snapshot(Bytes.wrap(bytes(table)), told(), applied());
  }

  /** The machine is as of some batch, or as of the snapshot if it is older than that. */
  void restart() throws IOException {
    machine.goBackTo(machine.borders.get(random.nextInt(machine.borders.size())));
    if (machine.initialize(Path.of("unused")) < snapshot.index()) {
      machine.become(snapshot.told(), snapshot.index());
    }
    start();
  }

  /** As a member that is sent the snapshot of another. */
  void restoreFrom(SessionsMember other) throws IOException {
    if (other.snapshot.index() > applied()) {
      snapshot = other.snapshot;
      machine.become(snapshot.told(), snapshot.index());
      start();
    }
  }

  private void start() throws IOException {
    table = empty();
    table.read(new ByteArrayInputStream(snapshot.table().toArray()));
    queues = new NodeQueues(ENTRIES_AT_ONCE);
    long index = machine.initialize(Path.of("unused"));
    StartupReplay.bringUp(table, snapshot.index(), machine, index, this::read);
    queues.appliedIndex.set(index);
    loop = loop();
  }

  private List<Entry> read(long firstIndex, int maxEntries, int maxBytes) {
    int from = (int) firstIndex - 1;
    return log.subList(from, Math.min(log.size(), from + 1 + random.nextInt(40)));
  }
}
