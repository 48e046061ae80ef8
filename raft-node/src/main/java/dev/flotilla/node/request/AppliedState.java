package dev.flotilla.node.request;

import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.sessions.CachedResult;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What may be asked of the applied state; the apply thread's own view.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class AppliedState {
  private final StateMachine machine;
  private final ClientTable clients;
  private final OptionalLong provenNanos;

  public AppliedState(StateMachine machine, ClientTable clients) {
    this(machine, clients, OptionalLong.empty());
  }

  private AppliedState(StateMachine machine, ClientTable clients, OptionalLong provenNanos) {
    this.machine = machine;
    this.clients = clients;
    this.provenNanos = provenNanos;
  }

  /** The same state, which is known to hold what was acknowledged before a time. */
  AppliedState proven(OptionalLong nanos) {
    return nanos.isPresent() ? new AppliedState(machine, clients, nanos) : this;
  }

  /** On the node's clock: every command acknowledged before it is in this state. */
  public OptionalLong provenNanos() {
    return provenNanos;
  }

  public Inquiry<Result> query(Bytes query) {
    return machine.inquire(query);
  }

  /** What the client table knows is asked first, so that both speak of the same moment. */
  public Inquiry<Optional<ExecutedCommand>> find(String uid) {
    Optional<ExecutedCommand> remembered = clients.find(uid).map(memory -> executed(uid, memory));
    return machine
        .search(uid)
        .map(kept -> kept.map(record -> executed(uid, record)).or(() -> remembered));
  }

  public Inquiry<Optional<ExecutedCommand>> latest() {
    return clients.latestUid().map(this::find).orElseGet(() -> Inquiry.of(Optional::empty));
  }

  private static ExecutedCommand executed(String uid, JournalRecord kept) {
    Result result = kept.result();
    return new ExecutedCommand(
        kept.position(), uid, Optional.of(kept.command()), result.success(), result.answer());
  }

  private static ExecutedCommand executed(String uid, CachedResult memory) {
    return new ExecutedCommand(
        memory.position(),
        uid,
        Optional.empty(),
        memory.success(),
        memory.result().map(Result::value));
  }
}
