package dev.flotilla.systemtests.faults;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.Network;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Turnover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Does one kind of harm over and over; ends with 0 when clients have seen nothing of it. */
@CommandLine.Command(
    name = "faults",
    description =
        "Harms three servers under load; writes a history, and two that are tampered with.",
    mixinStandardHelpOptions = true)
final class FaultsCommand implements Callable<Integer> {
  private static final int NEGATIVE = 1;
  private static final int SERVERS = 3;

  /** What is done. */
  enum Kind {
    KILLS,
    PAUSES,
    CLOCKS
  }

  @Parameters(index = "0", description = "What is done to servers: ${COMPLETION-CANDIDATES}.")
  private Kind kind = Kind.KILLS;

  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--points", required = true, description = "How often.")
  private int points;

  @Option(names = "--operations", defaultValue = "5000", description = "How many at the least.")
  private long operations;

  @Option(names = "--faketime", description = "The library that moves clocks.")
  private Optional<Path> faketime = Optional.empty();

  private int seen;
  private int good;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new FaultsCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
      return CommandLine.ExitCode.USAGE;
    }
    if (kind == Kind.CLOCKS && faketime.isEmpty()) {
      System.err.println("clocks are moved by libfaketime; tell with --faketime where it is");
      return CommandLine.ExitCode.USAGE;
    }
    Files.createDirectories(directory);
    judgeControls();
    if (kind == Kind.CLOCKS) {
      ClockControl.Verdict verdict = ClockControl.run(directory, faketime.orElseThrow());
      check(verdict.isNoticed(), verdict.text());
    }
    Path history = directory.resolve("history.jsonl");
    strike(history);
    for (Tampering tampering : Tampering.values()) {
      String name = "history-" + tampering.name().toLowerCase(Locale.ROOT) + ".jsonl";
      Files.write(directory.resolve(name), tampering.of(Files.readAllLines(history)));
    }
    System.out.printf("SEEN %s of %s%n", good, seen);
    return good == seen ? CommandLine.ExitCode.OK : NEGATIVE;
  }

  private void strike(Path file) throws IOException, InterruptedException {
    String name = "faults-" + UUID.randomUUID();
    Random random = new Random(seed);
    List<FakedClock> clocks = clocks();
    List<Map<String, String>> environments =
        clocks.isEmpty()
            ? Collections.nCopies(SERVERS, Map.of())
            : clocks.stream().map(FakedClock::environment).toList();
    String told = kind + ", " + points + " times";
    try (ChildProcesses processes = ChildProcesses.open(directory);
        ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK);
        StoreClient admin = StoreClient.patient(name, runtime, new Uids());
        History history = History.begin(file, "register", told, seed)) {
      StoreServers servers = StoreServers.start(processes, directory, name, environments);
      try (StoreGroup group = StoreGroup.begin(name, servers, history, runtime, random)) {
        Scenario scenario =
            switch (kind) {
              case KILLS -> new Kills(group.servers(), servers.dataDirectories(), random);
              case PAUSES -> new Pauses(group.servers(), random);
              case CLOCKS -> new Clocks(group, clocks, admin, random);
            };
        strike(group, scenario);
        group.awaitOperations(operations);
        List<String> wrong = new ArrayList<>(group.end());
        if (kind == Kind.KILLS && points >= Turnover.ENOUGH_FAULTS) {
          wrong.addAll(servers.turnover().missing());
        }
        check(wrong.isEmpty(), group.summary() + (wrong.isEmpty() ? "" : "; wrong: " + wrong));
      }
    } catch (IOException e) {
      check(false, String.valueOf(e.getMessage()));
    }
  }

  private List<FakedClock> clocks() throws IOException {
    List<FakedClock> clocks = new ArrayList<>();
    for (int i = 1; i <= SERVERS && kind == Kind.CLOCKS; i++) {
      clocks.add(
          FakedClock.ofTheDay(
              faketime.orElseThrow(), directory.resolve("clock-" + i).toAbsolutePath()));
    }
    return clocks;
  }

  private void strike(StoreGroup group, Scenario scenario)
      throws IOException, InterruptedException {
    for (int i = 1; i <= points; i++) {
      long began = System.nanoTime();
      String done = scenario.strike(i);
      group.note(kind.toString(), done, began);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      check(true, String.format(Locale.ROOT, "%s: %s, %,d ms", i, done, millis));
    }
  }

  private void judgeControls() {
    Uids uids = new Uids();
    uids.ended("a", new CommandOutcome.Refused(RefusalReason.BUSY, "control"));
    Executions.Execution one = new Executions.Execution(1, "a");
    check(
        !uids.judge(List.of(one)).isEmpty(), "control: a refused uid that was executed is noticed");
    check(
        !new Uids().judge(List.of(one, new Executions.Execution(2, "a"))).isEmpty(),
        "control: a uid that was executed twice is noticed");
    Uids lost = new Uids();
    lost.ended("b", new CommandOutcome.Executed(new Answer(true, Bytes.utf8("2"))));
    check(
        !lost.judge(List.of(one)).isEmpty(),
        "control: an acknowledged uid that is lost is noticed");
  }

  private void check(boolean isGood, String what) {
    seen++;
    good += isGood ? 1 : 0;
    System.out.println((isGood ? "" : "WRONG: ") + what);
    System.out.flush();
  }
}
