package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/** A command of a session that was executed, or is about to be. Apply thread. */
final class SessionCommand implements CachedResult {
  private final LogPosition position;
  private final long sequence;
  private final long fingerprint;
  private Optional<Result> result = Optional.empty();
  private boolean success;
  private boolean forgotten;

  SessionCommand(LogPosition position, long sequence, long fingerprint) {
    this.position = position;
    this.sequence = sequence;
    this.fingerprint = fingerprint;
  }

  @Override
  public LogPosition position() {
    return position;
  }

  @Override
  public Optional<Result> result() {
    return result;
  }

  @Override
  public boolean success() {
    return success;
  }

  long sequence() {
    return sequence;
  }

  long fingerprint() {
    return fingerprint;
  }

  void resolve(Result outcome) {
    result = Optional.of(outcome).filter(Result::hasValue);
    success = outcome.success();
  }

  void dropResult() {
    result = Optional.empty();
  }

  int resultBytes() {
    return result.map(it -> it.value().size()).orElse(0);
  }

  /** Its session holds it no longer; who waits for its result at this moment still gets it. */
  void forget() {
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  void write(DataOutputStream out) throws IOException {
    ClientTableForm.writePosition(position, out);
    out.writeLong(sequence);
    out.writeLong(fingerprint);
    out.writeBoolean(success);
    ClientTableForm.writeValue(result.map(Result::value), out);
  }

  static SessionCommand read(DataInputStream in) throws IOException {
    SessionCommand command =
        new SessionCommand(ClientTableForm.readPosition(in), in.readLong(), in.readLong());
    command.success = in.readBoolean();
    Optional<Bytes> value = ClientTableForm.readValue(in);
    command.result = value.map(it -> new Result(command.success, it));
    return command;
  }
}
