package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.raft.model.Command;
import java.io.IOException;

/**
 * A client that has had one command executed, and then nothing for a while: if its session lives,
 * it is told the same once more. One thread; calls block for some minutes at the most.
 *
 * @param store by which it asks, for nothing else
 * @param command what it asked for
 * @param uid under which
 * @param answer what it was told
 */
record Sleeper(StoreClient store, PairCommand.Add command, String uid, Answer answer)
    implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 3;

  /** Has a command executed in a session of its own; the client is closed with the result. */
  static Sleeper begin(StoreClient store, PairCommand.Add command) throws IOException {
    CommandOutcome outcome =
        store
            .client()
            .submit(command.operation().command(), command.operation().parameters())
            .toCompletableFuture()
            .join();
    String uid = outcome.uid();
    store.uids().ended(uid, outcome);
    for (int i = 1; i < MAX_ATTEMPTS && outcome instanceof CommandOutcome.Unknown; i++) {
      outcome = again(store, command, uid);
    }
    if (outcome instanceof CommandOutcome.Executed executed && executed.answer().success()) {
      return new Sleeper(store, command, uid, executed.answer());
    }
    throw new IOException("a new client's first command ended with " + outcome);
  }

  /** Whether it has a session: a group that was just founded knows none yet. */
  boolean hasSession() {
    return Uids.isInSession(uid);
  }

  /** What it was told, as a history has it. */
  Outcome<PairAnswer> told() {
    return new Outcome.Done<>(PairAnswer.to(command, answer.value().orElseThrow()));
  }

  /** Whether it is told the same once more. */
  boolean isRemembered() {
    CommandOutcome outcome = again(store, command, uid);
    for (int i = 1; i < MAX_ATTEMPTS && outcome instanceof CommandOutcome.Unknown; i++) {
      outcome = again(store, command, uid);
    }
    return outcome.equals(new CommandOutcome.Executed(uid, answer));
  }

  private static CommandOutcome again(StoreClient store, PairCommand.Add command, String uid) {
    CommandOutcome outcome =
        store
            .client()
            .insertAgain(
                new Command(uid, command.operation().command(), command.operation().parameters()))
            .toCompletableFuture()
            .join();
    store.uids().ended(uid, outcome);
    return outcome;
  }

  @Override
  public void close() {
    store.close();
  }
}
