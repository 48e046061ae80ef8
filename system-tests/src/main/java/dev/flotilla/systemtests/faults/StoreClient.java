package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.bdb.KeyValueText.Operation;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.History;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A client of the store that notes how each of its commands ended. Any thread.
 *
 * @param client does the work
 * @param uids what is noted
 */
record StoreClient(WireClient client, Uids uids) implements AutoCloseable {
  /** For one that asks until it knows how its command ended, however long nobody leads. */
  static final Duration PATIENT = Duration.ofSeconds(60);

  /** For one that gives up during an outage, and leaves outcomes unknown. */
  static final Duration IMPATIENT = Duration.ofSeconds(2);

  static StoreClient connect(String group, ClientRuntime runtime, Uids uids, Duration timeout)
      throws IOException {
    ClientSettings settings = ClientSettings.of(group).withTimeout(timeout);
    return new StoreClient(DpwsGroupClient.wire(settings, runtime), uids);
  }

  CompletionStage<Outcome<History.Answer>> ask(PairCommand command) {
    return command.change().isPresent()
        ? submit(command).thenApply(end -> outcome(command, end))
        : client
            .query(KeyValueText.get(Bytes.utf8(command.key())))
            .thenApply(end -> readEnd(command, end));
  }

  CompletionStage<Outcome<History.Answer>> askAgain(PairCommand command, String uid) {
    return submitAgain(command, uid).thenApply(end -> outcome(command, end));
  }

  CompletableFuture<CommandOutcome> submit(PairCommand command) {
    Operation change = command.change().orElseThrow();
    return client.submit(change.command(), change.parameters()).thenApply(this::noted);
  }

  CompletableFuture<CommandOutcome> submitAgain(PairCommand command, String uid) {
    Operation change = command.change().orElseThrow();
    return client
        .insertAgain(new Command(uid, change.command(), change.parameters()))
        .thenApply(this::noted);
  }

  private CommandOutcome noted(CommandOutcome end) {
    uids.ended(end.uid(), end);
    return end;
  }

  private static Outcome<History.Answer> readEnd(PairCommand get, ReadOutcome<Answer> end) {
    if (end instanceof ReadOutcome.Found<Answer> found && found.value().success()) {
      return new Outcome.Done<>(get.answer(found.value().value().orElseThrow()));
    }
    return new Outcome.Refused<>(
        end instanceof ReadOutcome.Unavailable<Answer> unavailable
            ? unavailable.reason()
            : RefusalReason.INVALID,
        end.toString());
  }

  private static Outcome<History.Answer> outcome(PairCommand command, CommandOutcome end) {
    if (end instanceof CommandOutcome.Executed executed) {
      Answer answer = executed.answer();
      if (!answer.success()) {
        return new Outcome.Rejected<>(answer.text());
      }
      return answer.value().isPresent()
          ? new Outcome.Done<>(command.answer(answer.value().get()))
          : new Outcome.DoneWithoutResult<>(answer.text());
    } else if (end instanceof CommandOutcome.Refused refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    }
    return new Outcome.Unknown<>(end.uid(), ((CommandOutcome.Unknown) end).detail());
  }

  @Override
  public void close() {
    client.close();
  }
}
