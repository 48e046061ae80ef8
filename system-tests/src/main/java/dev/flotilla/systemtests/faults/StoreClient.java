package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.RecordingClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A client of the store that notes how each of its commands ended. Any thread.
 *
 * @param client does the work
 * @param uids what is noted
 */
record StoreClient(WireClient client, Uids uids)
    implements RecordingClient.Asked<PairCommand, PairAnswer>, AutoCloseable {
  private static final int PATIENT_MILLIS = 60_000;
  private static final int IMPATIENT_MILLIS = 2_000;

  /** One that asks until it knows how its command ended, however long nobody leads. */
  static StoreClient patient(String group, ClientRuntime runtime, Uids uids) throws IOException {
    return connect(group, runtime, uids, PATIENT_MILLIS);
  }

  /** One that gives up during an outage, and leaves outcomes unknown. */
  static StoreClient impatient(String group, ClientRuntime runtime, Uids uids) throws IOException {
    return connect(group, runtime, uids, IMPATIENT_MILLIS);
  }

  private static StoreClient connect(
      String group, ClientRuntime runtime, Uids uids, int timeoutMillis) throws IOException {
    ClientSettings settings =
        ClientSettings.of(group).withTimeout(Duration.ofMillis(timeoutMillis));
    return new StoreClient(DpwsGroupClient.wire(settings, runtime), uids);
  }

  @Override
  public CompletionStage<Outcome<PairAnswer>> ask(PairCommand command) {
    if (command instanceof PairCommand.Get get) {
      return client.query(get.question()).thenApply(end -> readEnd(get, end));
    }
    PairCommand.Change change = (PairCommand.Change) command;
    return client
        .submit(change.operation().command(), change.operation().parameters())
        .thenApply(end -> noted(change, end));
  }

  @Override
  public CompletionStage<Outcome<PairAnswer>> askAgain(PairCommand command, String uid) {
    PairCommand.Change change = (PairCommand.Change) command;
    return client
        .insertAgain(
            new Command(uid, change.operation().command(), change.operation().parameters()))
        .thenApply(end -> noted(change, end));
  }

  private static Outcome<PairAnswer> readEnd(PairCommand.Get get, ReadOutcome<Answer> end) {
    if (end instanceof ReadOutcome.Found<Answer> found && found.value().success()) {
      return new Outcome.Done<>(PairAnswer.to(get, found.value().value().orElseThrow()));
    }
    return new Outcome.Refused<>(
        end instanceof ReadOutcome.Unavailable<Answer> unavailable
            ? unavailable.reason()
            : RefusalReason.INVALID,
        end.toString());
  }

  private static Outcome<PairAnswer> refusal(CommandOutcome.Refused refused) {
    return new Outcome.Refused<>(refused.reason(), refused.detail());
  }

  private Outcome<PairAnswer> noted(PairCommand command, CommandOutcome end) {
    uids.ended(end.uid(), end);
    return outcome(command, end);
  }

  private static Outcome<PairAnswer> outcome(PairCommand command, CommandOutcome end) {
    if (end instanceof CommandOutcome.Executed executed) {
      Answer answer = executed.answer();
      if (!answer.success()) {
        return new Outcome.Rejected<>(answer.text());
      }
      return answer.value().isPresent()
          ? new Outcome.Done<>(PairAnswer.to(command, answer.value().get()))
          : new Outcome.DoneWithoutResult<>(answer.text());
    }
    return end instanceof CommandOutcome.Unknown unknown
        ? new Outcome.Unknown<>(end.uid(), unknown.detail())
        : refusal((CommandOutcome.Refused) end);
  }

  @Override
  public void close() {
    client.close();
  }
}
