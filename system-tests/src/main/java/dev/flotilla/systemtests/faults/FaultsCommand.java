package dev.flotilla.systemtests.faults;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.Network;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.SystemTestCommand;
import dev.flotilla.systemtests.Turnover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
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
final class FaultsCommand extends SystemTestCommand {
  /** What is done. */
  enum Kind {
    KILLS,
    PAUSES,
    CLOCKS
  }

  /** What is done to the servers of a group. */
  interface Scenario {
    /**
     * Does it once, while clients go on, and mends it; blocks.
     *
     * @param number from 1 on
     * @return what it was, for people
     * @throws IOException if servers do not serve again, or anything else is not as it must be
     */
    String strike(int number) throws IOException, InterruptedException;
  }

  @Parameters(index = "0", description = "What is done to servers: ${COMPLETION-CANDIDATES}.")
  private Kind kind = Kind.KILLS;

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--points", required = true, description = "How often.")
  private int points;

  @Option(names = "--operations", defaultValue = "5000", description = "How many at the least.")
  private long operations;

  @Option(names = "--faketime", description = "The library that moves clocks.")
  private Optional<Path> faketime = Optional.empty();

  /** The program. */
  public static void main(String[] arguments) {
    run(new FaultsCommand(), arguments);
  }

  @Override
  public Integer call() throws Exception {
    if (kind == Kind.CLOCKS && faketime.isEmpty()) {
      System.err.println("clocks are moved by libfaketime; tell with --faketime where it is");
      return CommandLine.ExitCode.USAGE;
    }
    return super.call();
  }

  @Override
  protected String run() throws IOException, InterruptedException {
    judgeControls();
    if (kind == Kind.CLOCKS) {
      Clocks.Verdict verdict = Clocks.control(directory(), faketime.orElseThrow());
      check(verdict.isNoticed(), verdict.text());
    }
    Path history = directory().resolve("history.jsonl");
    strike(history);
    for (Tampering tampering : Tampering.values()) {
      String name = "history-" + tampering.name().toLowerCase(Locale.ROOT) + ".jsonl";
      Files.write(directory().resolve(name), tampering.of(Files.readAllLines(history)));
    }
    return saw();
  }

  private void strike(Path file) throws InterruptedException {
    String name = "faults-" + UUID.randomUUID();
    String told = kind + ", " + points + " times";
    try (ChildProcesses processes = ChildProcesses.open(directory());
        ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK);
        StoreClient admin = StoreClient.connect(name, runtime, new Uids(), StoreClient.PATIENT);
        History history = History.begin(file, "register", told, seed)) {
      ServerGroup servers = new ServerGroup(processes, directory(), name);
      List<FakedClock> clocks =
          kind == Kind.CLOCKS ? FakedClock.ofTheDay(faketime, directory()) : List.of();
      servers.found(BusyServer.java(StoreServer.class), FakedClock.environments(clocks));
      try (StoreGroup group = new StoreGroup(servers, history, runtime)) {
        strike(group, clocks, admin);
      }
    } catch (IOException e) {
      check(false, String.valueOf(e.getMessage()));
    }
  }

  private void strike(StoreGroup group, List<FakedClock> clocks, StoreClient admin)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    group.begin(random);
    Scenario scenario =
        switch (kind) {
          case KILLS -> new Kills(group.recorded(), random);
          case PAUSES -> new Pauses(group.recorded(), random);
          case CLOCKS -> new Clocks(group, clocks, admin, random);
        };
    History history = group.recorded().history();
    for (int i = 1; i <= points; i++) {
      long began = System.nanoTime();
      String done = scenario.strike(i);
      history.addFault(kind.toString(), done, began);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      check(true, String.format(Locale.ROOT, "%s: %s, %,d ms", i, done, millis));
    }
    history.awaitOperations(operations);
    List<String> wrong = new ArrayList<>(group.end());
    if (kind == Kind.KILLS && points >= Turnover.ENOUGH_FAULTS) {
      wrong.addAll(BusyServer.turnover(group.recorded().servers()).missing());
    }
    check(wrong.isEmpty(), group.summary() + (wrong.isEmpty() ? "" : "; wrong: " + wrong));
  }

  private void judgeControls() {
    Executions.Execution one = new Executions.Execution(1, "a");
    Executions.Execution again = new Executions.Execution(2, "a");
    CommandOutcome refused = new CommandOutcome.Refused(RefusalReason.BUSY, "control");
    CommandOutcome executed = new CommandOutcome.Executed(new Answer(true, Bytes.utf8("2")));
    control("a", refused, List.of(one), "a refused uid that was executed is noticed");
    control("a", executed, List.of(one, again), "a uid that was executed twice is noticed");
    control("b", executed, List.of(one), "an acknowledged uid that is lost is noticed");
  }

  private void control(
      String uid, CommandOutcome end, List<Executions.Execution> executions, String what) {
    Uids uids = new Uids();
    uids.ended(uid, end);
    check(!uids.judge(executions).isEmpty(), "control: " + what);
  }
}
