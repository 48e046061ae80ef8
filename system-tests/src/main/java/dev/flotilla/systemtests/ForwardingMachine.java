package dev.flotilla.systemtests;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Hands every call on to another machine; extended to watch one, or to change a part of it. */
public class ForwardingMachine implements RestorableStateMachine {
  private final RestorableStateMachine machine;

  /** In front of a machine that is not initialised. */
  protected ForwardingMachine(RestorableStateMachine machine) {
    this.machine = machine;
  }

  @Override
  public long initialize(Path directory) throws IOException {
    return machine.initialize(directory);
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    machine.recall(limit, visitor);
  }

  @Override
  public Room room() {
    return machine.room();
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return machine.apply(batch);
  }

  @Override
  public int commandsVersion() {
    return machine.commandsVersion();
  }

  @Override
  public int versionOf(Command command) {
    return machine.versionOf(command);
  }

  @Override
  public Optional<String> objection(Command command) {
    return machine.objection(command);
  }

  @Override
  public Optional<Set<String>> topics(Command command, Result result) {
    return machine.topics(command, result);
  }

  @Override
  public OptionalLong fingerprint() {
    return machine.fingerprint();
  }

  @Override
  public Result query(Bytes query) {
    return machine.query(query);
  }

  @Override
  public Optional<JournalRecord> find(String uid) {
    return machine.find(uid);
  }

  @Override
  public StateSnapshot snapshot() {
    return machine.snapshot();
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    machine.restoreFrom(source, lastIndex);
  }

  @Override
  public void verify(InputStream source, long lastIndex) throws IOException {
    machine.verify(source, lastIndex);
  }

  @Override
  public long restoreBytes(long snapshotBytes, long lastIndex) {
    return machine.restoreBytes(snapshotBytes, lastIndex);
  }

  @Override
  public void terminate() {
    machine.terminate();
  }
}
