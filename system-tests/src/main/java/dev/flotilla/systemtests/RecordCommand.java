package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.client.RefusalReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Records one history of lists; ends with 0 when it is complete, whatever it says. */
@CommandLine.Command(
    name = "record",
    description = "Records what clients see of three servers while these are killed and paused.",
    mixinStandardHelpOptions = true)
final class RecordCommand extends HistoryCommand {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  /** Who answers the reads of a history. */
  private enum Reads {
    /** The group, linearizably. */
    GROUP,
    /** Any server, from what it has applied: the control, which must be found out. */
    ANY_SERVER
  }

  @Option(names = "--reads", defaultValue = "GROUP", description = "Who answers reads.")
  private Reads reads = Reads.GROUP;

  private final Lists.Workload workload = new Lists.Workload();

  /** The program. */
  public static void main(String[] arguments) {
    run(new RecordCommand(), arguments);
  }

  @Override
  protected String run() throws Exception {
    String who = reads == Reads.GROUP ? "the group" : "any server alone";
    return record(
        "list",
        "reads by " + who + ", " + rounds() + " rounds of faults",
        java(Lists.class),
        Collections.nCopies(RecordedGroup.SERVERS, Map.of()),
        this::record);
  }

  private String record(RecordedGroup recorded, Random random) throws Exception {
    long began = System.nanoTime();
    Group<ListCommand, Lists.Contents> group = Lists.group(recorded.servers().name());
    for (int i = 0; i < clients(); i++) {
      Random own = new Random(random.nextLong());
      recorded.start(asked(connect(group), recorded.servers().servers(), own), workload, own);
    }
    String faults = harm(recorded, random, () -> {});
    workload.readAll(connect(group), recorded.history());
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    return "%s in %s s; %s".formatted(recorded.history().summary(), seconds, faults);
  }

  private FlotillaClient<ListCommand, Lists.Contents> connect(
      Group<ListCommand, Lists.Contents> group) throws IOException {
    return closing(group.client().timeout(CALL_TIMEOUT).connect());
  }

  private RecordingClient.Asked<ListCommand, Lists.Contents> asked(
      FlotillaClient<ListCommand, Lists.Contents> client,
      List<ServerUnderTest> servers,
      Random random) {
    return reads == Reads.GROUP
        ? RecordingClient.Asked.of(client)
        : new RecordingClient.Asked<>(
            command ->
                command instanceof ListCommand.Get query
                    ? readLocally(servers.get(random.nextInt(servers.size())), query)
                    : client.submit(command),
            client::submitAgain);
  }

  /** What one server has applied, which may be any number of commands behind. */
  private static CompletableFuture<Outcome<Lists.Contents>> readLocally(
      ServerUnderTest server, ListCommand.Get query) {
    return server
        .ask(ServerProgram.READ + query.key())
        .toCompletableFuture()
        .orTimeout(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .<Outcome<Lists.Contents>>handle(
            (text, failure) ->
                failure == null
                    ? new Outcome.Done<>(new Lists.Contents(numbersIn(text)))
                    : new Outcome.Refused<>(
                        RefusalReason.NO_SERVER, String.valueOf(failure.getMessage())));
  }

  private static List<Long> numbersIn(String text) {
    return Arrays.stream(text.split(" ", -1))
        .filter(number -> !number.isEmpty())
        .map(Long::valueOf)
        .toList();
  }
}
