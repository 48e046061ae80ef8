package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.systemtests.History;
import java.io.IOException;

/**
 * A client that has had one command executed, and then nothing for a while: if its session lives,
 * the same answer comes once more. One thread; calls block for some minutes at the most.
 *
 * @param store by which it asks, for nothing else
 * @param command what it asked for
 * @param uid under which
 * @param answer what came
 */
record Sleeper(StoreClient store, PairCommand command, String uid, Answer answer)
    implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 3;

  /** Has an addition executed in a session of its own; the client is closed with the result. */
  static Sleeper begin(StoreClient store, PairCommand add) throws IOException {
    CommandOutcome first = store.submit(add).join();
    String uid = first.uid();
    CommandOutcome outcome = untilKnown(store, add, uid, first);
    if (outcome instanceof CommandOutcome.Executed executed && executed.answer().success()) {
      return new Sleeper(store, add, uid, executed.answer());
    }
    throw new IOException("a new client's first command ended with " + outcome);
  }

  /** Whether it has a session: a group that was just founded knows none yet. */
  boolean hasSession() {
    return Uids.isInSession(uid);
  }

  /** What came, as a history has it. */
  Outcome<History.Answer> told() {
    return new Outcome.Done<>(command.answer(answer.value().orElseThrow()));
  }

  /** Whether the same answer comes once more. */
  boolean isRemembered() {
    CommandOutcome again = store.submitAgain(command, uid).join();
    return untilKnown(store, command, uid, again).equals(new CommandOutcome.Executed(uid, answer));
  }

  private static CommandOutcome untilKnown(
      StoreClient store, PairCommand command, String uid, CommandOutcome first) {
    CommandOutcome outcome = first;
    for (int i = 1; i < MAX_ATTEMPTS && outcome instanceof CommandOutcome.Unknown; i++) {
      outcome = store.submitAgain(command, uid).join();
    }
    return outcome;
  }

  @Override
  public void close() {
    store.close();
  }
}
