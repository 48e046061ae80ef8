package dev.flotilla.node;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps in memory what it executed; a command's result is its number. Read by any thread. */
public final class JournalMachine implements RestorableStateMachine {
  private final List<CommittedCommand> journal = new ArrayList<>();
  private final long recoveredIndex;
  private Room room = Room.ENOUGH;
  private Runnable whileRestoring = () -> {};
  private MemoryDisk disk;
  private long diskBytes;
  private int commandsVersion = 1;
  private boolean knowsVersions;
  private boolean leavesOutParameters;
  private boolean broken;
  private boolean breaksAtAQuestion;
  private boolean isLost;
  private boolean terminated;
  private int restorations;
  private int snapshotsKept;

  /** Remembers nothing, and is replayed from the first entry. */
  public JournalMachine() {
    this(List.of(), 0);
  }

  private JournalMachine(List<CommittedCommand> journal, long recoveredIndex) {
    this.journal.addAll(journal);
    this.recoveredIndex = recoveredIndex;
  }

  /** A machine that comes back with the first so many commands. */
  synchronized JournalMachine asOf(int commands) {
    List<CommittedCommand> kept = journal.subList(0, commands);
    return new JournalMachine(kept, kept.get(commands - 1).position().index());
  }

  /** From now on, before it is started, it reads commands up to v2, v3 and so on. */
  JournalMachine ofVersion(int version) {
    commandsVersion = version;
    return this;
  }

  /** From now on, before it is started, it says of v2, v3 and so on in which version they came. */
  JournalMachine knowingVersions() {
    knowsVersions = true;
    return this;
  }

  @Override
  public int versionOf(Command command) {
    boolean isLater = knowsVersions && command.command().matches("v[0-9]");
    return isLater ? Integer.parseInt(command.command().substring(1)) : 1;
  }

  @Override
  public int commandsVersion() {
    return commandsVersion;
  }

  @Override
  public Optional<String> objection(Command command) {
    boolean isNewer =
        command.command().matches("v[0-9]")
            && Integer.parseInt(command.command().substring(1)) > commandsVersion;
    return isNewer ? Optional.of("it cannot read " + command.command()) : Optional.empty();
  }

  /** A machine that says it is as far as an entry. */
  static JournalMachine claiming(long index) {
    return new JournalMachine(List.of(), index);
  }

  @Override
  public long initialize(Path directory) {
    return recoveredIndex;
  }

  @Override
  public synchronized void recall(int limit, Consumer<Execution> visitor) {
    for (int i = 0; i < journal.size(); i++) {
      CommittedCommand it = journal.get(i);
      visitor.accept(
          new Execution(
              it.position(), it.command().uid(), it.command().fingerprint(), resultOf(i + 1)));
    }
  }

  private static Result resultOf(int number) {
    return Result.ok(Bytes.utf8(Integer.toString(number)));
  }

  /** From now on it has so much room. */
  synchronized void have(Room left) {
    room = left;
  }

  @Override
  public synchronized Room room() {
    if (isLost) {
      throw new IllegalStateException("planted: a question has met what keeps it from going on");
    }
    return room;
  }

  @Override
  public synchronized List<Result> apply(List<CommittedCommand> batch) {
    if (broken) {
      throw new IllegalStateException("planted: a machine that fails");
    }
    if (room == Room.NONE) {
      throw new IllegalStateException("it has no room");
    }
    List<Result> results = new ArrayList<>();
    for (CommittedCommand command : batch) {
      journal.add(command);
      results.add(resultOf(journal.size()));
    }
    return results;
  }

  /** Answers how many commands were executed. */
  @Override
  public synchronized Result query(Bytes query) {
    isLost = breaksAtAQuestion;
    if (query.size() > 0 || isLost) {
      throw new IllegalArgumentException("planted: a question that it does not understand");
    }
    return resultOf(journal.size());
  }

  @Override
  public synchronized StateSnapshot snapshot() {
    if (broken) {
      throw new IllegalStateException("planted: a machine that fails");
    }
    List<CommittedCommand> now = List.copyOf(journal);
    boolean leftOut = leavesOutParameters;
    return new StateSnapshot() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        DataOutputStream out = new DataOutputStream(target);
        out.writeInt(now.size());
        for (CommittedCommand each : now) {
          out.writeLong(each.position().index());
          out.writeLong(each.position().term());
          out.writeUTF(each.command().uid());
          out.writeUTF(each.command().command());
          out.writeUTF(leftOut ? "" : each.command().parameters().toUtf8());
        }
        out.flush();
      }

      @Override
      public void kept() {
        countKept();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized void restoreFrom(InputStream source, long lastIndex) throws IOException {
    takeDisk();
    DataInputStream in = new DataInputStream(source);
    journal.clear();
    restorations++;
    for (int left = in.readInt(); left > 0; left--) {
      LogPosition position = new LogPosition(in.readLong(), in.readLong());
      Command command = new Command(in.readUTF(), in.readUTF(), Bytes.utf8(in.readUTF()));
      journal.add(new CommittedCommand(position, command));
      whileRestoring.run();
    }
  }

  /** From now on a state that is restored takes so many bytes of a disk. */
  synchronized void keepOn(MemoryDisk where, long bytes) {
    disk = where;
    diskBytes = bytes;
  }

  @Override
  public synchronized long restoreBytes(long snapshotBytes, long lastIndex) {
    return diskBytes;
  }

  private void takeDisk() throws IOException {
    if (disk != null) {
      try (DiskFile file = disk.create("machine/state")) {
        file.write(ByteBuffer.allocate((int) diskBytes), 0);
      }
    }
  }

  /** From now on its snapshots are much smaller than the log that they stand for. */
  synchronized void leaveOutParameters() {
    leavesOutParameters = true;
  }

  synchronized int snapshotsKept() {
    return snapshotsKept;
  }

  private synchronized void countKept() {
    snapshotsKept++;
  }

  /** Has something done with every command that is restored. */
  synchronized void whileRestoring(Runnable action) {
    whileRestoring = action;
  }

  synchronized int restorations() {
    return restorations;
  }

  @Override
  public synchronized void terminate() {
    terminated = true;
  }

  synchronized void breakDown() {
    broken = true;
  }

  synchronized void breakDownAtAQuestion() {
    breaksAtAQuestion = true;
  }

  synchronized boolean isTerminated() {
    return terminated;
  }

  synchronized List<CommittedCommand> journal() {
    return List.copyOf(journal);
  }

  synchronized List<String> uids() {
    return journal.stream().map(it -> it.command().uid()).toList();
  }
}
