package dev.flotilla.raftdpws;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Counts commands, in memory: the result of the third is {@code 3:command}. It rejects {@code
 * reject} and breaks on {@code explode}.
 */
final class TestMachine implements RestorableStateMachine {
  private final Map<String, JournalRecord> journal = new LinkedHashMap<>();
  private final boolean isOverflowing;
  private int restorations;
  private volatile Room room = Room.ENOUGH;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  TestMachine() {
    this(false);
  }

  private TestMachine(boolean isOverflowing) {
    this.isOverflowing = isOverflowing;
  }

  /** Cannot be initialised, by an Error. */
  static TestMachine overflowing() {
    return new TestMachine(true);
  }

  @Override
  public long initialize(Path directory) {
    if (isOverflowing) {
      throw new StackOverflowError("told to overflow");
    }
    return 0;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {}

  /** Has so much room from now on. */
  void setRoom(Room now) {
    room = now;
  }

  /** Applies nothing until it is released. */
  void hold() {
    gate = new CountDownLatch(1);
  }

  void release() {
    gate.countDown();
  }

  @Override
  public Room room() {
    return room;
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return execute(batch);
  }

  private synchronized List<Result> execute(List<CommittedCommand> batch) {
    List<Result> results = new ArrayList<>();
    for (CommittedCommand committed : batch) {
      breakAt(committed.command().command());
      if (committed.command().command().equals("explode")) {
        throw new IllegalStateException("exploded");
      }
      String answer = journal.size() + 1 + ":" + committed.command().command();
      Result result =
          new Result(!committed.command().command().equals("reject"), Bytes.utf8(answer));
      journal.put(
          committed.command().uid(),
          new JournalRecord(committed.position(), committed.command(), result));
      results.add(result);
    }
    return results;
  }

  @Override
  public synchronized Result query(Bytes query) {
    breakAt(query.toUtf8());
    return Result.ok(Bytes.utf8(query.toUtf8() + "=" + journal.size()));
  }

  @Override
  public synchronized Optional<JournalRecord> find(String uid) {
    return Optional.ofNullable(journal.get(uid));
  }

  @Override
  public synchronized StateSnapshot snapshot() {
    List<JournalRecord> held = List.copyOf(journal.values());
    return new StateSnapshot() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        DataOutputStream out = new DataOutputStream(target);
        out.writeInt(held.size());
        for (JournalRecord record : held) {
          write(record, out);
        }
        out.flush();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized void restoreFrom(InputStream source, long lastIndex) throws IOException {
    DataInputStream in = new DataInputStream(source);
    journal.clear();
    for (int left = in.readInt(); left > 0; left--) {
      JournalRecord record = read(in);
      journal.put(record.command().uid(), record);
    }
    restorations++;
  }

  private static void write(JournalRecord record, DataOutputStream out) throws IOException {
    out.writeLong(record.position().index());
    out.writeLong(record.position().term());
    out.writeUTF(record.command().uid());
    out.writeUTF(record.command().command());
    out.writeUTF(record.command().parameters().toUtf8());
    out.writeBoolean(record.result().success());
    out.writeUTF(record.result().value().toUtf8());
  }

  private static JournalRecord read(DataInputStream in) throws IOException {
    return new JournalRecord(
        new LogPosition(in.readLong(), in.readLong()),
        new Command(in.readUTF(), in.readUTF(), Bytes.utf8(in.readUTF())),
        new Result(in.readBoolean(), Bytes.utf8(in.readUTF())));
  }

  @Override
  public void terminate() {}

  private static void breakAt(String request) {
    if (request.equals("break")) {
      throw new IllegalStateException("told to break");
    }
  }

  synchronized int restorations() {
    return restorations;
  }

  synchronized List<String> uids() {
    return List.copyOf(journal.keySet());
  }
}
